import '#web/site/browser/clean-address.ts'
import { hydrateIslands } from '#web/site/island/hydrate-islands.ts'
import { PortalApp } from './portal-app.tsx'

// An application: it is alive as soon as it is here, not at the first touch.
hydrateIslands('portal', PortalApp)
