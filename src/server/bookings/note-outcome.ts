import type { BookingStatus, Outcome } from '#contract/outcomes.ts'
import { noteOfflineConversionsJob } from '#server/external-events/link-external-events.ts'
import {
  addUpdate,
  type ExternalEvent,
  type ExternalEventUpdate,
  type History,
  lockExternalEvent,
} from '#server/external-events/store.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { bookingStatus, tellerOf } from './booking-status.ts'
import { findBooking, readHistory, setBookingStatus } from './store.ts'

type Parts = { database: Database; queue: Pick<Queue, 'send'>; newId: NewId }

/** The step of a booking's history by which each outcome is kept. */
const stepOf = { held: 'shown', no_show: 'no_show', moved: 'moved', cancelled: 'cancelled' } as const

const kinds = new Set<string>(Object.values(stepOf))

const noSuchCall = () => new Refusal('not-found', 'There is no such call.')

/** Notes the owner's word on what became of a call, whichever calendar it was booked in; the newest word counts. */
export async function noteOutcome(
  parts: Parts,
  { id, outcome, at }: { id: string; outcome: Outcome; at: Date },
): Promise<BookingStatus> {
  return parts.database.transaction().execute(async (transaction) => {
    const event = isId(id) ? await lockExternalEvent(transaction, id) : undefined
    if (event?.kind !== 'booking') throw noSuchCall()
    const kind = stepOf[outcome]
    const history = await readHistory(transaction, event.id)
    // A second tap says nothing new, unless somebody else has spoken meanwhile.
    const last = words(history).at(-1)
    if (last?.kind === kind && tellerOf(last) === 'owner') return bookingStatus(history)
    const key = `owner ${kind} ${at.toISOString()}`
    return addWord(parts, transaction, event, {
      key,
      kind,
      at,
      details: { by: 'owner' },
      deliveryId: null,
    })
  })
}

/** Takes the owner's newest word on a call back, so that what was known before it holds again; it stays on record. */
export async function takeBackOutcome(
  parts: Parts,
  { id, at }: { id: string; at: Date },
): Promise<BookingStatus> {
  return parts.database.transaction().execute(async (transaction) => {
    const event = isId(id) ? await lockExternalEvent(transaction, id) : undefined
    if (event?.kind !== 'booking') throw noSuchCall()
    const history = await readHistory(transaction, event.id)
    const last = words(history).findLast((step) => tellerOf(step) === 'owner')
    if (!last) throw new Refusal('conflict', 'You have said nothing about this call.')
    return addWord(parts, transaction, event, {
      key: `undone ${last.key}`,
      kind: 'undone',
      at,
      details: { by: 'owner', of: last.key },
      deliveryId: null,
    })
  })
}

/** The id of the booking that a calendar knows by this name. */
export async function idOfBooking(database: Database, uid: string): Promise<string> {
  const id = await findBooking(database, uid)
  if (!id) throw noSuchCall()
  return id
}

/** Keeps a word on a call, and how the booking stands then. */
async function addWord(
  parts: Parts,
  transaction: Queryable,
  event: ExternalEvent,
  word: ExternalEventUpdate,
): Promise<BookingStatus> {
  const status = bookingStatus(await addUpdate(transaction, parts.newId(), event.id, word))
  await setBookingStatus(transaction, event.id, status)
  if (event.lead_id) await parts.queue.send(transaction, noteOfflineConversionsJob, { leadId: event.lead_id })
  return status
}

/** What was said of a call and not taken back, the newest last. */
function words(history: History): History {
  const takenBack = new Set(history.map(({ details }) => details.of))
  return history.filter(({ key, kind }) => kinds.has(kind) && !takenBack.has(key))
}
