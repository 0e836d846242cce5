import '#web/site/browser/clean-address.ts'
import { whenActivated } from '#web/site/browser/when-activated.ts'
import { startConsentBar } from './consent-bar-script.ts'

whenActivated(startConsentBar)
