import type { Queryable } from '#server/platform/database.ts'
import { type CallRow, cancelCall } from './call-store.ts'
import { type ChangingParts, recordCall } from './record-call.ts'

/** Cancels a locked call with all that follows from it, as part of the caller's transaction. */
export async function endCall(
  parts: ChangingParts,
  transaction: Queryable,
  call: CallRow,
  { reason, now }: { reason: string | null; now: Date },
): Promise<CallRow> {
  const cancelled = await cancelCall(transaction, call.uid, now)
  const step = { step: 'cancelled', at: now, reason } as const
  const leadId = await recordCall(parts, transaction, cancelled, step)
  await parts.told(transaction, { call: cancelled, what: 'cancelled', leadId, now })
  return cancelled
}
