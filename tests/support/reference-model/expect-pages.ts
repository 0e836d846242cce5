import { expect } from 'vitest'
import { pick } from '#support/seeded-random.ts'
import { type Asking, parametersOf } from './asking.ts'
import { countPage, countPages } from './count-pages.ts'
import { newestOf } from './find-rows.ts'
import { activityOf, type Lead } from './happened.ts'
import { daysOf, type Query } from './local-days.ts'
import { paths } from './random-traffic.ts'
import { sourceKey } from './source-key.ts'
import { withinDays } from './within-days.ts'

type Numbers = { path: string; views: number }

/** Expects the numbers of every page of a range, and all that is said of one of them. */
export async function expectPages(asking: Asking, query: Query): Promise<void> {
  const { owner, counts, now } = asking
  const asked = `pages ${parametersOf(query)}`
  const { body } = await owner.get(`/api/pages?${parametersOf(query)}`)
  const expected = countPages(withinDays(counts, query.tz, daysOf(query, now)))
  const byPath = (pages: Numbers[]) => pages.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  expect([asked, byPath(body)]).toEqual([asked, byPath(expected)])
  const views = (body as Numbers[]).map((page) => page.views) // what was compared just now
  expect([asked, views]).toEqual([asked, views.toSorted((a, b) => b - a)])
  await expectPage(asking, query, pick(asking.random, paths))
}

async function expectPage({ owner, counts, now }: Asking, query: Query, page: string): Promise<void> {
  const asked = `/api/pages/${encodeURIComponent(page)}/analytics?${parametersOf(query)}`
  const { body } = await owner.get(asked)
  const here = withinDays(counts, query.tz, daysOf(query, now), { page })
  const { leadDetails, visitors, utmData, ...rest } = body
  const sources = Object.entries(utmData).map(([source, views]) => [sourceKey(source), views] as const)
  // Each source stands there once.
  expect(new Set(sources.map(([key]) => key)).size).toBe(sources.length)
  expect([asked, { ...rest, utmData: Object.fromEntries(sources) }]).toEqual([asked, countPage(here)])
  const captured = (lead: Lead) =>
    counts.captures.filter((capture) => capture.lead === lead && capture.path === page)
  const leads = newestOf(here.captures, ({ lead }) => lead)
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ who }) => {
      const { id, email, name, phone } = who
      const first = Math.min(...captured(who).map(({ at }) => at.getTime()))
      return { id, email, name, phone, first_seen: new Date(first).toISOString() }
    })
  expect([asked, leadDetails]).toEqual([asked, leads])
  const seen = newestOf(activityOf(here), ({ browser }) => browser)
  const times = seen.map(({ at }) => at.toISOString()).sort((a, b) => (a < b ? 1 : -1))
  const shown: { id: string; lastSeen: string }[] = visitors
  expect([asked, shown.map(({ lastSeen }) => lastSeen)]).toEqual([asked, times.slice(0, 10)])
  const lastSeen = new Map(seen.map(({ who, at }) => [who.id, at.toISOString()]))
  for (const { id, lastSeen: at } of shown) expect([asked, id, at]).toEqual([asked, id, lastSeen.get(id)])
}
