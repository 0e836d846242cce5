// Apart from the schemas of ad-results.ts: the dashboard's address needs the names, not a validator.

/** The levels of the table of ads, each opening into the next. */
export const adLevels = ['source', 'campaign', 'adset', 'ad'] as const
export type AdLevel = (typeof adLevels)[number]

/** What a person can be counted for in the table of ads, in the order in which it happens. */
export const adSteps = ['lead', 'saw-pitch', 'applied', 'booked', 'held', 'no-show', 'client'] as const
export type AdStep = (typeof adSteps)[number]

/** What can be opened in the table of ads: visitors, and people by what they reached. */
export const adFigures = ['visitors', ...adSteps] as const
export type AdFigure = (typeof adFigures)[number]

/** Why no ad is known for somebody. */
export const unattributedReasons = ['direct', 'no-parameters', 'blocked', 'email-only'] as const
export type UnattributedReason = (typeof unattributedReasons)[number]

/** The reasons as the owner reads them, on the screen and in files. */
export const unattributedLabels: Record<UnattributedReason, string> = {
  direct: 'Came direct',
  'no-parameters': 'Link without parameters',
  blocked: 'Visit not seen',
  'email-only': 'Known by email only',
}

/** The key of what no ad is known of. */
export const UNATTRIBUTED = 'unattributed'

/** So long is a key at most: three names of which each is kept whole, also in letters that an address writes as nine signs. */
export const AD_KEY_CHARACTERS = 6000
