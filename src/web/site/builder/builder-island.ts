import { hydrateIslands } from '#web/site/island/hydrate-islands.ts'
import { CheckoutButton } from './checkout-button.tsx'

hydrateIslands('builder', CheckoutButton)
