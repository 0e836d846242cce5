import { hydrateIslands } from '#web/site/island/hydrate-islands.ts'
import { QualifiedCall } from './qualified-call.tsx'

hydrateIslands('qualified', QualifiedCall)
