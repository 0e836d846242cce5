import { createHash, randomUUID } from 'node:crypto'
import type { BookCallInput } from '#contract/calendar.ts'
import type { CalendarRules } from '#contract/calendar-hours.ts'
import { readPhone } from '#server/capture/read-phone.ts'
import { lockContact } from '#server/capture/store.ts'
import { lockOn, takeLocks } from '#server/platform/advisory-lock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type CallRow, correctCall, findCallOfRequest, insertCall, lockCall } from './call-store.ts'
import { endCall } from './end-call.ts'
import { asFreeSlots, findSlots } from './find-slots.ts'
import { dayOf } from './free-slots.ts'
import { endOf, keptUntil, moveLockedCall } from './move-call.ts'
import { type ChangingParts, recordCall, recordCorrection } from './record-call.ts'
import { isOverlap, SlotTakenRefusal } from './slot-taken.ts'

/** What booking needs. */
export type BookingParts = ChangingParts & { database: Database; defaultCountry: string }

/** A booking as it was asked for. */
export type Asked = {
  input: BookCallInput
  visitorId: string
  /** Whether the visitor's cookie was there before: then it tells a repeated call from another's. */
  isKnown: boolean
  rules: CalendarRules
  now: Date
  /** Refuses whoever has had enough mails of bookings; asked once there is something to book. */
  admit(): Promise<void>
}

const OTHER_EMAIL = 'Booked again with another email address.'

/**
 * Books a time for whoever asks first, with all that follows from a booking in one transaction; the same request again
 * is the same booking, with what its visitor has corrected since, at the time that they ask for now. Whoever comes second
 * is refused with the times that are free.
 */
export async function bookCall(parts: BookingParts, asked: Asked): Promise<CallRow> {
  const { input, rules, now } = asked
  if (input.website) throw new Refusal('invalid', 'The booking could not be taken.')
  const keys = keysOf(asked)
  const start = new Date(input.start)
  const call: CallRow = {
    uid: randomUUID().replaceAll('-', ''),
    state: 'booked',
    startAt: start,
    endAt: endOf(start, rules),
    sequence: 0,
    title: rules.title,
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
  const isThisTime = (found: CallRow) => found.startAt.getTime() === start.getTime()
  const ownBefore = async (database: Queryable) => {
    const found = await findCallOfRequest(database, keys.known)
    const isOwn = found && (found.email === call.email || isOf(found, asked))
    // What has begun can be no other time any more, and whoever asks for one wants another call.
    return isOwn && (isThisTime(found) || found.startAt > now) ? found : undefined
  }
  const isSettled = (found: CallRow) =>
    isThisTime(found)
      ? !isOf(found, asked) || found.startAt <= now || isSame(found, call)
      : isOvertaken(found, input)
  const book = () =>
    parts.database.transaction().execute(async (transaction) => {
      await holdRequest(transaction, keys)
      const own = await ownBefore(transaction)
      await holdDays(transaction, rules, own ? [start, own.startAt] : [start])
      const before = own && !isSettled(own) ? await lockOwn(transaction, own) : own
      if (before && isSettled(before)) return before
      const isMoved = before !== undefined && !isThisTime(before)
      if (!before || isMoved)
        await refuseTaken(transaction, { rules, now, start, ...(before && { exceptUid: before.uid }) })
      if (before && before.email === call.email) {
        const right =
          isOf(before, asked) && !isSame(before, call)
            ? await correct(parts, transaction, before, call)
            : before
        const to = { start, timezone: call.timezone, rules, requestKey: keys.kept, now }
        return isMoved ? moveLockedCall(parts, transaction, right, to) : right
      }
      if (before) await endCall(parts, transaction, before, { reason: OTHER_EMAIL, now })
      // A call that has begun, or another's, has the key of the id alone.
      const isKeyUsed = keys.kept !== null && (await findCallOfRequest(transaction, [keys.kept]))
      const requestKey = isKeyUsed ? keys.ofTime : keys.kept
      await insertCall(transaction, { ...call, requestKey, keptUntil: keptUntil(call.endAt, rules) })
      const leadId = await recordCall(parts, transaction, call, { step: 'created', at: now, reason: null })
      await parts.told(transaction, { call, what: 'booked', leadId, now })
      return call
    })
  try {
    const before = await ownBefore(parts.database)
    if (before && isSettled(before)) return before
    // Most who come second are told so without waiting for anybody.
    if (!before) await refuseTaken(parts.database, { rules, now, start })
    await asked.admit()
    return await book()
  } catch (error) {
    // The same request may have come twice at once: its first has the booking.
    const own =
      isOverlap(error) || error instanceof SlotTakenRefusal ? await ownBefore(parts.database) : undefined
    if (own && isThisTime(own)) return isSettled(own) ? own : book()
    throw isOverlap(error) ? await takenNow(parts.database, rules, now) : error
  }
}

/** Whether a call was booked in this very browser: only there its details may be corrected. */
const isOf = ({ visitorId }: CallRow, asked: Asked): boolean => asked.isKnown && visitorId === asked.visitorId

const isSame = (one: CallRow, other: CallRow): boolean =>
  one.email === other.email && one.name === other.name && one.phone === other.phone && one.note === other.note

/** Holds a call that is to be corrected; undefined where it was cancelled or erased meanwhile. */
async function lockOwn(transaction: Queryable, { uid, email }: CallRow): Promise<CallRow | undefined> {
  // Whoever is erased at the same moment is held by their email first, too.
  await lockContact(transaction, email, null)
  const call = await lockCall(transaction, uid)
  return call?.state === 'booked' ? call : undefined
}

/** Takes what is corrected of the same call, and tells of it anew: what was told before is wrong. */
async function correct(
  parts: BookingParts,
  transaction: Queryable,
  before: CallRow,
  { name, phone, note, changedAt: now }: CallRow,
): Promise<CallRow> {
  const call = await correctCall(transaction, before.uid, { name, phone, note }, now)
  const leadId = await recordCorrection(parts, transaction, call, now)
  await parts.told(transaction, { call, what: 'booked', leadId, now })
  return call
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

const hashOf = (request: string[]): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('base64url')

/** By what a repeated request may be known, the surest first, and what it is kept under. */
type RequestKeys = { known: string[]; kept: string | null; ofTime: string | null }

/**
 * A request is known by its own id, whatever time it asks for or, without one, by browser, email and time. With an id
 * and the time, and the email too, requests were kept once.
 */
function keysOf({ input, visitorId, isKnown }: Asked): RequestKeys {
  const start = new Date(input.start).toISOString()
  if (!input.bookingId) {
    const key = isKnown ? hashOf([`visitor ${visitorId}`, input.email, start]) : null
    return { known: key ? [key] : [], kept: key, ofTime: null }
  }
  const id = `id ${input.bookingId}`
  const kept = hashOf([id])
  const ofTime = hashOf([id, start])
  return { known: [ofTime, hashOf([id, input.email, start]), kept], kept, ofTime }
}

/** Makes the same request take turns with itself until the transaction ends. */
async function holdRequest(transaction: Queryable, { kept }: RequestKeys): Promise<void> {
  if (kept !== null) await takeLocks(transaction, [lockOn(`booking request ${kept}`)])
}

/**
 * Whether a request was on its way for so long that a later one of the same form has its booking: a form names every
 * time that it asked for before. One without scripts names none, and is sent once at a time.
 */
const isOvertaken = ({ startAt }: CallRow, { earlierTimes }: BookCallInput): boolean =>
  earlierTimes !== undefined && !earlierTimes.some((start) => Date.parse(start) === startAt.getTime())
