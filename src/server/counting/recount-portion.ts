import { sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database.ts'
import { busy } from '#server/platform/refusal.ts'
import { isInTheWay, isUnavailable } from '#server/platform/unavailable.ts'
import { recountVisitors } from './recount.ts'
import {
  didMoreThan,
  findBlockChange,
  findFewTouched,
  findQueued,
  forgetBlockChange,
  type ListedChange,
  listTouched,
  lockBlockChange,
  putLast,
  readNext,
  readRecounting,
  takeOut,
} from './recount-queue.ts'
import { OutOfOrder } from './recounted-people.ts'
import { doCountsStand, lockStandingCounts, OthersCount } from './store.ts'
import type { BlockChange } from './touched-by-block.ts'
import { waitForWriters } from './wait-for-writers.ts'

/** So many visitors, with so many events, are counted anew while whoever changed what counts waits. */
const AT_ONCE = { visitors: 200, events: 5000 }
/**
 * How many are counted anew in one transaction; one who did more than that is a portion alone. The more they are, the
 * fewer portions write the same days and hours again, and the longer their visitors' rows are held.
 */
const PORTION = { visitors: 1000, events: 10_000 }
/** How many rows of a list are read in one transaction. */
const LISTED = 2000

const TRIES = 5
/** How long is waited for others who count; a rollup takes a second or so. */
const PATIENCE_MS = 3000

/**
 * Does a part of counting anew in a transaction of its own, alone among those who count, while everybody goes on writing. Where
 * somebody was in the way it is done once more. Undefined where others count for longer than `atMostMs` or the counts do
 * not stand; 0 waits for others and works as long as it takes, and throws `busy` where the counts do not stand.
 */
export async function withCounts<Result>(
  database: Database,
  atMostMs: number,
  work: (transaction: Queryable, hold: { isHeld: boolean }) => Promise<Result>,
): Promise<Result | undefined> {
  let isHeld = false
  for (let tries = 1; ; tries += 1)
    try {
      return await database.transaction().execute(async (transaction) => {
        // All that is held is read for one person, however much that is; given up, it would never be done.
        if (atMostMs === 0) await sql`set local statement_timeout = 0`.execute(transaction)
        if (!(await lockStandingCounts(transaction, atMostMs)))
          throw new OthersCount('the counts are made anew')
        return work(transaction, { isHeld })
      })
    } catch (error) {
      if (error instanceof OthersCount) {
        if (atMostMs === 0) throw busy()
        return undefined
      }
      if (error instanceof OutOfOrder) isHeld = true
      else if (!isInTheWay(error)) throw error
      if (tries === TRIES) throw error
    }
}

/** Counts a switched block's visitors anew at once where they are few. What is left or fails now is the worker's. */
export async function recountBlockAtOnce(
  database: Database,
  which: Pick<BlockChange, 'kind' | 'value'>,
): Promise<void> {
  try {
    const found = await findBlockChange(database, which)
    if (!found || !(await waitForWriters(database))) return
    await withCounts(database, PATIENCE_MS, async (transaction, hold) => {
      const change = await lockBlockChange(transaction, found)
      if (!change) return
      const visitorIds = await findFewTouched(transaction, change, AT_ONCE.visitors)
      if (!visitorIds || (await didMoreThan(transaction, visitorIds, AT_ONCE.events))) return
      await forgetBlockChange(transaction, change)
      await recountVisitors(transaction, sql`select unnest(${visitorIds}::uuid[])`, hold)
    })
  } catch {
    // The change itself is stored, and the worker reports what fails again.
  }
}

/** Counts visitors anew at once who are in the queue, where they did little. What is left or fails now is the worker's. */
export async function recountAtOnce(database: Database, visitorIds: string[]): Promise<void> {
  try {
    if (!(await waitForWriters(database))) return
    await withCounts(database, PATIENCE_MS, async (transaction, hold) => {
      if (await didMoreThan(transaction, visitorIds, AT_ONCE.events)) return
      const queued = await findQueued(transaction, visitorIds)
      await takeOut(transaction, queued)
      await recountVisitors(transaction, sql`select unnest(${visitorIds}::uuid[])`, hold)
    })
  } catch {
    // The change itself is stored, and the worker reports what fails again.
  }
}

/**
 * Lists or counts anew the next portion of those whom a change of what counts touched, in one transaction: a crash
 * loses and doubles nothing. Visitors who cannot be counted let the others go first.
 */
export async function recountNext(
  database: Database,
  portion: typeof PORTION = PORTION,
): Promise<'all done' | 'more to do' | 'others are in the way'> {
  const found = await findBlockChange(database)
  if (!found && !(await readRecounting(database))) return 'all done'
  const isDone = found ? await listNext(database, found) : await recountQueued(database, portion)
  return isDone ? 'more to do' : 'others are in the way'
}

async function listNext(database: Database, found: ListedChange): Promise<boolean> {
  // What was decided by the block as it was before has to be there to be listed.
  const isBegun = found.stage > 0 || found.after !== null
  if (!isBegun && !(await waitForWriters(database))) return false
  const isDone = await withCounts(database, PATIENCE_MS, async (transaction) => {
    const change = await lockBlockChange(transaction, found)
    if (change) await listTouched(transaction, change, LISTED)
    return true
  })
  return isDone ?? false
}

async function recountQueued(database: Database, portion: typeof PORTION): Promise<boolean> {
  let atMost = portion.visitors
  for (;;) {
    let first: number | undefined
    try {
      const isDone = await withCounts(database, PATIENCE_MS, async (transaction, hold) => {
        // What a crash takes away is done again; whoever writes one of these visitors waits for no disk.
        await sql`set local synchronous_commit = off`.execute(transaction)
        // One visitor may have done more than fits into the time of an answer.
        await sql`set local statement_timeout = 0`.execute(transaction)
        const next = firstOf(await readNext(transaction, atMost), portion.events)
        first = next[0]?.id
        const visitorIds = next.map(({ visitorId }) => visitorId)
        await takeOut(
          transaction,
          next.map(({ id }) => id),
        )
        await recountVisitors(transaction, sql`select unnest(${visitorIds}::uuid[])`, hold)
        return true
      })
      return isDone ?? false
    } catch (error) {
      if (isUnavailable(error)) throw error
      if (atMost === 1) {
        if (first !== undefined) await putLast(database, first)
        throw error
      }
      atMost = 1
    }
  }
}

/** As many as make a portion, one at least. */
function firstOf<Row extends { events: number }>(rows: Row[], atMost: number): Row[] {
  let events = 0
  return rows.filter((row, index) => {
    events += row.events
    return index === 0 || events <= atMost
  })
}

/** Counts anew all that waits for it; nothing while the counts do not stand, as it waits for that as well. */
export async function recountAll(database: Database): Promise<void> {
  while ((await doCountsStand(database)) && (await recountNext(database)) !== 'all done');
}
