import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { sendJson } from '#support/send-json.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { expectRefusal } from './expect-refusal.ts'

let product: RunningProduct
let owner: TestBrowser
let now = new Date('2026-11-01T12:00:00Z')

const addresses = ['8.8.8.1', '8.8.8.2', '8.8.8.3']
const pages = ['/meme', '/freetraining', '/']

beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now }, environment: { TRUST_PROXY: '1' } })
  owner = await product.owner()
  const random = seededRandom(5)
  const pick = (from: string[]) => from[Math.floor(random() * from.length)] ?? ''
  for (let person = 0; person < 14; person += 1) {
    const browser = product.browser(
      person === 3 ? 'Googlebot/2.1 (+http://www.google.com/bot.html)' : undefined,
    )
    for (let step = 0; step < 6; step += 1) {
      now = new Date(now.getTime() + 600_000)
      const headers = { 'x-forwarded-for': pick(person % 2 ? addresses.slice(0, 1) : addresses) }
      const page = person % 3 ? pick(pages) : '/meme'
      await browser.post('/api/visitors/page-view', { path: page }, headers)
      const lead = { name: 'P', email: `p${person}@example.com`, phone: '1', page }
      if (random() < 0.4)
        await browser.post('/api/capture-lead', random() < 0.2 ? { ...lead, website: 'x' } : lead, headers)
    }
  }
})
afterAll(() => product?.end())

const summary = async () => {
  const { visitors, pageViews, leads } = (await owner.get('/api/analytics/summary?range=all')).body
  return { visitors, pageViews, leads }
}
type Numbers = Awaited<ReturnType<typeof summary>>
const less = (a: Numbers, b: Numbers) => ({
  visitors: a.visitors - b.visitors,
  pageViews: a.pageViews - b.pageViews,
  leads: a.leads - b.leads,
})
const previewOf = async (list: string, field: string, value: string) =>
  (await owner.get(`/api/${list}/preview?${field}=${encodeURIComponent(value)}`)).body

it('says exactly what each switch then changes, whatever else is blocked, on and off', async () => {
  const first = await summary()
  expect(first.visitors).toBeGreaterThan(8)
  expect(first.leads).toBeGreaterThan(5)
  const blocks: [string, string, string][] = [
    ...addresses.map((value): [string, string, string] => ['blocked-ips', 'ipAddress', value]),
    ...pages.map((value): [string, string, string] => ['blocked-pages', 'pagePath', value]),
  ]
  const ids = new Map<string, string>()
  const changes: Numbers[] = []
  for (const [list, field, value] of blocks) {
    const before = await summary()
    const expected = await previewOf(list, field, value)
    const { body } = await owner.post(`/api/${list}`, { [field]: value })
    ids.set(value, body.id)
    const change = less(before, await summary())
    changes.push(change)
    expect([value, expected]).toEqual([
      value,
      { isBlocked: false, isEstimate: false, keptFrom: null, ...change },
    ])
  }
  expect(changes.some(({ visitors, leads }) => visitors > 0 && leads > 0)).toBe(true)
  for (const [list, field, value] of [...blocks].reverse().sort(([a], [b]) => (a < b ? -1 : 1))) {
    const before = await summary()
    const expected = await previewOf(list, field, value)
    await sendJson(owner, 'PATCH', `/api/${list}/${ids.get(value)}`, { isActive: false })
    expect([value, expected]).toEqual([
      value,
      { isBlocked: true, isEstimate: false, keptFrom: null, ...less(await summary(), before) },
    ])
  }
  expect(await summary()).toEqual(first)
  await expectHonestNumbers(product)
})

it('says nothing changes for what was never here, and refuses what is no address or path', async () => {
  expect(await previewOf('blocked-ips', 'ipAddress', '203.0.113.9')).toEqual({
    isBlocked: false,
    isEstimate: false,
    keptFrom: null,
    visitors: 0,
    pageViews: 0,
    leads: 0,
  })
  for (const [list, query] of [
    ['blocked-ips', ''],
    ['blocked-ips', 'ipAddress='],
    ['blocked-ips', 'ipAddress=1.2.3.999'],
    ['blocked-ips', "ipAddress=1.2.3.4'--"],
    ['blocked-pages', 'pagePath=meme'],
    ['blocked-pages', 'pagePath=%2Fa%00b'],
    ['blocked-pages', `pagePath=%2F${'x'.repeat(501)}`],
  ])
    expectRefusal(await owner.get(`/api/${list}/preview?${query}`), `${list} ${query}`, 422)
})

it('tells of a page with thousands of visitors its views exactly and its people by a sample', async () => {
  const crowd = 6000
  // Every third has seen another page as well.
  await product.query(`insert into visitors (id, first_seen_at, last_seen_at, last_view_at, visit_count, page_view_count, first_touch, last_touch)
    select ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, '2026-10-01', '2026-10-01', '2026-10-01', 1,
      1 + (n % 3 = 0)::integer, '{}', '{}' from generate_series(1, ${crowd}) n`)
  await product.query(`with one as (
      insert into page_views (visitor_id, at, path, id, source, attribution, hidden)
      select id, first_seen_at + step * interval '1 minute', case step when 0 then '/crowd' else '/also' end,
        gen_random_uuid(), '', '{}', false
      from visitors cross join generate_series(0, 1) step
      where id::text like '00000000-0000-7000-9000-%' and step < page_view_count returning visitor_id, at, path, source)
    insert into rollup_queue select * from one`)
  const told = await previewOf('blocked-pages', 'pagePath', '/crowd')
  expect(told).toMatchObject({ isBlocked: false, isEstimate: true, pageViews: crowd, leads: 0 })
  expect(Math.abs(told.visitors - (crowd * 2) / 3)).toBeLessThan(crowd * 0.05)
  expect(await previewOf('blocked-pages', 'pagePath', '/crowd')).toEqual(told)
})
