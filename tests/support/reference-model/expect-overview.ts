import { expect } from 'vitest'
import { type Asking, parametersOf } from './asking.ts'
import { countOverview } from './count-overview.ts'
import { expectTop } from './expect-top.ts'
import type { Filter } from './happened.ts'
import type { Query } from './local-days.ts'
import { someNarrowing } from './questions.ts'
import { sourceKey } from './source-key.ts'

/** Expects the overview of a range in all traffic. */
export const expectOverview = (asking: Asking, query: Query): Promise<void> => expectOne(asking, query, {})

/** Expects the overview of a range of a campaign, an ad or a page. */
export const expectNarrowedOverview = (asking: Asking, query: Query): Promise<void> =>
  expectOne(asking, query, someNarrowing(asking.random))

async function expectOne({ owner, counts, now }: Asking, query: Query, narrowing: Filter): Promise<void> {
  const asked = String(parametersOf(query, narrowing))
  const { body } = await owner.get(`/api/analytics/overview?${asked}`)
  const { topPages, topSources, ...shown } = body
  const { pages, sources, ...expected } = countOverview(counts, query, narrowing, now)
  expect([asked, shown]).toEqual([asked, expected])
  const named = (rows: Record<string, unknown>[], name: string) =>
    rows.map((row) => ({ value: String(row[name]), views: Number(row.views) }))
  expectTop(`top pages ${asked}`, named(topPages, 'path'), pages, 5)
  expectTop(
    `top sources ${asked}`,
    named(topSources, 'source').map((row) => ({ ...row, value: sourceKey(row.value) })),
    sources,
    5,
  )
}
