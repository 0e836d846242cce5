import { hydrateIslands } from '#web/site/island/hydrate-islands.ts'
import { TrainingStage } from './training-stage.tsx'

hydrateIslands('training', TrainingStage)
