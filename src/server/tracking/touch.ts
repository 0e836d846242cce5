import type { Attribution, AttributionKey } from '#contract/attribution.ts'
import { wellFormed } from '#contract/text.ts'

// Cookies that come along with every later visit as well: one names the browser, the other a click of earlier.
const NOT_A_TOUCH = new Set<string>(['fbp', 'fbc'] satisfies AttributionKey[])

/** Whether an attribution names a source: a direct visit does not replace the ad that came before it. */
export const isTouch = (attribution: Attribution): boolean =>
  Object.keys(attribution).some((key) => !NOT_A_TOUCH.has(key))

/** The source under which an event is counted; empty for a direct one. */
export const sourceOf = (attribution: Attribution): string =>
  wellFormed((attribution.utm_source ?? '').slice(0, 200))
