import type { AdEvent, Ads } from '#server/integrations/ads.ts'
import type { Failure } from '#server/integrations/failure.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import {
  endPauseOfOtherPixel,
  endTurn,
  hinderedUntil,
  LONGEST_PAUSE_MS,
  noteFailing,
  noteWorking,
  setWake,
  takeTurn,
} from './connection-store.ts'
import {
  markSent,
  nextDue,
  noteWhyWaiting,
  type PickedEvent,
  parkEvents,
  parkOlderThan,
  pickEvents,
} from './event-store.ts'

/** The job's name in the queue. */
export const sendAdEventsJob = 'send-ad-events'

/** Seconds between a new event and the look for it, so that several leave together. */
export const GATHER_SECONDS = 2

/** What sending needs. */
export type SendingParts = {
  database: Database
  ads: Ads
  /** Whether the owner has connected the account anew since, in whichever process. */
  isReplaced(): Promise<boolean>
  /** The pixel of the site as it is now. */
  pixelId(): string
  queue: Pick<Queue, 'send'>
  clock: Clock
  newId: NewId
  /** The first pause after a failure; each further one is twice as long. */
  retryDelaySeconds: number
}

const BATCH = 50
// A batch that fails again and again may hold one event that the vendor stumbles over: then each goes alone.
const ALONE_AFTER_FAILURES = 4
const TURN_MS = 30_000
/** The vendor refuses a whole request for one event older than seven days; the clocks need not agree to the minute. */
export const TOO_OLD_MS = 7 * 86_400_000 - 600_000
const TOO_OLD = 'It happened more than seven days ago, and Meta takes nothing older.'

/**
 * Sends the events that are due, in batches. One process sends at a time. What the vendor refuses is set aside with
 * the reason; when the vendor fails, all wait, with growing pauses. Whatever still waits has a next look ahead.
 */
export async function sendAdEvents(parts: SendingParts): Promise<void> {
  const { database, clock } = parts
  const turn = parts.newId()
  await endPauseOfOtherPixel(database, parts.pixelId())
  try {
    for (;;) {
      const now = clock.now()
      const takenSince = new Date(now.getTime() - TOO_OLD_MS)
      await parkOlderThan(database, takenSince, TOO_OLD, now)
      const failures = await keepTurn(parts, turn)
      if (failures === undefined) break
      const limit = failures >= ALONE_AFTER_FAILURES ? 1 : BATCH
      const picked = await pickEvents(database, { now, takenSince, limit })
      if (picked.length === 0 || !(await sendPicked({ ...parts, turn }, picked, failures))) break
    }
  } finally {
    await endTurn(database, turn)
    await lookAgain(parts)
  }
}

/** Makes sure that somebody looks again once the next event is due and nothing hinders. */
export async function lookAgain(parts: Pick<SendingParts, 'database' | 'queue' | 'clock'>): Promise<void> {
  const due = await nextDue(parts.database)
  if (!due) return
  const now = parts.clock.now()
  const hindered = await hinderedUntil(parts.database, now)
  const at = new Date(Math.max(due.getTime(), hindered?.getTime() ?? 0, now.getTime() + 1000))
  await parts.database.transaction().execute(async (transaction) => {
    if (!(await setWake(transaction, at, now))) return
    const seconds = Math.ceil((at.getTime() - now.getTime()) / 1000)
    await parts.queue.send(transaction, sendAdEventsJob, {}, seconds)
  })
}

function keepTurn(parts: SendingParts, turn: string): Promise<number | undefined> {
  const now = parts.clock.now()
  return takeTurn(parts.database, turn, now, new Date(now.getTime() + TURN_MS))
}

type TurnParts = SendingParts & { turn: string }

async function sendPicked(parts: TurnParts, picked: PickedEvent[], failures: number): Promise<boolean> {
  const { database, clock } = parts
  const at = clock.now()
  const refused = picked.filter(({ isRefusedSince }) => isRefusedSince).map(({ event }) => event.id)
  await parkEvents(database, refused, { reason: 'The visitor has refused ads since.' }, at)
  const allowed = picked.flatMap(({ event, isRefusedSince }) => (isRefusedSince ? [] : [event]))
  const nameless = allowed.filter(({ person }) => !person.userAgent)
  const unsendable = nameless.map(({ id }) => id)
  const noBrowser = 'The browser did not say what it is, which Meta asks for.'
  await parkEvents(database, unsendable, { reason: noBrowser }, at)
  const events = allowed.filter(({ person }) => person.userAgent)
  const pixelId = picked[0]?.pixelId
  if (events.length === 0 || pixelId === undefined) return true
  try {
    await sendOrSplit(parts, pixelId, events)
    return true
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    // The owner has put the pixel right since: what was meant for the one before must not hold up the others.
    if (error.access === 'location' && pixelId !== parts.pixelId()) {
      const ids = events.map(({ id }) => id)
      await noteAnswered(parts, (one, now) => parkEvents(one, ids, failureIn(error), now))
      return true
    }
    // What was put right is tried by the next look, and nothing rests.
    if (!(await parts.isReplaced())) await rest(parts, events, error, failures)
    return false
  }
}

/** Sends a batch; one that is refused is halved until what is at fault stands alone. */
async function sendOrSplit(parts: TurnParts, pixelId: string, events: AdEvent[]): Promise<void> {
  // Whoever was too slow leaves the rest to the process that has the turn now.
  if ((await keepTurn(parts, parts.turn)) === undefined) return
  const ids = events.map(({ id }) => id)
  try {
    await parts.ads.sendEvents(pixelId, events)
  } catch (error) {
    if (!(error instanceof VendorError) || error.retryable) throw error
    if (events.length === 1)
      return noteAnswered(parts, (database, at) => parkEvents(database, ids, failureIn(error), at))
    const half = Math.ceil(events.length / 2)
    await sendOrSplit(parts, pixelId, events.slice(0, half))
    return sendOrSplit(parts, pixelId, events.slice(half))
  }
  await noteAnswered(parts, (database, at) => markSent(database, ids, at))
}

/**
 * Notes what became of the events that the vendor answered, and that the connection works, in one transaction: whoever
 * ends in between would leave it failing with nothing left to send.
 */
async function noteAnswered(
  { database, clock }: TurnParts,
  note: (database: Queryable, at: Date) => Promise<void>,
): Promise<void> {
  const at = clock.now()
  await database.transaction().execute(async (transaction) => {
    await note(transaction, at)
    await noteWorking(transaction, at)
  })
}

async function rest(
  parts: SendingParts,
  events: AdEvent[],
  error: VendorError,
  failures: number,
): Promise<void> {
  const at = parts.clock.now()
  const growing = Math.min(LONGEST_PAUSE_MS, parts.retryDelaySeconds * 1000 * 2 ** Math.min(failures, 20))
  const until = new Date(at.getTime() + Math.max(growing, error.retryAfterMs ?? 0))
  const ids = events.map(({ id }) => id)
  await noteWhyWaiting(parts.database, ids, failureIn(error))
  await noteFailing(parts.database, { ...failureIn(error), at, until })
}

const failureIn = ({ kind, message }: VendorError): Failure => ({ kind, reason: message })
