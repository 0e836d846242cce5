import { expect } from 'vitest'
import { seededRandom } from '#support/seeded-random.ts'
import { type Asking, parametersOf } from './asking.ts'
import { countSummary } from './count-summary.ts'
import { expectExports } from './expect-exports.ts'
import { expectFilterValues } from './expect-filter-values.ts'
import { expectLists } from './expect-lists.ts'
import { expectNarrowedOverview, expectOverview } from './expect-overview.ts'
import { expectPages } from './expect-pages.ts'
import { expectPeople } from './expect-people.ts'
import type { Query } from './local-days.ts'

const AT_ONCE = 6
const halves = [
  [expectOverview, expectLists, expectExports],
  [expectNarrowedOverview, expectPeople, expectPages, expectFilterValues],
]

/**
 * Asks for the cards of each range, and of every other one (`half` says which) for its overview and its lists, of the
 * rest for what is narrowed, the people behind it, and pages; expects what is counted by hand. Two runs of both halves
 * ask for everything.
 */
export async function expectNumbers(asking: Asking, queries: Query[], half: 0 | 1): Promise<void> {
  const questions = queries.flatMap((query, place) => {
    const others = halves[(place + half) % 2] ?? []
    return [expectSummary, ...others].map((ask) => {
      // Each question chooses for itself, so that a seed tells the same whichever answer comes first.
      const random = seededRandom(Math.floor(asking.random() * 2 ** 32))
      return () => ask({ ...asking, random }, query)
    })
  })
  const problems: unknown[] = []
  const askOn = async () => {
    for (let ask = questions.shift(); ask && problems.length === 0; ask = questions.shift())
      await ask().catch((problem: unknown) => problems.push(problem))
  }
  // Nothing goes on being asked once the test is over.
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
  if (problems.length > 0) throw problems[0]
}

/** Expects the four cards of a range. */
export async function expectSummary({ owner, counts, now }: Asking, query: Query): Promise<void> {
  const asked = String(parametersOf(query))
  const { body } = await owner.get(`/api/analytics/summary?${asked}`)
  expect([asked, body]).toEqual([asked, countSummary(counts, query, now)])
  expect([asked, body.conversionRate]).toEqual([asked, Math.min(100, body.conversionRate)])
}
