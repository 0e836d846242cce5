/** A form that a person reads and fills takes longer than this, even when the browser fills it in. */
const FASTEST_PERSON_MS = 800

/**
 * Why a submit looks like spam, in words for the owner; null where it does not (docs/spec.md, 'Capturing a lead').
 */
export function whyQuarantined(submit: { website?: string; elapsed?: number }): string | null {
  if (submit.website) return 'The hidden trap field was filled in, which people cannot see.'
  if (submit.elapsed !== undefined && submit.elapsed < FASTEST_PERSON_MS)
    return `The form was sent ${(submit.elapsed / 1000).toFixed(1)} s after it opened.`
  return null
}
