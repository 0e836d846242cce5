import { hydrateIslands } from '#web/site/island/hydrate-islands.ts'
import { TwoSteps } from './two-steps.tsx'

hydrateIslands('two-steps', TwoSteps)
