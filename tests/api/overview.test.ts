import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

// A Wednesday noon in Los Angeles; the week began on Sunday the 15th.
const noon = Date.parse('2026-11-18T20:00:00Z')
const HOUR = 3_600_000
let now = noon
let product: RunningProduct
let owner: TestBrowser

async function visit(at: number, path: string, source?: string) {
  now = at
  const browser = product.browser()
  await browser.post('/api/visitors/track', { path: source ? `${path}?utm_source=${source}` : path })
  await browser.post('/api/visitors/page-view', { path, title: 'A page' })
  return browser
}

beforeAll(async () => {
  product = await runProduct({ clock: { now: () => new Date(now) } })
  await visit(noon - 25 * HOUR, '/meme', 'tiktok')
  await visit(noon - 23 * HOUR, '/meme', 'tiktok')
  await visit(noon - 3 * HOUR, '/meme', 'tiktok')
  await visit(noon - 10 * 60_000, '/')
  const ann = await visit(noon - 60_000, '/freetraining', 'instagram')
  await ann.post('/api/capture-lead', {
    name: 'Ann',
    email: 'ann@example.com',
    phone: '202-555-0143',
    page: '/freetraining',
  })
  now = noon
  owner = await product.owner()
})
afterAll(() => product?.end())

describe('the overview', () => {
  it('takes a day that nobody lives to see for no end', async () => {
    const { status, body } = await owner.get(
      '/api/analytics/overview?range=custom&from=2026-11-15&to=9999-12-31',
    )
    expect(status).toBe(200)
    expect(body.isPreviousWhole).toBe(false)
    expect(body.series.at(-1).at).toBe('2026-11-18')
  })

  it('compares a day that is not over with the day before up to the same moment', async () => {
    const { body } = await owner.get('/api/analytics/overview?range=today')
    // The visit of yesterday at 1 pm lies after noon and is not compared.
    expect(body).toMatchObject({ previous: { visitors: 1, pageViews: 1, leads: 0 }, isPreviousWhole: true })
  })

  it('compares days that have not come with none of the period before', async () => {
    const asked = async (from: string, to: string) =>
      (await owner.get(`/api/analytics/overview?range=custom&from=${from}&to=${to}`)).body.previous
    // Two days of which one has begun: the visit of the first day before noon, and nothing of the second.
    now = noon + 24 * HOUR
    expect(await asked('2026-11-19', '2026-11-20')).toEqual({ visitors: 1, pageViews: 1, leads: 0 })
    expect(await asked('2026-11-19', '2026-11-21')).toEqual({ visitors: 0, pageViews: 0, leads: 0 })
    // Begun the day before yesterday, to the end of tomorrow: the 15th and 16th, the 17th until noon.
    expect(await asked('2026-11-18', '2026-11-20')).toEqual({ visitors: 0, pageViews: 0, leads: 0 })
    expect(await asked('2026-11-20', '2026-11-21')).toEqual({ visitors: 0, pageViews: 0, leads: 0 })
    now = noon
    expect(await asked('2026-11-18', '2026-11-18')).toEqual({ visitors: 1, pageViews: 1, leads: 0 })
  })

  it('compares a finished day with the whole day before', async () => {
    const { body } = await owner.get('/api/analytics/overview?range=yesterday')
    // Nothing was recorded yet on the day before, so that comparing with it would mean nothing.
    expect(body).toMatchObject({ previous: { visitors: 0, pageViews: 0, leads: 0 }, isPreviousWhole: false })
    expect(body.series).toHaveLength(24)
    now = noon + 24 * HOUR
    const dayLater = await owner.get('/api/analytics/overview?range=yesterday')
    expect(dayLater.body.previous).toEqual({ visitors: 2, pageViews: 2, leads: 0 })
    now = noon
  })

  it('has a point for every day and hour that has begun, quiet ones included', async () => {
    const week = await owner.get('/api/analytics/overview?range=last-7-days')
    expect(week.body.series.map(({ at, views }: { at: string; views: number }) => [at, views])).toEqual([
      ['2026-11-12', 0],
      ['2026-11-13', 0],
      ['2026-11-14', 0],
      ['2026-11-15', 0],
      ['2026-11-16', 0],
      ['2026-11-17', 2],
      ['2026-11-18', 3],
    ])
    const today = await owner.get('/api/analytics/overview?range=today')
    expect(today.body.series).toHaveLength(12)
    expect(today.body.series.at(-1)).toMatchObject({ at: '2026-11-18T19:00:00.000Z', views: 2, leads: 1 })
    const all = await owner.get('/api/analytics/overview?range=all')
    expect(all.body.series.map(({ at }: { at: string }) => at)).toEqual(['2026-11-17', '2026-11-18'])
    expect(all.body.previous).toBeNull()
  })

  it('shows the last half hour in two-minute steps', async () => {
    const { body } = await owner.get('/api/analytics/overview?range=last-month')
    expect(body.recent).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1])
  })

  it('opens each number on exactly its people', async () => {
    const ids = async (path: string) => {
      const { body, headers } = await owner.get(path)
      expect(headers.get('x-total-count')).toBe(String(body.length))
      return body.length
    }
    expect(await ids('/api/visitors?range=today&source=tiktok')).toBe(1)
    expect(await ids('/api/visitors?range=this-week&source=tiktok')).toBe(3)
    expect(await ids('/api/visitors?range=yesterday&source=tiktok')).toBe(2)
    expect(await ids('/api/visitors?range=this-week&source=Direct')).toBe(1)
    expect(await ids('/api/visitors?range=this-week&page=/meme')).toBe(3)
    expect(await ids('/api/visitors?range=this-week&page=/meme&source=instagram')).toBe(0)
    expect(
      await ids(`/api/customers?range=today&include=records&tag=${encodeURIComponent('VH02 - Saw Pitch')}`),
    ).toBe(1)
    expect(
      await ids(`/api/customers?range=today&include=records&tag=${encodeURIComponent('VH04 - Booked Call')}`),
    ).toBe(0)
  })

  it('tells what a page sends today', async () => {
    const meme = await owner.get('/api/pages/%2Fmeme/setup')
    expect(meme.body).toEqual({
      isTracked: true,
      afterLead: '/freetraining',
      pixel: null,
      isCrmConnected: false,
    })
    const own = await owner.get('/api/pages/%2Fanalytics/setup')
    expect(own.body).toMatchObject({ isTracked: false, afterLead: null })
  })

  it('tells of a person’s tags when and by which rule they were earned', async () => {
    const [lead] = (await owner.get('/api/customers?range=today')).body
    const { body } = await owner.get(`/api/customer-journey/${lead.personId}`)
    expect(body.tags).toMatchObject([
      { tagName: 'VH01 - Lead', rule: 'Lead captured', state: 'waiting', at: body.captures[0].at },
      { tagName: 'VH02 - Saw Pitch', rule: 'Saw pitch' },
    ])
  })
})
