import { hydrateIslands } from '#web/site/island/hydrate-islands.ts'
import { OpenOutside } from './open-outside.tsx'

hydrateIslands('in-app', OpenOutside)
