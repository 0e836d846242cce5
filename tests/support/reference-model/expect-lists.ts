import { pick } from '#support/seeded-random.ts'
import { type Asking, parametersOf } from './asking.ts'
import { expectList } from './expect-list.ts'
import { findLeads, findViews, findVisitors } from './find-rows.ts'
import type { Lead } from './happened.ts'
import { daysOf, type Query } from './local-days.ts'
import { someFilter } from './questions.ts'
import { someLimit } from './some-limit.ts'
import { withinDays } from './within-days.ts'

const tags = ['VH01 - Lead', 'VH02 - Saw Pitch', 'VH03 - Filled Application', 'VH04 - Booked Call', 'none']
const words = {
  visitors: ['8.8.8', '2001:', 'york', 'SPRING', '100%', '_more', 'longlong', 'fb', 'nobody'],
  leads: ['number1', 'PERSON2', '555-012', '5550 12', '202.555', '/meme', 'erased', '%', 'nobody'],
  views: ['called me', 'FREE', 'tik', '/', 'nobody'],
}

/** Expects visitors, page views and leads of a range as they are listed: as they are, searched, narrowed or tagged. */
export async function expectLists(asking: Asking, query: Query): Promise<void> {
  await expectVisitors(asking, query)
  await expectViews(asking, query)
  await expectLeads(asking, query)
}

async function expectVisitors({ owner, counts, now, random }: Asking, query: Query): Promise<void> {
  const filter = someFilter(random)
  const q = random() < 0.5 ? '' : pick(random, words.visitors)
  const within = daysOf(query, now)
  const active = withinDays(counts, query.tz, within, filter)
  const expected = findVisitors(active, q, counts, withinDays(counts, query.tz, within))
  const parameters = parametersOf(query, { ...filter, ...(q ? { q } : {}) })
  await expectList(owner, { path: '/api/visitors', parameters }, expected, {
    limit: someLimit(random, expected),
  })
}

async function expectViews({ owner, counts, now, random }: Asking, query: Query): Promise<void> {
  const q = random() < 0.5 ? '' : pick(random, words.views)
  const { views } = withinDays(counts, query.tz, daysOf(query, now))
  const expected = findViews(views, q)
  const list = { path: '/api/page-views', parameters: parametersOf(query, q ? { q } : {}) }
  const idOf = (row: Record<string, unknown>) => `${row.visitorId} ${row.page} ${row.timestamp}`
  await expectList(owner, list, expected, { limit: someLimit(random, expected), idOf })
}

async function expectLeads({ owner, counts, now, random }: Asking, query: Query): Promise<void> {
  const filter = random() < 0.5 ? {} : someFilter(random)
  const q = random() < 0.5 ? '' : pick(random, words.leads)
  const tag = random() < 0.5 ? undefined : pick(random, tags)
  const { captures } = withinDays(counts, query.tz, daysOf(query, now), filter)
  const more = { ...filter, ...(q ? { q } : {}), ...(tag ? { tag } : {}) }
  const isTagged = (lead: Lead) => tag === undefined || lead.tags.has(tag)
  const [all, customers] = [
    findLeads(captures, q, isTagged),
    findLeads(captures, q, (lead) => lead.isCustomer && isTagged(lead)),
  ]
  const list = (added: object) => ({
    path: '/api/customers',
    parameters: parametersOf(query, { ...more, ...added }),
  })
  await expectList(owner, list({ include: 'records' }), all, { limit: someLimit(random, all) })
  await expectList(owner, list({}), customers)
  const records = findLeads(
    withinDays(counts, query.tz, daysOf(query, now)).captures,
    q,
    (lead) => !lead.isCustomer,
  )
  await expectList(
    owner,
    { path: '/api/analytics/records', parameters: parametersOf(query, q ? { q } : {}) },
    records,
  )
}
