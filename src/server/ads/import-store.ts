import { sql } from 'kysely'
import type { SpendPreview } from '#contract/spend-file.ts'
import { lockOn, takeLocks } from '#server/platform/advisory-lock.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { RefusedRow } from './merge-rows.ts'

/** Waits until nobody else changes rows of spend; a transaction that holds it is the only one that does. */
export const lockSpend = (transaction: Queryable): Promise<void> =>
  takeLocks(transaction, [lockOn('ad spend')])

/** One import as it is stored. */
export type ImportRow = {
  id: string
  source: 'file' | 'script' | 'meta'
  /** Which script or account brings it; '' for a file. */
  source_key: string
  name: string
  platform: string | null
  made_at: Date
  expires_at: Date | null
  committed_at: Date | null
  taken_back_at: Date | null
  outcome: Outcome
}

/** What was told of an import, with the lines that its file could not be read in. */
export type Outcome = { preview?: SpendPreview; unread?: RefusedRow[]; unreadRows?: number }

/** Stores an import without rows. */
export async function insertImport(
  transaction: Queryable,
  row: Omit<ImportRow, 'taken_back_at' | 'source_key'> & { source_key?: string },
): Promise<void> {
  await sql`insert into ad_spend_imports (id, source, source_key, name, platform, made_at, expires_at, committed_at, outcome)
    values (${row.id}, ${row.source}, ${row.source_key ?? ''}, ${row.name}, ${row.platform}, ${row.made_at}, ${row.expires_at},
      ${row.committed_at}, ${JSON.stringify(row.outcome)}::jsonb)`.execute(transaction)
}

/** An import by its id; with `forUpdate` nobody else changes it meanwhile. */
export async function readImport(
  database: Queryable,
  id: string,
  forUpdate?: 'forUpdate',
): Promise<ImportRow | undefined> {
  const { rows } =
    await sql<ImportRow>`select id, source, source_key, name, platform, made_at, expires_at, committed_at, taken_back_at,
    outcome from ad_spend_imports where id = ${id} ${forUpdate ? sql`for update` : sql``}`.execute(database)
  return rows[0]
}

/** The import that holds all a script or an account brought, where there is one. */
export async function standingImport(
  transaction: Queryable,
  source: string,
  sourceKey: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from ad_spend_imports
    where source = ${source} and source_key = ${sourceKey} and source_key <> '' and taken_back_at is null`.execute(
    transaction,
  )
  return rows[0]?.id
}

/** Forgets previews whose time is over, and of the others all but the newest few. */
export async function forgetPreviews(database: Queryable, now: Date, keep: number): Promise<void> {
  await sql`delete from ad_spend_imports where committed_at is null and source = 'file'
    and (expires_at <= ${now} or id in (
      select id from ad_spend_imports where committed_at is null and source = 'file'
      order by made_at desc, id desc offset ${keep}))`.execute(database)
}

/** Forgets an import with its rows. */
export async function deleteImport(transaction: Queryable, id: string): Promise<void> {
  await sql`delete from ad_spend_imports where id = ${id}`.execute(transaction)
}

/** Keeps what was told of an import. */
export async function keepOutcome(transaction: Queryable, id: string, outcome: Outcome): Promise<void> {
  await sql`update ad_spend_imports set outcome = ${JSON.stringify(outcome)}::jsonb where id = ${id}`.execute(
    transaction,
  )
}

/** Notes that a preview was done, and what came of it. */
export async function noteCommitted(
  transaction: Queryable,
  id: string,
  { at, outcome }: { at: Date; outcome: Outcome },
): Promise<void> {
  await sql`update ad_spend_imports set committed_at = ${at}, expires_at = null, outcome = ${JSON.stringify(outcome)}::jsonb
    where id = ${id}`.execute(transaction)
}

/** Notes that an import was taken back; its rows are gone by then. */
export async function noteTakenBack(transaction: Queryable, id: string, at: Date): Promise<void> {
  await sql`update ad_spend_imports set taken_back_at = ${at} where id = ${id}`.execute(transaction)
}

/** An import for the list of them. */
export type ListedImport = Omit<ImportRow, 'outcome' | 'source_key'> & {
  rows: number
  rows_in_force: number
  spend: { currency: string; micros: number }[]
  first: string | null
  last: string | null
}

/** What was imported, newest first: all that can be taken back, and whatever is among so many newest. */
export async function listImports(database: Queryable, newest: number): Promise<ListedImport[]> {
  const { rows } = await sql<ListedImport>`
    select import.id, import.source, import.name, import.platform, made_at, expires_at, committed_at, taken_back_at,
      coalesce(held.rows, (import.outcome #>> '{preview,rows}')::integer, 0) as rows, coalesce(held.rows_in_force, 0) as rows_in_force,
      coalesce(held.spend, '[]') as spend, held.first, held.last
    from (
      select * from (
        select *, row_number() over (order by committed_at desc, id desc) as place from ad_spend_imports
        where committed_at is not null
      ) placed where place <= ${newest} or taken_back_at is null
    ) import
    left join lateral (
      select sum(rows)::integer as rows, sum(rows_in_force)::integer as rows_in_force, min(first)::text as first,
        max(last)::text as last, json_agg(json_build_object('currency', currency, 'micros', micros) order by currency) as spend
      from (
        select line.currency, count(*) as rows, count(force.line_id) as rows_in_force, min(line.day) as first,
          max(line.through) as last, sum(line.spend_micros) as micros
        from ad_spend_lines line left join ad_spend force on force.line_id = line.id
        where line.import_id = import.id group by line.currency
      ) by_currency
    ) held on true
    order by committed_at desc, import.id desc`.execute(database)
  return rows
}

/** Remembers what was said of a file's headers. */
export async function rememberHeader(
  database: Queryable,
  header: {
    key: string
    platform: string | null
    columns: unknown
    currency: string | null
    dates: string | null
    at: Date
  },
): Promise<void> {
  await sql`insert into ad_spend_headers (header_key, platform, columns, currency, dates, named_at)
    values (${header.key}, ${header.platform}, ${JSON.stringify(header.columns)}::jsonb, ${header.currency}, ${header.dates}, ${header.at})
    on conflict (header_key) do update set platform = excluded.platform, columns = excluded.columns,
      currency = excluded.currency, dates = excluded.dates, named_at = excluded.named_at`.execute(database)
}

/** What was said of a header before. */
export async function readHeaderMemory(
  database: Queryable,
  key: string,
): Promise<
  { platform: string | null; columns: unknown; currency: string | null; dates: string | null } | undefined
> {
  const { rows } = await sql<{
    platform: string | null
    columns: unknown
    currency: string | null
    dates: string | null
  }>`select platform, columns, currency, dates from ad_spend_headers where header_key = ${key}`.execute(
    database,
  )
  return rows[0]
}
