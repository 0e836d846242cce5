import type { FastifyInstance } from 'fastify'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { ANSWER_WITHIN_MS } from '#server/platform/deadline.ts'
import { createFloodLimit, type FloodLimit } from '#server/platform/flood-limit.ts'
import { createGroupCommit, type GroupCommit } from '#server/platform/group-commit.ts'
import type { StoredKey } from '#server/platform/rate-limit.ts'
import type { TrackingEvent } from './record-events.ts'

// Many phones share one address of their carrier; this is far above what a crowd of them sends.
const PER_ADDRESS = { max: 3000, seconds: 60 }
const MAX_BATCH = 500
// While the database writes one batch the next waits at its door; each costs a commit, so a handful waits for more.
const ON_THEIR_WAY = 2
const WORTH_SENDING = 12
const MAX_WAITING = 5000

/** Takes the tracker's calls as long as the app runs: in batches that are answered once they are on disk, up to a limit. */
export function takeEvents(
  app: FastifyInstance,
  parts: {
    database: Database
    clock: Clock
    storedKey: StoredKey
    /** Stores a batch of tracking events; resolves once it is on disk. */
    storeEvents(batch: TrackingEvent[]): Promise<void>
  },
): { events: GroupCommit<TrackingEvent>; flood: FloodLimit } {
  const { database, clock, storedKey } = parts
  const events = createGroupCommit<TrackingEvent>({
    commit: parts.storeEvents,
    maxBatch: MAX_BATCH,
    onTheirWay: ON_THEIR_WAY,
    worthSending: WORTH_SENDING,
    maxWaiting: MAX_WAITING,
    answerWithinMs: ANSWER_WITHIN_MS,
  })
  app.addHook('onClose', () => events.drain())
  const flood = createFloodLimit(database, clock, PER_ADDRESS, storedKey, (error) =>
    app.log.warn({ err: error }, 'tracking calls could not be counted'),
  )
  flood.start()
  app.addHook('onClose', () => flood.stop())
  return { events, flood }
}
