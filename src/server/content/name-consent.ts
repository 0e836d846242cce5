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
    isSame(words, before) ? version : newVersion
  return {
    ...next,
    consent: {
      ...next.consent,
      version: versionOf(unnamed(shown.consent(next)), unnamed(shown.consent(live)), live.consent.version),
    },
    adConsent: {
      ...next.adConsent,
      // What is said of a pixel that this installation was started with stands in no content.
      version: versionOf(
        { shown: unnamed(shown.adConsent(next)), said: unnamed(next.adConsent) },
        { shown: unnamed(shown.adConsent(live)), said: unnamed(live.adConsent) },
        live.adConsent.version,
      ),
    },
  }
}

const unnamed = (words: object): object => ({ ...words, version: '' })

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)
