import type { BuilderWords } from '#contract/site-content-builder.ts'
import { placesOf } from './offer-figures.ts'

/** What the page's buttons do now: lead to the checkout, ask for the payment link, or for a place on the list. */
export type Selling = 'checkout' | 'opening' | 'full'

/** Which of the three it is: a full house goes before everything, a missing checkout address before selling. */
export function sellingOf({ offer }: Pick<BuilderWords, 'offer'>): Selling {
  if (placesOf(offer).isFull) return 'full'
  return offer.checkout.startsWith('https://') ? 'checkout' : 'opening'
}

/** The line under the action: what happens when it is pressed. */
export const buttonNote = (words: BuilderWords): string =>
  ({ checkout: words.buttonNote, opening: words.opening.note, full: '' })[sellingOf(words)]
