import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from, to } from 'pg-copy-streams'
import { quoted } from './catalogue.ts'
import type { BackedUpTable, TableSum } from './records.ts'
import { type RowDigest, rowDigest } from './row-digest.ts'

const columnsOf = ({ columns }: BackedUpTable): string => columns.map((column) => quoted(column)).join(', ')

/** The rows of a table as PostgreSQL's text format, as the connection's transaction sees them. */
export async function* copyOut(client: ClientBase, table: BackedUpTable): AsyncGenerator<Buffer> {
  const rows = client.query(
    to(`copy (select ${columnsOf(table)} from ${quoted(table.schema, table.name)}) to stdout`),
  )
  for await (const bytes of rows) yield bytes
}

/** Bytes as they are, counted on their way. */
export async function* counted(source: AsyncIterable<Buffer>, digest: RowDigest): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    digest.add(bytes)
    yield bytes
  }
}

/** Puts rows in PostgreSQL's text format into a table. */
export async function copyIn(
  client: ClientBase,
  table: BackedUpTable,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const into = client.query(from(`copy ${quoted(table.schema, table.name)} (${columnsOf(table)}) from stdin`))
  await pipeline(Readable.from(rows), into)
}

/** Counts a table anew, row by row. */
export async function sumOf(client: ClientBase, table: BackedUpTable): Promise<TableSum> {
  const digest = rowDigest()
  for await (const _ of counted(copyOut(client, table), digest));
  return { schema: table.schema, name: table.name, ...digest.sum() }
}
