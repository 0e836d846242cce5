import type { CalendarRules } from '#contract/calendar-hours.ts'
import type { Queryable } from '#server/platform/database.ts'
import { type CallRow, moveCall } from './call-store.ts'
import { type ChangingParts, recordCall } from './record-call.ts'

const MINUTE = 60_000

/** Where a call is moved to, by which rules, and by what the request that moved it is known again. */
type Destination = {
  start: Date
  timezone: string
  rules: CalendarRules
  requestKey: string | null
  now: Date
}

/** When a call that starts at a moment ends. */
export const endOf = (start: Date, rules: CalendarRules): Date =>
  new Date(start.getTime() + rules.lengthMinutes * MINUTE)

/** Until when a call keeps others away. */
export const keptUntil = (endAt: Date, rules: CalendarRules): Date =>
  new Date(endAt.getTime() + rules.pauseMinutes * MINUTE)

/** Moves a locked call to a time that is free, with all that follows from it, as part of the caller's transaction. */
export async function moveLockedCall(
  parts: ChangingParts,
  transaction: Queryable,
  { uid }: CallRow,
  { start, timezone, rules, requestKey, now }: Destination,
): Promise<CallRow> {
  const endAt = endOf(start, rules)
  const moved = await moveCall(transaction, uid, {
    startAt: start,
    endAt,
    keptUntil: keptUntil(endAt, rules),
    title: rules.title,
    location: rules.place,
    timezone,
    requestKey,
    at: now,
  })
  const leadId = await recordCall(parts, transaction, moved, { step: 'rescheduled', at: now, reason: null })
  await parts.told(transaction, { call: moved, what: 'moved', leadId, now })
  return moved
}
