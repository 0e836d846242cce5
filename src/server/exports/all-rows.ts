import { type RowsPage, writeCursor } from '#server/reports/list-page.ts'

/** Reads one page of a list from a cursor on. */
export type ReadPage<Row> = (position: { limit: number; cursor?: string }) => Promise<RowsPage<Row>>

const AT_ONCE = 1000

/** Every row of a list, page by page, so that its size does not matter. */
export async function* allRows<Row>(read: ReadPage<Row>): AsyncGenerator<Row[]> {
  let cursor: string | undefined
  for (;;) {
    const page = await read({ limit: AT_ONCE, ...(cursor === undefined ? {} : { cursor }) })
    yield page.rows
    if (!page.next) return
    cursor = writeCursor(page.next)
  }
}
