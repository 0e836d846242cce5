import { expect } from 'vitest'
import { type Asking, parametersOf } from './asking.ts'
import { countSummary } from './count-summary.ts'
import { daysOf, type Query } from './local-days.ts'
import { withinDays } from './within-days.ts'

/** Expects the files of visitors, leads and page views of a range to hold as many rows as the cards say. */
export async function expectExports({ owner, counts, now }: Asking, query: Query): Promise<void> {
  const { visitors, leads, pageViews } = countSummary(counts, query, now)
  const { withoutActivity } = withinDays(counts, query.tz, daysOf(query, now))
  const expected = { visitors: visitors + withoutActivity.length, leads, 'page-views': pageViews }
  for (const [what, rows] of Object.entries(expected)) {
    const asked = `/api/export/${what}.csv?${parametersOf(query, what === 'leads' ? { include: 'records' } : {})}`
    const { status, text } = await owner.get(asked)
    // The first line names the columns; no cell of a random life holds a line break.
    expect([asked, status, text.trimEnd().split('\r\n').length - 1]).toEqual([asked, 200, rows])
  }
}
