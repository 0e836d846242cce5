import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockThing } from './event-store.ts'
import {
  type AgeLimits,
  lockParkedEvent,
  type ParkedEvent,
  readParkedEvents,
  reopenEvent,
  type WhyNotSentAgain,
} from './parked-store.ts'
import { sendAdEventsJob, TOO_OLD_MS } from './send-ad-events.ts'

/** What trying events again needs. */
export type EventReplayParts = { database: Database; queue: Pick<Queue, 'send'>; clock: Clock }

// Meta joins what the pixel and the server tell under one id for 48 hours; a little less, for the way there.
const KNOWN_FOR_MS = 47 * 3_600_000

/** Why an event that was set aside is not sent again, in the owner's words. */
export const notAgainWords: Record<WhyNotSentAgain, string> = {
  old: 'It cannot be sent again: Meta takes nothing older than seven days.',
  nameless: 'It cannot be sent again: Meta asks which browser it was, and that is not known.',
  refused: 'It is not sent again: the visitor said no to adverts.',
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
    // A browser that claims the same thing at this moment either finds this waiting, or is found here.
    if (seen.thing) await lockThing(transaction, seen.thing)
    const event = seen.thing ? await lockParkedEvent(transaction, limitsAt(now), id) : seen
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
