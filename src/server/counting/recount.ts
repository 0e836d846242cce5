import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import {
  countAgain,
  hideCaptures,
  hideViews,
  keepChanged,
  readEvents,
  rememberVisitors,
  takeBack,
  takeFromQueue,
} from './recounted-events.ts'
import { holdVisitors, sumUpVisitors, writeLeads, writeVisitors } from './recounted-people.ts'

/**
 * Brings visitors (a query of ids) up to date with what hides them: what they contributed is taken back and counted
 * anew where that changed, all in the transaction of a caller that holds the lock of the counts. Only at its end it
 * holds the visitors' rows, so that whoever writes one of them waits for the rest of the transaction alone; what they did
 * meanwhile waits to be counted as before. `isHeld` holds the rows from the beginning.
 */
export async function recountVisitors(
  transaction: Queryable,
  visitors: RawBuilder<unknown>,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<void> {
  await rememberVisitors(transaction, visitors)
  if (isHeld) await holdVisitors(transaction)
  await readEvents(transaction)
  if (!(await keepChanged(transaction))) return
  await takeBack(transaction)
  await hideViews(transaction)
  await writeAnew(
    transaction,
    sql`select lead_id from recounted_events where was_hidden <> is_hidden and lead_id is not null`,
  )
}

/** Writes what is counted anew: the counts first, then, with their rows held, visitors, captures and leads. */
async function writeAnew(transaction: Queryable, leads: RawBuilder<unknown>): Promise<void> {
  await countAgain(transaction)
  await sumUpVisitors(transaction)
  await holdVisitors(transaction)
  await writeVisitors(transaction)
  await hideCaptures(transaction)
  await writeLeads(transaction, leads)
  await sql`set local lock_timeout to default`.execute(transaction)
}

/** Whose contributions to the rollups a change touches: queries that select one column of ids each. */
export type Affected = { visitors?: RawBuilder<unknown>; leads?: RawBuilder<unknown> }

/**
 * Makes a change to what is counted exact: takes back everything the affected visitors and leads contributed, lets
 * `change` do its work, and counts them anew, in the caller's transaction, as `recountVisitors` does.
 */
export async function recount(
  transaction: Queryable,
  { visitors = nobody, leads = nobody }: Affected,
  change: () => Promise<void>,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<void> {
  // A capture counts for its lead and for its visitor.
  await rememberVisitors(
    transaction,
    sql`select id from (${visitors}) own (id)
      union select visitor_id from lead_captures where lead_id in (${leads})`,
  )
  await sql`create temporary table if not exists recounted_leads (id uuid) on commit delete rows`.execute(
    transaction,
  )
  await sql`truncate recounted_leads`.execute(transaction)
  await sql`insert into recounted_leads select id from (${leads}) own (id)`.execute(transaction)
  if (isHeld) await holdVisitors(transaction)
  await readEvents(transaction)
  await noteLeads(transaction)
  await takeBack(transaction)
  // What the change takes from everybody is not read again.
  await takeFromQueue(transaction)
  await hideViews(transaction)
  await hideCaptures(transaction)
  await change()
  await readEvents(transaction)
  await noteLeads(transaction)
  await hideViews(transaction)
  await writeAnew(transaction, sql`select id from recounted_leads where id is not null`)
}

const nobody = sql`select null::uuid`

const noteLeads = (transaction: Queryable) =>
  sql`insert into recounted_leads select lead_id from recounted_events where lead_id is not null`.execute(
    transaction,
  )
