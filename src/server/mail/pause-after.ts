import type { FailureKind } from '#contract/failure-kinds.ts'
import { isOwnersToMend, VendorError } from '#server/integrations/vendor-error.ts'

const HOUR_MS = 3_600_000
const MINUTES_OF_LIMIT = 15
// A login or a sender that is refused stays so until somebody does something, which is then told to us.
const TIMES_LONGER = 60
// What may have arrived is not sent again and again: a handful of times in three days.
const UNANSWERED_MS = HOUR_MS / 4
const UNANSWERED_GROWTH = 5

/** Whether a failure is the mail server's own, so that no other mail would fare better now. */
export const isServersFault = (kind: FailureKind): boolean =>
  kind === 'unreachable' ||
  kind === 'rate-limited' ||
  kind === 'refused-credentials' ||
  kind === 'refused-sender' ||
  kind === 'not-set-up'

/**
 * How long to wait before another try, in milliseconds: as long again as it has failed so far, at least the first pause
 * and at most an hour. What only the owner can put right is tried less often, what may have arrived much less, and a pause
 * that the server names is kept.
 */
export function pauseAfter(
  error: unknown,
  { failingForMs, firstMs }: { failingForMs: number; firstMs: number },
): number {
  const growing = Math.min(HOUR_MS, Math.max(firstMs, failingForMs))
  if (!(error instanceof VendorError)) return growing
  if (error.retryAfterMs !== undefined) return error.retryAfterMs
  if (error.kind === 'unanswered') return Math.max(UNANSWERED_MS, firstMs, UNANSWERED_GROWTH * failingForMs)
  if (error.kind === 'rate-limited') return Math.max(growing, MINUTES_OF_LIMIT * 12 * firstMs)
  return isOwnersToMend(error.kind) ? Math.min(HOUR_MS, Math.max(growing, TIMES_LONGER * firstMs)) : growing
}
