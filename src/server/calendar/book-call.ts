import { createHash, randomUUID } from 'node:crypto'
import type { BookCallInput } from '#contract/calendar.ts'
import type { CalendarRules } from '#contract/calendar-hours.ts'
import { readPhone } from '#server/capture/read-phone.ts'
import { lockOn, takeLocks } from '#server/platform/advisory-lock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { asFreeSlots, findSlots } from './find-slots.ts'
import { dayOf } from './free-slots.ts'
import { type RecordingParts, recordCall } from './record-call.ts'
import { isOverlap, SlotTakenRefusal } from './slot-taken.ts'
import { type CallRow, findCallOfRequest, insertCall } from './store.ts'

/** What booking needs: `told` writes, in the same transaction, the mails that a booking brings. */
export type BookingParts = RecordingParts & {
  database: Database
  defaultCountry: string
  told(
    transaction: Queryable,
    about: { call: CallRow; what: 'booked' | 'moved' | 'cancelled'; leadId: string | null; now: Date },
  ): Promise<void>
}

/** A booking as it was asked for. */
export type Asked = {
  input: BookCallInput
  visitorId: string
  /** Whether the visitor's cookie was there before: then it tells a repeated call from another's. */
  isKnown: boolean
  rules: CalendarRules
  title: string
  now: Date
}

const MINUTE = 60_000

/**
 * Books a time for whoever asks first, with all that follows from a booking in one transaction; the same request again
 * is the same booking. Whoever comes second is refused with the times that are free.
 */
export async function bookCall(parts: BookingParts, asked: Asked): Promise<CallRow> {
  const { input, rules, now } = asked
  if (input.website) throw new Refusal('invalid', 'The booking could not be taken.')
  const requestKey = keyOf(asked)
  const start = new Date(input.start)
  const before = requestKey && (await findCallOfRequest(parts.database, requestKey))
  if (before) return before
  const call: CallRow = {
    uid: randomUUID().replaceAll('-', ''),
    state: 'booked',
    startAt: start,
    endAt: new Date(start.getTime() + rules.lengthMinutes * MINUTE),
    sequence: 0,
    title: asked.title,
    location: rules.place,
    name: input.name,
    email: input.email,
    phone: input.phone ? (readPhone(input.phone, parts.defaultCountry) ?? input.phone) : null,
    note: input.note || null,
    timezone: input.timezone ?? rules.timezone,
    visitorId: asked.visitorId,
    bookedAt: now,
    changedAt: now,
  }
  const book = async () => {
    // Most who come second are told so without waiting for anybody.
    await refuseTaken(parts.database, { rules, now, start })
    return parts.database.transaction().execute(async (transaction) => {
      await holdDays(transaction, rules, [start])
      const again = requestKey && (await findCallOfRequest(transaction, requestKey))
      if (again) return again
      await refuseTaken(transaction, { rules, now, start })
      await insertCall(transaction, { ...call, requestKey, keptUntil: keptUntil(call.endAt, rules) })
      const leadId = await recordCall(parts, transaction, call, { step: 'created', at: now, reason: null })
      await parts.told(transaction, { call, what: 'booked', leadId, now })
      return call
    })
  }
  return book().catch(async (error: unknown) => {
    // The same request may have come twice at once: its first has the booking.
    const own =
      requestKey && (isOverlap(error) || error instanceof SlotTakenRefusal)
        ? await findCallOfRequest(parts.database, requestKey)
        : undefined
    if (own) return own
    throw isOverlap(error) ? await takenNow(parts.database, rules, now) : error
  })
}

/** Makes bookings of the same days of the coach's take turns until the transaction ends: only so can they be counted. */
export async function holdDays(transaction: Queryable, rules: CalendarRules, starts: Date[]): Promise<void> {
  const days = new Set(starts.map((start) => dayOf(start.getTime(), rules.timezone).toString()))
  await takeLocks(
    transaction,
    [...days].sort().map((day) => lockOn(`calendar day ${day}`)),
  )
}

/** Refuses a time that is not offered, with those that are; the call of a uid gives its own time free. */
export async function refuseTaken(
  database: Queryable,
  { rules, now, start, exceptUid }: { rules: CalendarRules; now: Date; start: Date; exceptUid?: string },
): Promise<void> {
  const to = new Date(start.getTime() + 1)
  const offered = await findSlots(database, rules, { now, from: start, to, exceptUid })
  if (!offered.includes(start.getTime())) throw await takenNow(database, rules, now, exceptUid)
}

/** The refusal with the times that are free now. */
export async function takenNow(
  database: Queryable,
  rules: CalendarRules,
  now: Date,
  exceptUid?: string,
): Promise<SlotTakenRefusal> {
  return new SlotTakenRefusal(asFreeSlots(await findSlots(database, rules, { now, exceptUid }), rules))
}

/** Until when a call keeps others away. */
export const keptUntil = (endAt: Date, rules: CalendarRules): Date =>
  new Date(endAt.getTime() + rules.pauseMinutes * MINUTE)

/** By what a repeated request is known: its own id or, without one, its browser; neither helps who does not know the rest. */
function keyOf({ input, visitorId, isKnown }: Asked): string | null {
  const who = input.bookingId ? `id ${input.bookingId}` : isKnown ? `visitor ${visitorId}` : null
  const request = JSON.stringify([who, input.email, new Date(input.start).toISOString()])
  return who && createHash('sha256').update(request).digest('base64url')
}
