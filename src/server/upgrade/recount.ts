import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** How many rows each table has. */
export type RowCounts = Map<string, number>

/** Counts the rows of every table of the product, queued jobs included; what migrations note of themselves is left out. */
export async function countRows(database: Queryable): Promise<RowCounts> {
  const { rows: tables } = await sql<{ name: string; place: string }>`
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name,
      format('%I.%I', n.nspname, c.relname) as place
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like 'kysely\\_%'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
        and d.deptype = 'e')
    order by 1`.execute(database)
  if (tables.length === 0) return new Map()
  const each = tables.map(
    ({ name, place }) =>
      sql`select ${name}::text as name, count(*)::double precision as rows from ${sql.raw(place)}`,
  )
  const { rows } = await sql<{ name: string; rows: number }>`${sql.join(each, sql` union all `)}`.execute(
    database,
  )
  return new Map(rows.map((one) => [one.name, one.rows]))
}

/** What is less than before, a sentence each; tables that may lose rows are passed over. */
export function lossesOf(before: RowCounts, after: RowCounts, mayLose: readonly string[]): string[] {
  return [...before].flatMap(([name, rows]) => {
    const now = after.get(name)
    if (mayLose.includes(name) || (now !== undefined && now >= rows)) return []
    return [now === undefined ? `the table ${name} is gone` : `${name} has ${now} rows in place of ${rows}`]
  })
}
