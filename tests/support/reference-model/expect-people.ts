import { type Asking, parametersOf } from './asking.ts'
import { steps } from './count-overview.ts'
import { expectList } from './expect-list.ts'
import { findLeads, findVisitors } from './find-rows.ts'
import { daysOf, type Query } from './local-days.ts'
import { someNarrowing } from './questions.ts'
import { someLimit } from './some-limit.ts'
import { withinDays } from './within-days.ts'

/**
 * Expects the list that each number of the funnel opens, in all traffic or of a campaign, an ad or a page, to hold
 * exactly the people whom the number counts.
 */
export async function expectPeople({ owner, counts, now, random }: Asking, query: Query): Promise<void> {
  const narrowing = random() < 0.3 ? {} : someNarrowing(random)
  const active = withinDays(counts, query.tz, daysOf(query, now), narrowing)
  const { captures } = active
  const visitors = { path: '/api/visitors', parameters: parametersOf(query, narrowing) }
  const inDays = withinDays(counts, query.tz, daysOf(query, now))
  const seen = findVisitors(active, '', counts, inDays)
  await expectList(owner, visitors, seen, { limit: someLimit(random, seen) })
  for (const step of [undefined, ...steps]) {
    const parameters = parametersOf(query, { ...narrowing, include: 'records', ...(step ? { step } : {}) })
    const expected = findLeads(captures, '', (lead) => !step || lead.steps.has(step))
    const limit = someLimit(random, expected)
    await expectList(owner, { path: '/api/customers', parameters }, expected, { limit })
  }
}
