import type { ClientBase } from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { allMigrations } from '#server/migrations/all-migrations.ts'
import type { Queryable } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { BackupProblem } from './backup-problem.ts'
import {
  quoted,
  readForeignKeys,
  readIndexes,
  readPartitions,
  readQueueVersion,
  readTables,
  statementsToClear,
} from './catalogue.ts'
import { differencesOf } from './check-backup.ts'
import { copyIn, sumOf } from './copy-tables.ts'
import type { OneConnection } from './one-connection.ts'
import {
  type BackedUpTable,
  type BackupManifest,
  type BackupStart,
  readEntries,
  type TableSum,
} from './records.ts'

/** What came of loading a backup, and whether it is the same as what was backed up. */
export type LoadedBackup = { manifest: BackupManifest; secret: string; differences: TableSum[] }

/** The migrations by which a backup was made; refuses those that this version does not know. */
export function migrationsOf({ migrations, product }: BackupStart) {
  const isKnown = migrations.every((name) => name in allMigrations)
  if (!isKnown)
    throw new BackupProblem(
      `The backup was made by a newer version (${product}, schema ${migrations.at(-1)}): use that version. Nothing was changed.`,
    )
  return Object.fromEntries(Object.entries(allMigrations).filter(([name]) => migrations.includes(name)))
}

/**
 * Puts a backup in place of everything that the database holds of the product, and counts it again there. All of it
 * happens in the transaction that is handed in: nobody sees any of it before that commits, and nothing is left of it
 * where it does not. Films are handed to `takeFilm`.
 */
export async function loadBackup(
  { client }: OneConnection,
  transaction: Queryable,
  bytes: AsyncIterable<Buffer>,
  takeFilm: (name: string, body: AsyncGenerator<Buffer>) => Promise<void>,
): Promise<LoadedBackup> {
  let manifest: BackupManifest | undefined
  let secret = ''
  let addAgain: string[] = []
  let present = new Map<string, BackedUpTable>()
  const ofAnotherQueue = new Set<string>()
  let isQueueOther = false
  const idOf = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`

  for await (const { entry, body } of readEntries(bytes)) {
    if (entry.is === 'start') {
      await buildSchema(client, transaction, entry)
      const keys = await readForeignKeys(client)
      for (const { drop } of keys) await client.query(drop)
      // A foreign key may need the unique index of the table that it names.
      const indexes = await readIndexes(client)
      for (const { drop } of indexes) await client.query(drop)
      addAgain = [...indexes, ...keys].map(({ add }) => add)
      const tables = await readTables(client)
      present = new Map(tables.map((table) => [idOf(table), table]))
      isQueueOther = (await readQueueVersion(client)) !== entry.queueVersion
      const names = tables
        .filter(({ schema, name }) => !(isQueueOther && schema === 'jobs' && name === 'version'))
        .map(({ schema, name }) => quoted(schema, name))
      await client.query(`truncate ${names.join(', ')}`)
    }
    if (entry.is === 'table') {
      const known = present.get(idOf(entry))
      const isWhole = known !== undefined && entry.columns.every((column) => known.columns.includes(column))
      if (isQueueOther && entry.schema === 'jobs') {
        ofAnotherQueue.add(idOf(entry))
        if (known && entry.name !== 'version') await copyCommon(client, entry, known, body)
      } else if (isWhole) await copyIn(client, entry, body)
      else
        throw new BackupProblem(
          `The backup holds the table ${entry.name}, which is not this product's: it cannot be restored. Nothing was changed.`,
        )
    }
    if (entry.is === 'film') await takeFilm(entry.name, body)
    if (entry.is === 'secret') secret = entry.secret
    if (entry.is === 'manifest') manifest = entry
  }
  if (!manifest) throw new BackupProblem('The backup has no manifest. Nothing was changed.')
  for (const { schema, name, last } of manifest.sequences)
    await client.query(
      `select setval(sequence, $2::bigint) from to_regclass($1) sequence where sequence is not null`,
      [quoted(schema, name), last],
    )
  await client.query(`set local maintenance_work_mem = '64MB'`)
  for (const statement of addAgain) await client.query(statement)
  const found: TableSum[] = []
  for (const table of await readTables(client)) found.push(await sumOf(client, table))
  const isComparable = (table: TableSum) => !ofAnotherQueue.has(idOf(table))
  const differences = differencesOf(manifest.tables.filter(isComparable), found.filter(isComparable)).filter(
    ({ schema }) => !(isQueueOther && schema === 'jobs'),
  )
  return { manifest, secret, differences }
}

/** Clears the database and makes it as it was where the backup was made, without a row in it. */
async function buildSchema(client: ClientBase, transaction: Queryable, start: BackupStart): Promise<void> {
  const migrations = migrationsOf(start)
  for (const statement of await statementsToClear(client)) await client.query(statement)
  await migrate(transaction, migrations)
  // The queue's own plan is a transaction of its own; ours holds it.
  await client.query(
    getConstructionPlans('jobs')
      .replace(/^\s*BEGIN;/, '')
      .replace(/COMMIT;\s*$/, ''),
  )
  await client.query('set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  const there = await readPartitions(client)
  for (const partition of start.partitions) {
    const { schema, table, name, bound } = partition
    if (there.some((one) => one.schema === schema && one.name === name)) continue
    await client.query(
      `create table ${quoted(schema, name)} (like ${quoted(schema, table)} including all);
       alter table ${quoted(schema, table)} attach partition ${quoted(schema, name)} ${bound}`,
    )
  }
}

/** Copies the columns that both have, as the queue of another version keeps more or fewer. */
async function copyCommon(
  client: ClientBase,
  from: BackedUpTable,
  into: BackedUpTable,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const held = { schema: 'pg_temp', name: `held_${from.name}`, columns: from.columns }
  const place = quoted(into.schema, into.name)
  await client.query(
    `create temp table ${quoted(held.name)} (${from.columns.map((column) => `${quoted(column)} text`).join(', ')})`,
  )
  await copyIn(client, held, rows)
  const { rows: types } = await client.query<{ column: string; type: string }>(
    `select attname as column, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attname = any ($2) and attnum > 0`,
    [place, from.columns.filter((column) => into.columns.includes(column))],
  )
  const names = types.map(({ column }) => quoted(column)).join(', ')
  const values = types.map(({ column, type }) => `${quoted(column)}::${type}`).join(', ')
  await client.query(`insert into ${place} (${names}) select ${values} from ${quoted(held.name)};
    drop table ${quoted(held.name)}`)
}
