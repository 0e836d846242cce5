import type { SiteContent } from '#contract/site-content.ts'

/** The words a visitor agrees to, exactly as pages show them. */
export type ShownConsent = {
  consent(content: SiteContent): SiteContent['consent']
  adConsent(content: SiteContent): SiteContent['adConsent']
}

/**
 * The content with a new consent version wherever the words that visitors agree to differ from the live ones, names
 * filled in (a new coach is a new consent); the live version's name stays where they are the same.
 */
export function nameConsent(
  next: SiteContent,
  live: SiteContent,
  shown: ShownConsent,
  newVersion: string,
): SiteContent {
  const versionOf = (words: object, before: object, version: string) =>
    isSame({ ...words, version: '' }, { ...before, version: '' }) ? version : newVersion
  return {
    ...next,
    consent: {
      ...next.consent,
      version: versionOf(shown.consent(next), shown.consent(live), live.consent.version),
    },
    adConsent: {
      ...next.adConsent,
      version: versionOf(shown.adConsent(next), shown.adConsent(live), live.adConsent.version),
    },
  }
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)
