import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { withinDeadline } from '#server/platform/deadline.ts'
import { type LogPlace, measureLag, readPlace } from './lag.ts'

/** How a replica may be: read, too far behind, not answering, no replica any more, or one of another database. */
export const replicaStates = ['following', 'behind', 'gone', 'promoted', 'other'] as const

/** One of them. */
export type ReplicaState = (typeof replicaStates)[number]

/** What is known of a replica, looked at every second. */
export type ReplicaWatch = {
  state(): ReplicaState
  /** How old what it shows is, in milliseconds; null where that is not known. */
  ageMs(): number | null
  /** Whether it may be read now. */
  isReadable(): boolean
  /** Whether it may be read by who has to see everything up to a place of the log. */
  has(place: LogPlace): boolean
  /** Where the primary's log ends now: everything committed is before it. */
  place(): Promise<LogPlace | null>
  /** Tells of a failed connection to it, so that nobody waits for the next look. */
  lost(): void
  /** Calls when it is not to be read any more; returns what ends that. */
  onUnreadable(listener: () => void): () => void
  /** Calls after each look; returns what ends that. */
  onLook(listener: () => void): () => void
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 1000
const ANSWERS_WITHIN_MS = 2000
// Older than that, what was seen says nothing about now.
const STALE_MS = 8000

/**
 * Watches how far a replica is behind its primary, and looks at both before it returns. It is read until it is
 * `maxLagMs` behind, and again from half of that on, so that who is at the limit does not change places every second.
 */
export async function watchReplica(parts: {
  primary: Database
  replica: Database
  maxLagMs: number
  onProblem(error: unknown): void
  lookEveryMs?: number
}): Promise<ReplicaWatch> {
  const { primary, replica, maxLagMs } = parts
  const lag = measureLag(maxLagMs * 2)
  const lookers = new Set<() => void>()
  const readers = new Set<() => void>()
  let state: ReplicaState = 'gone'
  let replayed: LogPlace | null = null
  /** When the state was the primary's that the replica showed at the last look. */
  let shownAt: number | null = null
  let lookedAt = performance.now()
  let wanted: Awaited<ReturnType<typeof identityOf>> | undefined
  let isSaid = false

  const ageMs = () => (shownAt === null ? null : performance.now() - shownAt)
  const isReadable = () => state === 'following' && performance.now() - lookedAt < STALE_MS
  const turn = (next: ReplicaState) => {
    state = next
    if (next !== 'following') leave()
  }
  const leave = () => {
    for (const reader of [...readers]) reader()
  }
  async function look(): Promise<void> {
    const begun = performance.now()
    try {
      wanted ??= await withinDeadline(ANSWERS_WITHIN_MS, identityOf(primary))
      const end = await withinDeadline(ANSWERS_WITHIN_MS, endOfLog(primary))
      if (end !== null) lag.primaryAt(begun, end)
    } catch (error) {
      // Whose primary is not there has other worries, and is told of them by whoever asks it; it may be another one.
      wanted = undefined
      parts.onProblem(error)
    }
    try {
      const seen = await withinDeadline(ANSWERS_WITHIN_MS, seenOf(replica))
      isSaid = false
      lookedAt = performance.now()
      replayed = readPlace(seen.replayed)
      const noted = replayed === null ? null : lag.stateAt(replayed)
      shownAt = noted ?? (seen.behindMs === null ? null : begun - seen.behindMs)
      if (!seen.isReplica) turn('promoted')
      else if (wanted && seen.identity !== wanted) turn('other')
      else turn(isNear(begun) ? 'following' : 'behind')
    } catch (error) {
      gone(error)
    }
    for (const looker of [...lookers]) looker()
  }
  const isNear = (now: number) =>
    shownAt !== null && now - shownAt <= (state === 'following' ? maxLagMs : maxLagMs / 2)
  const gone = (error: unknown) => {
    turn('gone')
    replayed = null
    shownAt = null
    // Once, and not at every look.
    if (!isSaid) parts.onProblem(error)
    isSaid = true
  }

  let looking = look()
  await looking
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    looking = look().finally(() => {
      isLooking = false
    })
  }, parts.lookEveryMs ?? LOOK_EVERY_MS)
  return {
    state: () => state,
    ageMs,
    isReadable,
    has: (place) => isReadable() && replayed !== null && replayed >= place,
    place: () => endOfLog(primary),
    lost: () => turn('gone'),
    onUnreadable(listener) {
      readers.add(listener)
      return () => readers.delete(listener)
    },
    onLook(listener) {
      lookers.add(listener)
      return () => lookers.delete(listener)
    },
    async stop() {
      clearInterval(timer)
      leave()
      await looking
    },
  }
}

/** Which database this is: a replica is a copy of it to the last file, so both carry the same numbers. */
async function identityOf(database: Database): Promise<string> {
  const { rows } = await sql<{ identity: string }>`select ${identity} as identity`.execute(database)
  return rows[0]?.identity ?? ''
}

const identity = sql`(select system_identifier from pg_control_system())
  || ' ' || (select oid from pg_database where datname = current_database())`

async function endOfLog(primary: Database): Promise<LogPlace | null> {
  // Also before what was committed without waiting for the disk.
  const { rows } = await sql<{ place: string }>`select pg_current_wal_insert_lsn()::text as place`.execute(
    primary,
  )
  const place = readPlace(rows[0]?.place)
  if (place === null) return null
  // At the beginning of a page the primary is past the page's header, which holds nothing to replay.
  const intoPage = place % WAL_PAGE
  return intoPage <= LONGEST_HEADER ? place - intoPage : place
}

const WAL_PAGE = 8192n
const LONGEST_HEADER = 40n

type Seen = { isReplica: boolean; identity: string; replayed: string | null; behindMs: number | null }

async function seenOf(replica: Database): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select pg_is_in_recovery() as "isReplica", ${identity} as identity, pg_last_wal_replay_lsn()::text as replayed,
      (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as "behindMs"`.execute(
    replica,
  )
  const [seen] = rows
  if (!seen) throw new Error('the replica answered nothing')
  return seen
}
