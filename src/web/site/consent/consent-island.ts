import { hydrateIslands } from '#web/site/island/hydrate-islands.ts'
import { ConsentBar } from './consent-bar.tsx'

hydrateIslands('consent', ConsentBar)
