import { expect } from 'vitest'
import { pick } from '#support/seeded-random.ts'
import { type Asking, parametersOf } from './asking.ts'
import { countValues } from './count-values.ts'
import { daysOf, type Query } from './local-days.ts'
import { withinDays } from './within-days.ts'

/** Expects the campaigns, ads or pages to choose from to be all those with views in the range, or those of a text. */
export async function expectFilterValues(
  { owner, counts, now, random }: Asking,
  query: Query,
): Promise<void> {
  const dimension = pick(random, ['campaign', 'ad', 'page'] as const)
  const q = pick(random, ['', '', 'SPR', '%', 'me'])
  const asked = String(parametersOf(query, { dimension, q }))
  const { body } = await owner.get(`/api/analytics/filter-values?${asked}`)
  const { views } = withinDays(counts, query.tz, daysOf(query, now))
  const all = countValues(views, (view) => (dimension === 'page' ? view.path : view[dimension]))
  const wanted = [...all].filter(([value]) => value.toLowerCase().includes(q.toLowerCase()))
  const shown: { value: string; views: number }[] = body
  expect([asked, Object.fromEntries(shown.map(({ value, views }) => [value, views]))]).toEqual([
    ...[asked, Object.fromEntries(wanted)],
  ])
  expect([asked, shown.map(({ views }) => views)]).toEqual([
    ...[asked, wanted.map(([, views]) => views).sort((a, b) => b - a)],
  ])
}
