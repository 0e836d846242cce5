import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** A process that serves this installation, as it last wrote of itself. */
export type StoredProcess<Facts> = { id: string; started_at: Date; beat_at: Date; facts: Facts }

/** Writes that a process lives; the row is made where there is none. */
export async function beat(
  database: Queryable,
  process: { id: string; startedAt: Date; at: Date; facts: object },
): Promise<void> {
  await sql`
    insert into processes (id, started_at, beat_at, facts)
    values (${process.id}, ${process.startedAt}, ${process.at}, ${JSON.stringify(process.facts)})
    on conflict (id) do update set beat_at = excluded.beat_at, facts = excluded.facts`.execute(database)
}

/** Forgets a process that stopped, and those that have not written for an hour. */
export async function forgetProcesses(
  database: Queryable,
  id: string | null,
  silentSince: Date,
): Promise<void> {
  await sql`delete from processes where id = ${id}::uuid or beat_at < ${silentSince}`.execute(database)
}

/** The processes that have written since a time, the oldest first. */
export async function livingProcesses<Facts>(
  database: Queryable,
  since: Date,
): Promise<StoredProcess<Facts>[]> {
  const { rows } = await sql<StoredProcess<Facts>>`
    select id, started_at, beat_at, facts from processes where beat_at >= ${since} order by started_at, id`.execute(
    database,
  )
  return rows
}

/** Keeps how large the database is, once a day. */
export async function noteSize(database: Queryable, at: Date): Promise<void> {
  await sql`
    insert into database_sizes (day, bytes, page_views)
    select day, pg_database_size(current_database()), ${pageViews}
    from (select (${at}::timestamptz at time zone 'UTC')::date as day) today
    where not exists (select from database_sizes kept where kept.day = today.day)
    on conflict (day) do nothing`.execute(database)
}

/** How many page views there are, as the database estimates it: counting millions would read all of them. */
const pageViews = sql<number>`(select coalesce(sum(greatest(part.reltuples, 0)), 0)::bigint
  from pg_inherits join pg_class part on part.oid = inhrelid where inhparent = 'page_views'::regclass)`

/** How large the database is now, and how large it was on the latest day that is at least a week ago, else on the first. */
export async function readSizes(
  database: Queryable,
  at: Date,
): Promise<{
  bytes: number
  pageViews: number
  viewBytes: number
  before: { day: string; bytes: number } | null
}> {
  const { rows } = await sql<{
    bytes: number
    page_views: number
    view_bytes: number
    day: string | null
    before: number | null
  }>`
    with today as (select (${at}::timestamptz at time zone 'UTC')::date as day)
    select pg_database_size(current_database()) as bytes, ${pageViews} as page_views,
      (select coalesce(sum(pg_total_relation_size(inhrelid)), 0)::bigint from pg_inherits
        where inhparent = 'page_views'::regclass) as view_bytes,
      before.day, before.bytes as before
    from today left join lateral (
      (select day, bytes from database_sizes where day <= today.day - 7 order by day desc limit 1)
      union all
      (select day, bytes from database_sizes where day < today.day order by day limit 1)
      limit 1
    ) before on true`.execute(database)
  const [row] = rows
  if (!row) throw new Error('the sizes gave no row')
  return {
    bytes: row.bytes,
    pageViews: row.page_views,
    viewBytes: row.view_bytes,
    before: row.day === null || row.before === null ? null : { day: row.day, bytes: row.before },
  }
}
