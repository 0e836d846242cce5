import { deliveredWords, type KnownClaim } from './claim-answers.ts'
import { fillPlaceholders } from './fill-placeholders.ts'
import type { SiteContent } from './site-content.ts'

/** What a claim says under the name on the site, as visitors would read it; one line a statement. */
export function claimSentence(content: SiteContent, claim: KnownClaim): string {
  const { name: brand, coach, program, email } = content.brand
  const names = { brand, coach, program, ...(email && { email }) }
  return fillPlaceholders(saidBy(content, claim), names)
}

function saidBy(content: SiteContent, claim: KnownClaim): string {
  if (claim.id !== 'builderPlaces') return deliveredWords(content, claim).join('\n')
  const { offer, urgency } = content.builder
  const left = Math.max(0, offer.places - offer.taken)
  const words = left === 0 ? urgency.full : left === 1 ? urgency.leftOne : urgency.leftMany
  return fillPlaceholders(`${words}, ${urgency.taken}`, { left, taken: offer.taken, places: offer.places })
}
