import type { ClientBase } from 'pg'
import type { BackedUpPartition, BackedUpTable } from './records.ts'

/** Where the product keeps what it has: its own tables, and those of the queue. */
const SCHEMAS = `('public', 'jobs')`
const isExtensions = (object: string, of: string): string =>
  `exists (select from pg_depend d where d.classid = '${of}'::regclass and d.objid = ${object}.oid and d.deptype = 'e')`

/** A name as it stands in a statement. */
export const quoted = (...names: string[]): string =>
  names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.')

/** Every table with the columns that are stored; one in partitions counts as one. Found in the database, not listed. */
export async function readTables(client: ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(`
    select n.nspname as schema, c.relname as name,
      (select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p') and not c.relispartition
      and not ${isExtensions('c', 'pg_class')}
    order by 1, 2`)
  return rows
}

/** Every partition of a table, with what belongs into it. */
export async function readPartitions(client: ClientBase): Promise<BackedUpPartition[]> {
  const { rows } = await client.query<BackedUpPartition>(`
    select n.nspname as schema, p.relname as table, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${SCHEMAS} and c.relispartition and c.relkind = 'r'
    order by 1, 2, 3`)
  return rows
}

/** How far every sequence has come; those that were never used are left out. */
export async function readSequences(
  client: ClientBase,
): Promise<{ schema: string; name: string; last: string }[]> {
  const { rows } = await client.query(`
    select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
    where schemaname in ${SCHEMAS} and last_value is not null order by 1, 2`)
  return rows
}

/** The migrations that were applied, in their order; none where there is no such table. */
export async function readMigrations(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as is_there`,
  )
  if (!found[0]?.is_there) return []
  const { rows } = await client.query<{ name: string }>(
    'select name from public.kysely_migration order by name',
  )
  return rows.map(({ name }) => name)
}

/** The version of the queue's own schema; 0 where there is none. */
export async function readQueueVersion(client: ClientBase): Promise<number> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    `select to_regclass('jobs.version') is not null as is_there`,
  )
  if (!found[0]?.is_there) return 0
  const { rows } = await client.query<{ version: number }>(
    'select version::integer as version from jobs.version',
  )
  return rows[0]?.version ?? 0
}

/** Statements that clear a database of everything the product keeps in it; what extensions brought stays. */
export async function statementsToClear(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop %s if exists %I.%I cascade',
        case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        'public', c.relname) as statement
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not c.relispartition and not ${isExtensions('c', 'pg_class')}
      -- A column's own sequence goes with its table.
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
        and d.deptype in ('a', 'i') and d.refobjsubid > 0 and c.relkind = 'S')
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not ${isExtensions('p', 'pg_proc')}
    union all
    select format('drop type if exists public.%I cascade', t.typname) from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
      and not ${isExtensions('t', 'pg_type')}`)
  return ['drop schema if exists jobs cascade', ...rows.map(({ statement }) => statement)]
}

/**
 * The indexes of our own tables that hold no constraint: how to take each away, and how to bring it back. Many rows come
 * in several times as fast without them, and an index over rows that are there is made at once.
 */
export async function readIndexes(client: ClientBase): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('drop index %I.%I', n.nspname, i.relname) as drop,
      -- Of a table in partitions, on all of them.
      regexp_replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ') as add
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      join pg_namespace n on n.oid = i.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and not x.indisprimary
      and not exists (select from pg_constraint k where k.conindid = i.oid)
      and not ${isExtensions('i', 'pg_class')}
    order by 1`)
  return rows
}

/** The foreign keys of all tables: how to take each away, and how to bring it back. */
export async function readForeignKeys(client: ClientBase): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as drop,
      format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as add
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and n.nspname in ${SCHEMAS}
    order by 1`)
  return rows
}
