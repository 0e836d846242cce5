import type { FastifyReply } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Where a page of a list ended: the time and id of its last row. */
export type Cursor = { at: Date; id: string }

/** One page of a list and where the next page begins. */
export type RowsPage<Row> = { rows: Row[]; next: Cursor | null }

/** One page of a list with the number of rows in all. */
export type Page<Row> = RowsPage<Row> & {
  total: number
  /** Whether there may be more than `total`: what is searched is counted no further than it is cheap. */
  isCapped?: boolean
  /** Whether an order was asked for that so long a list is not put into. */
  isSortSkipped?: boolean
}

/** Reads a cursor; one that was not ours is refused. */
export function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  const date = new Date(at)
  if (Number.isNaN(date.getTime()) || !isId(id))
    throw new Refusal('invalid', 'This page of the list does not exist.', {
      fields: { cursor: 'Place in the list must be one that this list has named.' },
    })
  return { at: date, id }
}

/** Writes a cursor as the text that `readCursor` takes. */
export const writeCursor = (cursor: Cursor): string =>
  Buffer.from(`${cursor.at.toISOString()} ${cursor.id}`).toString('base64url')

/** Tells the total and the next page in the list's headers (docs/spec.md, 'Lists'). */
export function sendPageHeaders(reply: FastifyReply, page: Page<unknown>): void {
  reply.header('X-Total-Count', String(page.total))
  if (page.isCapped) reply.header('X-Total-Count-Capped', 'true')
  if (page.isSortSkipped) reply.header('X-Sort-Skipped', 'true')
  if (page.next) reply.header('X-Next-Cursor', writeCursor(page.next))
}

/** Cuts the one row too many that was asked for, and tells from it whether there is a next page. */
export function pageOf<Row>(found: Row[], limit: number, cursorOf: (row: Row) => Cursor): RowsPage<Row> {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last ? cursorOf(last) : null }
}

/** The condition "older than the cursor" on a time and an id column, newest first. */
export const afterCursor = (
  cursor: Cursor | null,
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  cursor ? sql`and (${at}, ${id}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : sql``

/** The condition "one of the columns contains the text", letter case aside; nothing for an empty text. */
export function containsText(text: string, columns: RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (text === '') return sql``
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`and (${sql.join(
    columns.map((column) => sql`${column} ilike ${pattern}`),
    sql` or `,
  )})`
}
