import type { CalendarRules } from '#contract/calendar-hours.ts'
import { lockContact } from '#server/capture/store.ts'
import type { Queryable } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type BookingParts, holdDays, refuseTaken, takenNow } from './book-call.ts'
import { type CallRow, findCall, lockCall } from './call-store.ts'
import { endCall } from './end-call.ts'
import { moveLockedCall } from './move-call.ts'
import { isOverlap } from './slot-taken.ts'

/** Moves a call to another free time; the time it already has changes nothing. Refused once it has begun or was cancelled. */
export async function moveBookedCall(
  parts: BookingParts,
  uid: string,
  to: { start: Date; timezone: string | undefined; rules: CalendarRules; now: Date },
): Promise<CallRow> {
  const { start, rules, now } = to
  const move = () =>
    parts.database.transaction().execute(async (transaction) => {
      const before = await findCall(transaction, uid)
      await holdDays(transaction, rules, [start, ...(before ? [before.startAt] : [])])
      const call = await lockChangeable(transaction, uid, now)
      if (call.state === 'cancelled') throw new Refusal('conflict', 'This call was cancelled.')
      if (call.startAt.getTime() === start.getTime()) return call
      await refuseTaken(transaction, { rules, now, start, exceptUid: uid })
      const timezone = to.timezone ?? call.timezone
      return moveLockedCall(parts, transaction, call, { start, timezone, rules, requestKey: null, now })
    })
  return move().catch(async (error: unknown) => {
    throw isOverlap(error) ? await takenNow(parts.database, rules, now, uid) : error
  })
}

/** Cancels a call; doing it again changes nothing. Refused once it has begun. */
export async function cancelBookedCall(
  parts: BookingParts,
  uid: string,
  { reason, now }: { reason: string; now: Date },
): Promise<CallRow> {
  return parts.database.transaction().execute(async (transaction) => {
    const call = await lockChangeable(transaction, uid, now)
    if (call.state === 'cancelled') return call
    return endCall(parts, transaction, call, { reason: reason || null, now })
  })
}

async function lockChangeable(transaction: Queryable, uid: string, now: Date): Promise<CallRow> {
  const before = await findCall(transaction, uid)
  // Whoever is erased at the same moment is held by their email first, too.
  if (before) await lockContact(transaction, before.email, null)
  const call = await lockCall(transaction, uid)
  if (!call) throw new Refusal('not-found', 'There is no such booking.')
  if (call.state === 'booked' && call.startAt <= now)
    throw new Refusal('conflict', 'This call has already begun, so it can no longer be changed here.')
  return call
}
