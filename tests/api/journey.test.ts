import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockFrom, wednesday } from '#support/clock-from.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let owner: TestBrowser
// A Wednesday, so that 'this week' is several days long.
const clock = clockFrom(wednesday)

beforeAll(async () => {
  product = await runProduct({ clock })
  owner = await product.owner()
  const ann = product.browser()
  await ann.post('/api/visitors/track', { path: '/meme?utm_source=tiktok', fingerprint: 7 })
  await ann.post('/api/visitors/page-view', {
    path: '/meme',
    title: 'Meme',
    referrer: 'https://www.tiktok.com/',
  })
  await ann.post('/api/visitors/page-view', { path: '/freetraining', title: 'Training' })
  await ann.post('/api/leads/add-video-tag', { fingerprint: 7, watchTime: 720 })
  await ann.post('/api/capture-lead', {
    name: 'Ann',
    email: 'ann@example.com',
    phone: '202-555-0143',
    page: '/meme',
  })
  const ben = product.browser()
  await ben.post('/api/visitors/page-view', { path: '/meme', title: 'Meme' })
})
afterAll(() => product?.end())

describe('one person and one page', () => {
  it('shows a visitor with its lead and its page views, newest first', async () => {
    const [visitor] = (await owner.get('/api/visitors?range=today&q=tiktok')).body
    const { status, body } = await owner.get(`/api/visitors/${visitor.id}`)
    expect(status).toBe(200)
    expect(body.visitor).toMatchObject({ id: visitor.id, name: 'Ann', utmSource: 'tiktok' })
    expect(body.customer).toMatchObject({ email: 'ann@example.com' })
    expect(body.pageViews.map((view: { page: string }) => view.page).sort()).toEqual([
      '/freetraining',
      '/meme',
    ])
  })

  it('tells a person’s journey: browsers, views, captures and milestones', async () => {
    const [lead] = (await owner.get('/api/customers?range=today')).body
    const { body } = await owner.get(`/api/customer-journey/${lead.personId}`)
    expect(body.visitors).toHaveLength(1)
    expect(body.pageViews).toHaveLength(2)
    expect(body.leads.map((one: { email: string }) => one.email)).toEqual(['ann@example.com'])
    expect(body.captures).toMatchObject([{ page: '/meme', utmSource: 'tiktok' }])
    expect(body.milestones).toMatchObject([{ kind: 'video_progress', watchTime: 720 }])
  })

  it('answers 404 for people, visitors and leads that do not exist', async () => {
    for (const path of [
      '/api/visitors/x',
      '/api/leads/x',
      '/api/customer-journey/00000000-0000-7000-8000-00000000dead',
    ])
      expect([path, (await owner.get(path)).status]).toEqual([path, path.includes('journey') ? 200 : 404])
  })

  it('counts a page: views, visitors, conversions, sources, referrers and people', async () => {
    const { body } = await owner.get('/api/pages/%2Fmeme/analytics?range=today')
    expect(body).toMatchObject({
      totalViews: 2,
      uniqueVisitors: 2,
      conversions: 1,
      conversionRate: 50,
      utmData: { tiktok: 1, Direct: 1 },
      referrerData: { 'tiktok.com': 1, Direct: 1 },
    })
    expect(body.leadDetails.map((lead: { email: string }) => lead.email)).toEqual(['ann@example.com'])
    expect(body.visitors).toHaveLength(2)
  })

  it('answers a page that nobody saw with zeros, never with NaN', async () => {
    const { body } = await owner.get(`/api/pages/${encodeURIComponent(`/${'long-'.repeat(60)}`)}/analytics`)
    expect(body).toMatchObject({
      totalViews: 0,
      uniqueVisitors: 0,
      conversions: 0,
      conversionRate: 0,
      visitors: [],
    })
  })

  it('lists pages with their share of all views', async () => {
    const { body } = await owner.get('/api/pages?range=today')
    expect(body).toEqual([
      { path: '/meme', views: 2, visitors: 2, conversions: 1, conversionRate: 50, share: 66.7 },
      { path: '/freetraining', views: 1, visitors: 1, conversions: 0, conversionRate: 0, share: 33.3 },
    ])
  })

  it('gives the overview: top lists, the day’s hours and the funnel', async () => {
    const { body } = await owner.get('/api/analytics/overview?range=today')
    expect(body.topPages[0]).toEqual({ path: '/meme', views: 2 })
    expect(body.topSources).toEqual([
      { source: 'tiktok', views: 2 },
      { source: 'Direct', views: 1 },
    ])
    expect(body.step).toBe('hour')
    const sum = (key: 'views' | 'visitors' | 'leads') =>
      body.series.reduce((total: number, point: Record<string, number>) => total + (point[key] ?? 0), 0)
    expect([sum('views'), sum('visitors'), sum('leads')]).toEqual([3, 2, 1])
    expect(body.funnel).toEqual([
      { step: 'visit', people: 2 },
      { step: 'lead', people: 1 },
      { step: 'saw-pitch', people: 1 },
      { step: 'applied', people: 0 },
      { step: 'booked', people: 0 },
    ])
    expect(body.previous).toEqual({ visitors: 0, pageViews: 0, leads: 0 })
    const week = await owner.get('/api/analytics/overview?range=this-week')
    expect(week.body.step).toBe('day')
    expect(week.body.series.at(-1)).toMatchObject({ views: 3, visitors: 2, leads: 1 })
  })
})

describe('the order of a journey', () => {
  it('is told to the millisecond, page views among the rest', async () => {
    const cam = product.browser()
    for (const path of ['/meme', '/freetraining']) {
      await cam.post('/api/visitors/page-view', { path })
      // Only the clock goes on: the next thing happens some milliseconds later, most likely in the same second.
      const before = clock.now().getTime()
      await waitFor('the next milliseconds', () => clock.now().getTime() > before + 5)
      if (path === '/meme')
        await cam.post('/api/capture-lead', {
          name: 'Cam',
          email: 'cam@example.com',
          phone: '202-555-0144',
          page: '/meme',
        })
    }
    const { body } = await owner.get('/api/customers?range=today&q=cam@')
    const journey = (await owner.get(`/api/customer-journey/${body[0].personId}`)).body
    const [later, earlier] = journey.pageViews
    const [{ at }] = journey.captures
    expect([earlier.page, later.page]).toEqual(['/meme', '/freetraining'])
    expect([earlier.timestamp < at, at < later.timestamp]).toEqual([true, true])
    expect(journey.tags).toMatchObject([{ tagName: 'VH01 - Lead', causeId: journey.captures[0].id }])
  })
})
