import { type Claim, type ClaimId, claims } from './claims.ts'
import { valueAt, withValue } from './path-value.ts'
import type { SiteContent } from './site-content.ts'

/** A claim that the list knows. */
export type KnownClaim = Claim & { id: ClaimId }

/** Every claim of the delivered site, in the order in which the owner is asked about them. */
export const allClaims: readonly KnownClaim[] = claims

/**
 * How a claim stands: `own` words of the owner's, delivered words that the owner has `kept` or `hidden`, or `open`.
 * While nobody's name is on the site an open claim is an example, and afterwards it is not shown.
 */
export type ClaimState = 'own' | 'kept' | 'hidden' | 'open'

// What stands in for a name, now or in a release before.
const standIns = new Set(['', 'Your Coach', 'Your Brand'])

/** Whom the site speaks for by name: the coach, or else the brand; '' while it has neither. */
export const nameOnSite = ({ brand }: SiteContent): string =>
  [brand.coach, brand.name].find((name) => !standIns.has(name)) ?? ''

/** Whether the site speaks for somebody by name. */
export const isNamed = (content: SiteContent): boolean => nameOnSite(content) !== ''

const wordsOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(String).join(' ')
    : String(value ?? '')

function statementsOf(content: SiteContent, { fields, isOneStatement }: Claim): string[] {
  const said = fields.flatMap((field) => valueAt(content, field)).map(wordsOf)
  return isOneStatement ? [said.join(' ')] : said
}

/** The delivered words of a claim that still stand in the content. */
export const deliveredWords = (content: SiteContent, claim: Claim): string[] =>
  statementsOf(content, claim).filter((words) => claim.delivered.includes(words))

/** How a claim stands in a content. */
export function claimState(content: SiteContent, claim: KnownClaim): ClaimState {
  const words = deliveredWords(content, claim)
  if (words.length === 0) return 'own'
  const { answer, said } = content.claims[claim.id]
  if (answer === 'hide') return 'hidden'
  return answer === 'keep' && said === words.join('\n') ? 'kept' : 'open'
}

/** The answer that keeps a claim as it stands: it holds for these words only. */
export const keepAnswer = (content: SiteContent, claim: KnownClaim): SiteContent['claims'][ClaimId] => ({
  answer: 'keep',
  said: deliveredWords(content, claim).join('\n'),
})

/** The claims that are hidden because nobody has answered for them; none while the site has no name. */
export const unansweredClaims = (content: SiteContent): KnownClaim[] =>
  isNamed(content) ? allClaims.filter((claim) => claimState(content, claim) === 'open') : []

/** The content as visitors may read it: no claim that is hidden, or that a named site has not answered for. */
export function withoutHiddenClaims(content: SiteContent): SiteContent {
  const named = isNamed(content)
  const isHidden = (state: ClaimState) => state === 'hidden' || (state === 'open' && named)
  return allClaims
    .filter((claim) => isHidden(claimState(content, claim)))
    .reduce((shown, claim) => withoutClaim(shown, claim), content)
}

function withoutClaim(content: SiteContent, claim: Claim): SiteContent {
  return (claim.emptied ?? claim.fields).reduce((shown, field) => {
    const value = valueAt(shown, field)
    // The owner's own entries of a list stay.
    const left = Array.isArray(value)
      ? value.filter((entry) => !claim.delivered.includes(wordsOf(entry)))
      : ''
    return withValue(shown, field, left)
  }, content)
}
