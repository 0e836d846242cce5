import { sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { Live } from '#server/platform/live.ts'

/** The browsers of erased people. One that comes back is a new visitor, and what it sent before is not stored. */
export type ErasedVisitors = {
  has(visitorId: string): boolean
  /** Reads again whom this process knows; resolves once it does. */
  readAgain(): Promise<void>
  stop(): void
}

// A notification may be lost with its connection; this is how long another process can then be behind.
const AGAIN_MS = 30_000

/** Keeps the erased browsers known: this process's own erasures at once, another's within about a second. */
export async function keepErasedVisitors(parts: {
  database: Database
  live: Live
  onProblem(error: unknown): void
  /** Runs whenever more are known. */
  onMore(): void
}): Promise<ErasedVisitors> {
  let known = await readErased(parts.database)
  let asked = 0
  let knownSince = 0
  const readAgain = async () => {
    asked += 1
    const mine = asked
    const read = await readErased(parts.database)
    // Its answer took longer than that to a later question.
    if (mine < knownSince) return
    knownSince = mine
    const isMore = [...read].some((visitorId) => !known.has(visitorId))
    known = read
    if (isMore) parts.onMore()
  }
  const again = () => void readAgain().catch(parts.onProblem)
  const unsubscribe = parts.live.subscribe((topics) => {
    if (topics.includes('leads')) again()
  })
  const timer = setInterval(again, AGAIN_MS)
  return {
    has: (visitorId) => known.has(visitorId),
    readAgain,
    stop() {
      unsubscribe()
      clearInterval(timer)
    },
  }
}

async function readErased(database: Queryable): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select visitor_id as id from erased_visitors`.execute(database)
  return new Set(rows.map(({ id }) => id))
}

/** Whether a visitor's person was erased, also where this process has not heard of that yet. */
export async function wasErased(database: Queryable, visitorId: string): Promise<boolean> {
  const { rows } = await sql`select from erased_visitors where visitor_id = ${visitorId}`.execute(database)
  return rows.length > 0
}

/** Notes that browsers were an erased person's. The owner's own stay what they are: they are never counted. */
export async function noteErasedVisitors(
  transaction: Queryable,
  visitorIds: string[],
  at: Date,
): Promise<void> {
  await sql`insert into erased_visitors (visitor_id, erased_at)
    select id, ${at} from visitors
    where id = any(${visitorIds}::uuid[]) and (excluded is null or excluded not in ('owner', 'self'))
    on conflict do nothing`.execute(transaction)
}
