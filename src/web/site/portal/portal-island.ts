import { hydrateIslands } from '#web/site/island/hydrate-islands.ts'
import { PortalApp } from './portal-app.tsx'

hydrateIslands('portal', PortalApp)
