import { expect } from 'vitest'
import type { TestBrowser } from '#support/test-browser.ts'
import type { Row } from './find-rows.ts'

/** A list of the dashboard with everything that is asked of it. */
export type List = { path: string; parameters: URLSearchParams }

type Shown = Record<string, unknown> & { id: string }

/**
 * Expects a list to hold exactly these rows, newest first, whatever the size of its pages, and to tell their number:
 * the whole of it, or where it says that there are more a thousand.
 */
export async function expectList(
  owner: TestBrowser,
  { path, parameters }: List,
  expected: Row[],
  { limit = 1000, idOf = (row: Shown) => row.id } = {},
): Promise<void> {
  const asked = `${path}?${parameters}&limit=${limit}`
  const rows: Shown[] = []
  let cursor: string | null = null
  do {
    const { status, headers, body } = await owner.get(`${asked}${cursor ? `&cursor=${cursor}` : ''}`)
    expect([asked, status]).toEqual([asked, 200])
    rows.push(...body)
    const total = Number(headers.get('x-total-count'))
    const isCapped = headers.has('x-total-count-capped')
    if (isCapped) expect([asked, expected.length > 1000]).toEqual([asked, true])
    expect([asked, total]).toEqual([asked, isCapped ? 1000 : expected.length])
    cursor = headers.get('x-next-cursor')
  } while (cursor && rows.length <= expected.length)
  const byId = new Map(expected.map((row) => [row.id, row]))
  expect([asked, rows.map(idOf).sort()]).toEqual([asked, [...byId.keys()].sort()])
  const times = rows.map((row) => byId.get(idOf(row))?.at.getTime() ?? 0)
  expect([asked, times]).toEqual([asked, times.toSorted((a, b) => b - a)])
  for (const row of rows) expect([asked, row]).toMatchObject([asked, byId.get(idOf(row))?.says ?? {}])
}
