import { sql } from 'kysely'
import { lockOn, takeLocks } from './advisory-lock.ts'
import type { Database, Queryable } from './database.ts'

/** A table that is kept by month, by its column `at`, and its partition for what lies outside of all months. */
export type MonthlyTable = { table: string; otherMonths: string }

const MONTHS_AHEAD = 3

/**
 * Makes the partitions of the months from that of `from` (else that of `now`) to three months after that of `now`, as
 * far as they are missing; what was kept outside of them meanwhile moves in. Nobody who writes waits: where the table
 * is in use for too long it throws, and is tried again later.
 */
export async function makeMonthPartitions(
  database: Database,
  monthly: MonthlyTable,
  now: Date,
  from: Date = now,
): Promise<void> {
  const months: string[] = []
  for (let month = monthOf(from); month <= monthOf(now, MONTHS_AHEAD); month = monthOf(month, 1))
    months.push(month.toISOString().slice(0, 7))
  const { rows } = await sql<{ month: string }>`
    select month from unnest(${months}::text[]) month
    where to_regclass(${monthly.table} || '_' || replace(month, '-', '_')) is null order by 1`.execute(
    database,
  )
  for (const { month } of rows)
    await database.transaction().execute((transaction) => makePartition(transaction, monthly, month))
  // Of a table in partitions nobody but us tells the planner what is in it.
  if (rows.length > 0) await sql`analyze ${sql.table(monthly.table)}`.execute(database)
}

/** Whether something failed because a lock was not to be had in time (PostgreSQL's documentation, appendix A). */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

async function makePartition(transaction: Queryable, { table, otherMonths }: MonthlyTable, month: string) {
  const start = new Date(`${month}-01T00:00:00Z`)
  const end = monthOf(start, 1)
  const name = `${table}_${month.replace('-', '_')}`
  const [first, last] = [sql.lit(start.toISOString()), sql.lit(end.toISOString())]
  const among = sql`at >= ${first}::timestamptz and at < ${last}::timestamptz`
  await sql`set local lock_timeout = '500ms'`.execute(transaction)
  // One process makes it; the others find it made.
  await takeLocks(transaction, [lockOn(name)])
  // Not by its name alone: what was not there a moment ago is remembered until the transaction ends.
  const { rows } = await sql`
    select from pg_class where relname = ${name} and relnamespace = current_schema()::regnamespace`.execute(
    transaction,
  )
  if (rows.length > 0) return
  await sql`create table ${sql.table(name)} (like ${sql.table(table)} including all)`.execute(transaction)
  await sql`lock table ${sql.table(otherMonths)} in access exclusive mode`.execute(transaction)
  await sql`
    with moved as (delete from ${sql.table(otherMonths)} where ${among} returning *)
    insert into ${sql.table(name)} select * from moved`.execute(transaction)
  await sql`
    alter table ${sql.table(table)} attach partition ${sql.table(name)} for values from (${first}) to (${last})`.execute(
    transaction,
  )
}

/** The first instant of a month, of UTC. */
const monthOf = (date: Date, later = 0): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later))
