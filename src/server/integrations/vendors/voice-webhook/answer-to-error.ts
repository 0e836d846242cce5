import { VendorError, type VendorErrorKind } from '#server/integrations/vendor-error.ts'

const VENDOR = 'The voice agent'

/** A call that the agent did not take, with the reason in words. */
export const notTaken = (
  why: string,
  details: { kind: VendorErrorKind; status?: number; retryAfterMs?: number | undefined },
): VendorError =>
  new VendorError(`${VENDOR} did not take the call: ${why}.`, {
    vendor: VENDOR,
    kind: details.kind,
    ...(details.status ? { status: details.status } : {}),
    ...(details.retryAfterMs ? { retryAfterMs: details.retryAfterMs } : {}),
  })

/**
 * Reads an answer without success into the error to throw: what it means, what to do about it, and whether the call is
 * asked for again.
 */
export function answerToError(status: number, retryAfterMs: number | undefined): VendorError {
  const [kind, why] = meaningOf(status)
  return notTaken(why, {
    kind,
    status,
    retryAfterMs: WORTH_A_PAUSE.includes(kind) ? retryAfterMs : undefined,
  })
}

const WORTH_A_PAUSE: readonly VendorErrorKind[] = ['rate-limited', 'vendor-fault']

function meaningOf(status: number): [VendorErrorKind, string] {
  const said = `(status ${status})`
  if (status === 429) return ['rate-limited', `it asks for a pause ${said}`]
  if (status === 401 || status === 403)
    return [
      'refused-credentials',
      `it does not accept our signature ${said}. Check that the secret is the same on both sides (Connections → Voice agent); until then calls wait, an hour at most`,
    ]
  if ([404, 405, 410].includes(status))
    return [
      'wrong-address',
      `nothing answers at its address ${said}. Check it under Connections → Voice agent; until then calls wait, an hour at most`,
    ]
  if (status < 400)
    return [
      'wrong-address',
      `its address leads elsewhere ${said}, and a redirect is not followed. Enter under Connections → Voice agent where it leads; until then calls wait, an hour at most`,
    ]
  if (status >= 500 || [408, 409, 425].includes(status))
    return ['vendor-fault', `it has trouble of its own ${said}`]
  return ['invalid-request', `it answered with status ${status}`]
}
