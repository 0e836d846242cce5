import { hydrateIslands } from '#web/site/island/hydrate-islands.ts'
import { ApplicationForm } from './application-form.tsx'

hydrateIslands('application', ApplicationForm)
