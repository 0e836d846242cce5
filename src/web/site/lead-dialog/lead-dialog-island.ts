import { hydrateIslands } from '#web/site/island/hydrate-islands.ts'
import { LeadDialog } from './lead-dialog.tsx'

hydrateIslands('lead-dialog', LeadDialog)
