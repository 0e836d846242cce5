import type { SiteContent } from '#contract/site-content.ts'
import type { PublicSite } from '#server/pages/register-pages.ts'

/**
 * The content with a new consent version wherever the words that visitors agree to differ from the live ones, names
 * filled in (a new coach is a new consent); the live version's name stays where they are the same.
 */
export function nameConsent(
  next: SiteContent,
  live: SiteContent,
  pages: PublicSite,
  newVersion: string,
): SiteContent {
  const [shown, before] = [pages.wordsOf(next), pages.wordsOf(live)]
  const versionOf = (words: object, wordsBefore: object, version: string) =>
    isSame(words, wordsBefore) ? version : newVersion
  return {
    ...next,
    consent: {
      ...next.consent,
      version: versionOf(unnamed(shown.consent), unnamed(before.consent), live.consent.version),
    },
    adConsent: {
      ...next.adConsent,
      // What is said of a pixel that this installation was started with stands in no content.
      version: versionOf(
        { shown: unnamed(shown.adConsent), said: unnamed(next.adConsent) },
        { shown: unnamed(before.adConsent), said: unnamed(live.adConsent) },
        live.adConsent.version,
      ),
    },
  }
}

const unnamed = (words: object): object => ({ ...words, version: '' })

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)
