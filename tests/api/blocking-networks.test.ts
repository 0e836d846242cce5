import { afterAll, beforeAll, expect } from 'vitest'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { expectRefusal } from './expect-refusal.ts'

let product: RunningProduct
let owner: TestBrowser
let now = new Date('2026-11-01T12:00:00Z')

const addresses = [
  '8.8.8.1',
  '8.8.8.77',
  '8.8.9.1',
  '2001:4860:1:2:aaaa::1',
  '2001:4860:1:2:bbbb::2',
  '2001:4860:1:3::1',
]

beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now }, environment: { TRUST_PROXY: '1' } })
  owner = await product.owner()
  const random = seededRandom(7)
  for (let person = 0; person < 16; person += 1) {
    const browser = product.browser()
    for (let step = 0; step < 4; step += 1) {
      now = new Date(now.getTime() + 600_000)
      // Half of them always come from one address, the others move about.
      const index = person % 2 ? person % addresses.length : Math.floor(random() * addresses.length)
      const headers = { 'x-forwarded-for': addresses[index] ?? '' }
      await browser.post('/api/visitors/page-view', { path: '/meme' }, headers)
      const lead = { name: 'P', email: `p${person}@example.com`, phone: '1', page: '/meme' }
      if (random() < 0.4) await browser.post('/api/capture-lead', lead, headers)
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
const previewOf = async (ipAddress: string) =>
  (await owner.get(`/api/blocked-ips/preview?${new URLSearchParams({ ipAddress })}`)).body
const block = (ipAddress: string) => owner.post('/api/blocked-ips', { ipAddress })
const switchTo = (id: string, isActive: boolean) =>
  sendJson(owner, 'PATCH', `/api/blocked-ips/${id}`, { isActive })

ordinaryTest(
  'hides an address or a prefix, within another one or not, and brings exactly that back',
  async () => {
    const first = await summary()
    const typed = [
      ['2001:4860:1:2:aaaa:0:0:1', '2001:4860:1:2:aaaa::1'],
      ['2001:4860:1:2:FFFF::/64', '2001:4860:1:2::/64'],
      ['8.8.8.200/24', '8.8.8.0/24'],
      ['8.8.0.0/16', '8.8.0.0/16'],
      ['::ffff:8.8.8.77', '8.8.8.77'],
      ['2001:4860::/32', '2001:4860::/32'],
    ] as const
    const ids: string[] = []
    const changes: Numbers[] = []
    for (const [text, stored] of typed) {
      const before = await summary()
      const expected = await previewOf(text)
      const { status, body } = await block(text)
      expect([text, status, body.ipAddress]).toEqual([text, 200, stored])
      ids.push(body.id)
      const change = less(before, await summary())
      changes.push(change)
      expect([text, expected]).toEqual([
        text,
        { isBlocked: false, isEstimate: false, keptFrom: null, ...change },
      ])
    }
    expect(changes.filter(({ pageViews }) => pageViews > 0)).toHaveLength(5)
    expect(changes.some(({ visitors, leads }) => visitors > 0 && leads > 0)).toBe(true)
    expect(await summary()).toEqual({ visitors: 0, pageViews: 0, leads: 0 })
    await expectHonestNumbers(product)
    // The prefix within a prefix goes first, and brings nothing back.
    for (const index of [1, 0, 2, 5, 3, 4]) {
      const before = await summary()
      const expected = await previewOf(typed[index]?.[1] ?? '')
      await switchTo(ids[index] ?? '', false)
      const change = less(await summary(), before)
      expect([index, expected]).toEqual([
        index,
        { isBlocked: true, isEstimate: false, keptFrom: null, ...change },
      ])
    }
    expect(await summary()).toEqual(first)
    await expectHonestNumbers(product)
  },
)

thoroughTest('hides what comes later from a blocked prefix, lead forms included', async () => {
  const first = await summary()
  const { body } = await block('2001:4860:9::/48')
  const browser = product.browser()
  const headers = { 'x-forwarded-for': '2001:4860:9:8::7' }
  now = new Date(now.getTime() + 600_000)
  await browser.post('/api/visitors/page-view', { path: '/meme' }, headers)
  await browser.post(
    '/api/capture-lead',
    { name: 'Z', email: 'z@example.com', phone: '2', page: '/meme' },
    headers,
  )
  expect(await summary()).toEqual(first)
  await switchTo(body.id, false)
  expect(less(await summary(), first)).toEqual({ visitors: 1, pageViews: 1, leads: 1 })
  await expectHonestNumbers(product)
})

ordinaryTest('never fails on what an older version stored and cannot be an address', async () => {
  const first = await summary()
  const id = '00000000-0000-7000-8000-00000000000'
  await product.query(`insert into blocked_ips (id, ip_address, is_active, blocked_at) values
    ('${id}1', '08.8.8.77', true, now()), ('${id}2', 'nonsense', true, now())`)
  await product.query(`with odd as (
      update page_views set ip_address = 'fe80::1%eth0' where ctid = (select ctid from page_views limit 1)
      returning ip_address, visitor_id)
    insert into visitor_addresses select * from odd`)
  const { body } = await block('8.8.8.77')
  expect(await summary()).not.toEqual(first)
  for (const old of [body.id, `${id}1`, `${id}2`]) expect((await switchTo(old, false)).status).toBe(200)
  expect(await summary()).toEqual(first)
  await expectHonestNumbers(product)
})

ordinaryTest('refuses what could never match, and finds a page however its address is written', async () => {
  for (const ipAddress of [
    '01.2.3.4',
    '1.2.3.4/7',
    '1.2.3.4/33',
    '2001:db8::/15',
    '2001:db8::1/129',
    'fe80::1%1',
  ])
    expectRefusal(await block(ipAddress), ipAddress, 422)
  for (const pagePath of ['/meme?a=1', '/meme#top', 'meme'])
    expectRefusal(await owner.post('/api/blocked-pages', { pagePath }), pagePath, 422)
  const before = await summary()
  const preview = await owner.get('/api/blocked-pages/preview?pagePath=%2FMeme%2F')
  const { body } = await owner.post('/api/blocked-pages', { pagePath: '/Meme/' })
  expect(body.pagePath).toBe('/meme')
  expect(preview.body).toMatchObject(less(before, await summary()))
  expect(preview.body.pageViews).toBeGreaterThan(0)
  // What was reported with capitals is what is meant where somebody names it so.
  now = new Date(now.getTime() + 600_000)
  await product.browser().post('/api/visitors/page-view', { path: '/Landing/' })
  const odd = await owner.post('/api/blocked-pages', { pagePath: '/Landing/' })
  expect(odd.body.pagePath).toBe('/Landing/')
})
