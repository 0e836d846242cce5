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
  // Of a table in partitions nobody but us tells the planner what is in it. Nothing of a new one: of a month that it knows
  // to be empty the planner takes any index, of one that it knows nothing of the right one.
  const isNew = rows.length === months.length
  if (rows.length > 0 && !isNew) await sql`analyze ${sql.table(monthly.table)}`.execute(database)
}

/** The months (of UTC) before `end` of which there are partitions or rows, oldest first; with how many rows the database estimates. */
export async function findMonthsBefore(
  database: Queryable,
  { table, otherMonths }: MonthlyTable,
  end: Date,
): Promise<{ month: Date; rows: number; bytes: number }[]> {
  const { rows } = await sql<{ month: string; rows: number; bytes: number }>`
    select month, sum(rows)::bigint as rows, sum(bytes)::bigint as bytes from (
      select replace(substr(part.relname, length(${table}) + 2), '_', '-') as month,
        case when part.reltuples < 0 then 0 else part.reltuples end::bigint as rows, pg_total_relation_size(part.oid) as bytes
      from pg_inherits join pg_class part on part.oid = inhrelid
      where inhparent = ${table}::regclass and part.relname <> ${otherMonths}
      union all
      select to_char(at at time zone 'UTC', 'YYYY-MM'), count(*), 0 from ${sql.table(otherMonths)} where at < ${end} group by 1
    ) one where month < ${end.toISOString().slice(0, 7)} group by 1 order by 1`.execute(database)
  return rows.map(({ month, rows: number, bytes }) => ({
    month: new Date(`${month}-01T00:00:00Z`),
    rows: number,
    bytes,
  }))
}

// Whoever writes queues up behind whoever waits for the whole table: for so long at most.
const GIVES_WAY_AFTER = '150ms'

/**
 * Takes away a month (of UTC) of a table, at once and for good, in one transaction. Whoever reads for long has the right
 * of way: where the table is in use for too long it throws (`isLockTimeout`), and is tried again later.
 */
export async function dropMonth(
  database: Database,
  { table, otherMonths }: MonthlyTable,
  month: Date,
): Promise<void> {
  const name = `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`
  await database.transaction().execute(async (transaction) => {
    await sql`delete from ${sql.table(otherMonths)} where at >= ${month} and at < ${monthOf(month, 1)}`.execute(
      transaction,
    )
    await sql`set local lock_timeout = ${sql.lit(GIVES_WAY_AFTER)}`.execute(transaction)
    await sql`drop table if exists ${sql.table(name)}`.execute(transaction)
  })
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
