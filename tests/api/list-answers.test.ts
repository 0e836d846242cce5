import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let owner: TestBrowser
let now = new Date('2026-11-10T12:00:00Z')

beforeAll(async () => {
  product = await runProduct({
    clock: { now: () => now },
    environment: { PUBLIC_URL: 'http://www.coach.example', DEFAULT_COUNTRY: 'US' },
  })
  owner = await product.owner()
})
afterAll(() => product?.end())

type Row = Record<string, string | number | null>
const list = async (path: string): Promise<Row[]> => (await owner.get(path)).body
const typed = (path: string, q: string) => `${path}&q=${encodeURIComponent(q)}`
const capture = (browser: TestBrowser, name: string, phone: string, page = '/meme') =>
  browser.post('/api/capture-lead', { name, email: `${name.toLowerCase()}@leads.example`, phone, page })

it('finds a lead by any part of its phone number, however either is typed', async () => {
  const phones: [string, string][] = [
    ['Plain', '2025550143'],
    ['Marks', '(202) 555-0143'],
    ['Whole', '+1 202.555.0143'],
    ['Berlin', '+49 30 90182143'],
    ['Other', '(212) 867-5309'],
  ]
  for (const [name, phone] of phones) await capture(product.browser(), name, phone)
  const americans = ['Marks', 'Plain', 'Whole']
  const asked: [string, string[]][] = [
    ['(202) 555-0143', americans],
    ['2025550143', americans],
    ['+1 202', americans],
    ['+12025550143', americans],
    ['0012025550143', americans],
    ['202-555-0143', americans],
    ['555 0143', americans],
    ['0143', americans],
    ['143', ['Berlin', ...americans]],
    ['030 90182143', ['Berlin']],
    ['0049 30 9018', ['Berlin']],
    ['+49 (0)30 9018', ['Berlin']],
    ['3090182', ['Berlin']],
    ['867-5309', ['Other']],
    ['555 0144', []],
  ]
  for (const [q, names] of asked) {
    const found = await list(typed('/api/customers?range=today&tz=UTC', q))
    expect([q, found.map(({ name }) => name).sort()]).toEqual([q, [...names].sort()])
  }
})

it('finds a visitor by the name, email or phone of who it is', async () => {
  const browser = product.browser()
  now = new Date('2026-11-11T12:00:00Z')
  await browser.post('/api/visitors/page-view', { path: '/meme' })
  await capture(browser, 'Wilhelmina', '(303) 555-0188')
  await product.browser().post('/api/visitors/page-view', { path: '/meme' })
  for (const range of [
    'range=today&tz=UTC',
    'range=all',
    'range=custom&from=2026-11-11&to=2026-11-11&tz=UTC',
  ]) {
    expect(await list(`/api/visitors?${range}`)).toHaveLength(2)
    for (const q of ['wilhelm', 'WILHELMINA@leads', '303 555']) {
      const found = await list(typed(`/api/visitors?${range}`, q))
      expect([range, q, found.map(({ name }) => name)]).toEqual([range, q, ['Wilhelmina']])
      const onPage = await list(typed(`/api/visitors?${range}&page=/meme`, q))
      expect([range, q, onPage.map(({ name }) => name)]).toEqual([range, q, ['Wilhelmina']])
    }
    expect(await list(typed(`/api/visitors?${range}`, '/meme'))).toEqual([])
  }
})

it('says of each visitor what it did in the days that are asked for', async () => {
  const browser = product.browser()
  const view = async (at: string) => {
    now = new Date(at)
    await browser.post('/api/visitors/page-view', { path: '/freetraining' })
  }
  for (const at of ['2026-11-12T10:00:00Z', '2026-11-12T10:10:00Z', '2026-11-12T11:00:00Z']) await view(at)
  await view('2026-11-13T09:00:00Z')
  now = new Date('2026-11-13T12:00:00Z')
  const asked: [string, object][] = [
    ['yesterday', { viewsInRange: 3, visitsInRange: 2, lastSeenInRange: '2026-11-12T11:00:00.000Z' }],
    ['today', { viewsInRange: 1, visitsInRange: 1, lastSeenInRange: '2026-11-13T09:00:00.000Z' }],
  ]
  for (const [range, says] of asked) {
    const [row] = await list(`/api/visitors?range=${range}&tz=UTC`)
    expect(row).toMatchObject({ ...says, pageViewCount: 4, visitCount: 3 })
  }
  for (const range of ['today', 'yesterday', 'last-7-days', 'all']) {
    const { pageViews } = (await owner.get(`/api/analytics/summary?range=${range}&tz=UTC`)).body
    const rows = await list(`/api/visitors?range=${range}&tz=UTC`)
    const sum = rows.reduce((all, { viewsInRange }) => all + Number(viewsInRange), 0)
    expect([range, sum]).toEqual([range, pageViews])
  }
})

it('gives the time of the first capture on a page, and leaves the site itself out of its referrers', async () => {
  const browser = product.browser()
  const page = '/lander-hack'
  now = new Date('2026-11-14T08:00:00Z')
  await capture(browser, 'Returning', '1', '/meme2')
  now = new Date('2026-11-14T09:00:00Z')
  await capture(browser, 'Returning', '1', page)
  now = new Date('2026-11-15T09:00:00Z')
  await capture(browser, 'Returning', '1', page)
  const referrers = [
    'https://www.coach.example/meme',
    'http://coach.example/',
    `${product.url}/meme`,
    'https://www.instagram.com/p/1',
    'https://notcoach.example/',
    '',
  ]
  for (const referrer of referrers)
    await product.browser().post('/api/visitors/page-view', { path: page, referrer })
  const { body } = await owner.get(`/api/pages/${encodeURIComponent(page)}/analytics?range=today&tz=UTC`)
  expect(body.leadDetails).toMatchObject([{ name: 'Returning', first_seen: '2026-11-14T09:00:00.000Z' }])
  expect(body.referrerData).toEqual({ 'instagram.com': 1, 'notcoach.example': 1, Direct: 1 })
  expect(body.ownReferrals).toBe(3)
})
