import type { SiteContent } from '#contract/site-content.ts'
import type { ConsentTexts } from '#server/capture/read-submit.ts'

type Words = SiteContent['consent']

// A form stays open for minutes, not for this many changes of its words.
const AT_MOST = 50

/**
 * Keeps the consent words that stood under forms before the ones that stand there now: a visitor who opened the page
 * before they changed agrees to what that page said, and the receipt must say the same.
 */
export function rememberConsents() {
  const earlier = new Map<string, Words>()
  return {
    remember(words: Words): void {
      earlier.set(words.version, words)
      for (const version of earlier.keys()) if (earlier.size > AT_MOST) earlier.delete(version)
    },
    /** The words of the version a form showed; today's where it is not known. */
    shownAs(version: string | undefined, today: Words): ConsentTexts {
      const words = version === undefined || version === today.version ? today : earlier.get(version)
      const { version: name, text, offerCall, callLabel } = words ?? today
      return { version: name, marketing: text, automatedCall: offerCall ? callLabel : null }
    },
  }
}
