import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { APPLIED_ON } from './dedupe-key.ts'
import { lockOccasion } from './event-store.ts'
import { isRefusedBy } from './offline-conversion-store.ts'
import { sendAdEventsJob, TOO_OLD_MS } from './send-ad-events.ts'

/**
 * Why a parked event is not sent again. `old`: the vendor takes nothing that old; `nameless`: its browser is not
 * known; `refused`: the visitor said no; `twin`: the browser's own pixel has told it, too long ago for the vendor to
 * know the two as one; `told`: a browser has told it since, under an id of its own.
 */
type WhyNotSentAgain = 'old' | 'nameless' | 'refused' | 'twin' | 'told'

/** An event that was set aside. */
type ParkedEvent = {
  id: string
  at: Date
  name: string
  reason: string | null
  occasion: string | null
  whyNot: WhyNotSentAgain | null
}

/** Before which moments an event is too old: to be taken at all, and to be known as its browser's twin. */
type AgeLimits = { takenSince: Date; knownSince: Date }

const columns = ({ takenSince, knownSince }: AgeLimits) => sql`id, at, event_name as name, reason, occasion,
  case
    when at < ${takenSince} then 'old'
    when user_agent is null then 'nameless'
    when ${isRefusedBy('event')} then 'refused'
    when reported_by = 'browser' and at < ${knownSince} then 'twin'
    when reported_by = 'server' and starts_with(occasion, 'booked ') and exists (select from pixel_events
      where event_name = 'Schedule' and dedupe_key = 'booking ' || substr(occasion, 8)) then 'told'
    when reported_by = 'server' and starts_with(occasion, 'applied ') and exists (select from pixel_events pixel
      join visitors visitor on visitor.id = pixel.visitor_id where visitor.person_id = event.person_id
        and pixel.event_name = 'SubmitApplication' and pixel.path = any(${APPLIED_ON})) then 'told'
  end as "whyNot"`

/** The newest events that were set aside, each with what speaks against another try. */
async function readParkedEvents(
  database: Queryable,
  limits: AgeLimits,
  limit: number,
): Promise<ParkedEvent[]> {
  const { rows } =
    await sql<ParkedEvent>`select ${columns(limits)} from ad_events event where state = 'parked'
    order by at desc, id desc limit ${limit}`.execute(database)
  return rows
}

/** The event with this id, if it is set aside, held until the transaction ends. */
async function lockParkedEvent(
  transaction: Queryable,
  limits: AgeLimits,
  id: string,
): Promise<ParkedEvent | undefined> {
  const { rows } = await sql<ParkedEvent>`select ${columns(limits)} from ad_events event
    where id = ${id} and state = 'parked' for update of event`.execute(transaction)
  return rows[0]
}

/** Lets an event wait anew, under its own id; its tries go on being counted, because one may have arrived. */
async function reopenEvent(transaction: Queryable, id: string, dueAt: Date): Promise<void> {
  await sql`update ad_events set state = 'waiting', reason = null, failure_kind = null, settled_at = null, due_at = ${dueAt}
    where id = ${id} and state = 'parked'`.execute(transaction)
}

/** What trying events again needs. */
export type EventReplayParts = { database: Database; queue: Pick<Queue, 'send'>; clock: Clock }

// Meta joins what the pixel and the server tell under one id for 48 hours; a little less, for the way there.
const KNOWN_FOR_MS = 47 * 3_600_000

/** Why an event that was set aside is not sent again, in the owner's words. */
export const notAgainWords: Record<WhyNotSentAgain, string> = {
  old: 'It cannot be sent again: Meta takes nothing older than seven days.',
  nameless: 'It cannot be sent again: Meta asks which browser it was, and that is not known.',
  refused: 'It is not sent again: the visitor said no to ads.',
  twin: 'It is not sent again: the pixel reported it too, and after two days Meta would count both.',
  told: 'It is not sent again: the pixel has reported it since.',
}

/** The newest events that were set aside, each with what speaks against another try. */
export const parkedEvents = (database: Queryable, now: Date, limit: number): Promise<ParkedEvent[]> =>
  readParkedEvents(database, limitsAt(now), limit)

/** Sends one event again that was set aside, under its own id; false where there is none. */
export async function replayAdEvent(parts: EventReplayParts, id: string): Promise<boolean> {
  return (await replay(parts, id, true)) !== undefined
}

/** Sends everything again that was set aside and may be; says how much that is. */
export async function replayAdEvents(parts: EventReplayParts, limit: number): Promise<number> {
  const parked = await parkedEvents(parts.database, parts.clock.now(), limit)
  let queued = 0
  for (const event of parked) if (event.whyNot === null && (await replay(parts, event.id, false))) queued += 1
  return queued
}

/** True when it waits again, with the job in the same transaction; undefined where nothing is set aside under this id. */
async function replay(
  { database, queue, clock }: EventReplayParts,
  id: string,
  refuses: boolean,
): Promise<boolean | undefined> {
  return database.transaction().execute(async (transaction) => {
    const now = clock.now()
    const seen = await lockParkedEvent(transaction, limitsAt(now), id)
    if (!seen) return undefined
    // A browser that claims the same occasion at this moment either finds this waiting, or is found here.
    if (seen.occasion) await lockOccasion(transaction, seen.occasion)
    const event = seen.occasion ? await lockParkedEvent(transaction, limitsAt(now), id) : seen
    if (!event) return undefined
    if (event.whyNot !== null) {
      if (refuses) throw new Refusal('conflict', notAgainWords[event.whyNot])
      return false
    }
    await reopenEvent(transaction, id, now)
    await queue.send(transaction, sendAdEventsJob, {})
    return true
  })
}

const limitsAt = (now: Date): AgeLimits => ({
  takenSince: new Date(now.getTime() - TOO_OLD_MS),
  knownSince: new Date(now.getTime() - KNOWN_FOR_MS),
})
