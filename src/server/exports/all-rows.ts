import type { Clock } from '#server/platform/clock.ts'
import { type RowsPage, writeCursor } from '#server/reports/list-page.ts'
import { COUNTED } from '#server/reports/search-page.ts'
import { inOrder, type SortKey } from '#server/reports/sorted-list.ts'

/** Reads one page of a list from a cursor on. */
export type ReadPage<Row> = (position: { limit: number; cursor?: string }) => Promise<RowsPage<Row>>

// As many as the screen puts in order.
const AT_ONCE = COUNTED
// Another process's clock may be behind, and a replica too.
const MARGIN_MS = 300_000
// Some 50 MB of ids. Of a longer list, whoever is beyond and comes back may be there twice.
const MOST_HELD = 500_000

/**
 * Every row of a list in the order that is asked for, where the screen puts the list into it, too: it is no longer than the
 * first page of a file. Else the rows as `inOwnOrder` gives them.
 */
export async function* allInOrder<Row, Name extends string>(
  { sort, dir }: { sort?: Name | undefined; dir: 'asc' | 'desc' },
  keys: Record<Name, SortKey<Row>>,
  read: ReadPage<Row>,
  inOwnOrder: AsyncGenerator<Row[]>,
): AsyncGenerator<Row[]> {
  const whole = sort === undefined ? undefined : await read({ limit: AT_ONCE })
  if (sort === undefined || whole?.next !== null) return yield* inOwnOrder
  yield inOrder(whole.rows, keys[sort], dir)
}

/** Every row of a list, page by page, so that its size does not matter. */
export async function* allRows<Row>(read: ReadPage<Row>): AsyncGenerator<Row[]> {
  for await (const { rows } of pagesOf(read)) yield rows
}

/**
 * The same of a list on which people move to the top when they come back: whoever was on it when the reading began is
 * there, and once. Those who came back before their page was read are at the end. `sinceOf` says when a row's first was.
 */
export async function* allWhoReturn<Row extends { id: string }>(
  read: ReadPage<Row>,
  clock: Clock,
  sinceOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  const began = clock.now()
  let lookedAt = began
  const sent = new Set<string>()
  let pages = 0
  for await (const { rows } of pagesOf(read)) {
    pages += 1
    const fresh = rows.filter(({ id }) => !sent.has(id))
    for (const { id } of fresh) if (sent.size < MOST_HELD) sent.add(id)
    yield fresh
  }
  // Somebody may come back during this look, too; a look that finds nobody is the last. One page is of one moment.
  for (let found = pages > 1 ? 1 : 0; found > 0; ) {
    found = 0
    const since = lookedAt.getTime() - MARGIN_MS
    lookedAt = clock.now()
    for await (const { rows, next } of pagesOf(read)) {
      const missed = rows.filter((row) => !sent.has(row.id) && new Date(sinceOf(row)) <= began)
      for (const { id } of missed) sent.add(id)
      found += missed.length
      if (missed.length > 0) yield missed
      if (next && next.at.getTime() < since) break
    }
  }
}

async function* pagesOf<Row>(read: ReadPage<Row>): AsyncGenerator<RowsPage<Row>> {
  let cursor: string | undefined
  for (;;) {
    const page = await read({ limit: AT_ONCE, ...(cursor === undefined ? {} : { cursor }) })
    yield page
    if (!page.next) return
    cursor = writeCursor(page.next)
  }
}
