import type { Attribution, AttributionKey } from '#contract/attribution.ts'
import { wellFormed } from '#contract/text.ts'

// Names the browser or the language of the page, not where a visit came from.
const NOT_A_TOUCH = new Set<string>(['fbp'] satisfies AttributionKey[])

/** Whether an attribution names a source: a direct visit does not replace the ad that came before it. */
export const isTouch = (attribution: Attribution): boolean =>
  Object.keys(attribution).some((key) => !NOT_A_TOUCH.has(key))

/** The source under which an event is counted; empty for a direct one. */
export const sourceOf = (attribution: Attribution): string =>
  wellFormed((attribution.utm_source ?? '').slice(0, 200))
