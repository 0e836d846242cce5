import type { ListQuery } from '#contract/range.ts'
import { type Cursor, type Page, readCursor } from './list-page.ts'
import { COUNTED } from './search-page.ts'

/** What a row is sorted by; what is missing stands last in either direction. */
export type SortKey<Row> = (row: Row) => string | number | null

type Sorted<Name extends string> = ListQuery & { sort?: Name | undefined; dir: 'asc' | 'desc' }

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * A page of a list in the order that is asked for. Only a list of at most 1,000 rows is put into another order than its
 * own: a longer one would have to be read to its end, so it comes newest first and says so.
 */
export async function listSorted<Row extends { id: string }, Name extends string, Query extends Sorted<Name>>(
  query: Query,
  keys: Record<Name, SortKey<Row>>,
  list: (query: Query) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const { sort, dir, limit, cursor } = query
  if (sort === undefined) return list(query)
  const after = readCursor(cursor)
  const whole = await list({ ...query, cursor: undefined, limit: COUNTED })
  if (whole.next !== null) return { ...(await list(query)), isSortSkipped: true }
  const rows = inOrder(whole.rows, keys[sort], dir)
  const start = after === null ? 0 : placeAfter(rows, after)
  const page = rows.slice(start, start + limit)
  const last = page.at(-1)
  // The order is made anew for each page, so the last row's id says where it ended, and its place where it is gone by then.
  const place = new Date(start + limit - 1)
  const next = last && start + limit < rows.length ? { at: place, id: last.id } : null
  return { ...whole, rows: page, next }
}

/** Where the page behind a row begins: where that is gone, what followed it stands in its place. */
function placeAfter(rows: { id: string }[], { at, id }: Cursor): number {
  const found = rows.findIndex((row) => row.id === id)
  return found === -1 ? at.getTime() : found + 1
}

/** Rows by a key, upwards or downwards; equal ones stay in the order in which they came. */
export function inOrder<Row>(rows: Row[], keyOf: SortKey<Row>, dir: 'asc' | 'desc'): Row[] {
  const isMissing = (key: string | number | null) => key === null || key === ''
  const sign = dir === 'asc' ? 1 : -1
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((one, other) => {
      if (isMissing(one.key) || isMissing(other.key))
        return Number(isMissing(one.key)) - Number(isMissing(other.key))
      if (typeof one.key === 'number' && typeof other.key === 'number') return sign * (one.key - other.key)
      return sign * collator.compare(String(one.key), String(other.key))
    })
    .map(({ row }) => row)
}
