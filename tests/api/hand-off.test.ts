import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let now = new Date('2026-11-21T10:00:00Z')

beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now } })
})
afterAll(() => product?.end())

const details = { name: 'Ada', email: 'ada@example.com', phone: '202-555-0143', page: '/' }
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

async function visitor(): Promise<TestBrowser> {
  const browser = product.browser()
  await browser.post('/api/visitors/track', { path: '/' })
  return browser
}
async function linkOf(browser: TestBrowser, to?: string): Promise<string> {
  const answer = await browser.post('/api/visitors/hand-off', { to })
  expect(answer.status).toBe(200)
  return answer.body.url
}
const cookieOf = (browser: TestBrowser) => browser.cookies.get('leadline_visitor')

describe('handing a visitor over to another browser', () => {
  it('continues there on the page it names, as a visitor of its own, without a referrer', async () => {
    const app = await visitor()
    const url = await linkOf(app, '/freetraining')
    expect(url).toMatch(/^\/h\/[\w.-]+\?to=\/freetraining$/)
    const real = product.browser(safari)
    const answer = await real.get(url)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/freetraining'])
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(cookieOf(real)).toBeDefined()
    expect(cookieOf(real)).not.toBe(cookieOf(app))
  })

  it('works once: the second browser gets the page and stays a stranger', async () => {
    const app = await visitor()
    const url = await linkOf(app, '/trainingportal')
    await product.browser(safari).get(url)
    const second = product.browser(safari)
    const answer = await second.get(url)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/trainingportal'])
    expect(cookieOf(second)).toBeUndefined()
  })

  it('lets only one of many that open it at the same moment become the visitor', async () => {
    const url = await linkOf(await visitor())
    const browsers = Array.from({ length: 8 }, () => product.browser(safari))
    await Promise.all(browsers.map((browser) => browser.get(url)))
    expect(browsers.filter((browser) => cookieOf(browser) !== undefined)).toHaveLength(1)
  })

  it('ends after 30 minutes', async () => {
    const started = now
    const [early, late] = [await linkOf(await visitor()), await linkOf(await visitor())]
    now = new Date(started.getTime() + 29 * 60_000)
    const inTime = product.browser(safari)
    await inTime.get(early)
    expect(cookieOf(inTime)).toBeDefined()
    now = new Date(started.getTime() + 30 * 60_000)
    const tooLate = product.browser(safari)
    expect((await tooLate.get(late)).status).toBe(303)
    expect(cookieOf(tooLate)).toBeUndefined()
  })

  it.each([
    [
      'a changed letter in the signature',
      (url: string) => url.replace(/(.)\?/, (_all, last) => `${last === 'A' ? 'B' : 'A'}?`),
    ],
    [
      'a changed id',
      (url: string) => url.replace(/\/h\/(.)/, (_all, first) => `/h/${first === '0' ? '1' : '0'}`),
    ],
    ['no signature', (url: string) => url.replace(/\.[^?]*/, '')],
    ['a visitor cookie’s signature', () => `/h/${'{cookie}'}?to=/freetraining`],
    ['rubbish', () => '/h/%00%ff..?to=/freetraining'],
  ])('%s makes nobody anybody', async (_what, tamper) => {
    const app = await visitor()
    const url = tamper(await linkOf(app, '/freetraining')).replace('{cookie}', cookieOf(app) ?? '')
    const stranger = product.browser(safari)
    const answer = await stranger.get(url)
    expect([303, 400, 404]).toContain(answer.status)
    expect(cookieOf(stranger)).toBeUndefined()
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    '/freetraining?next=//evil.example',
    '/analytics',
    '/h/again',
    '/a\r\nlocation: https://evil.example',
  ])('never leads to %j: no such link is made, and a changed one leads home', async (to) => {
    const app = await visitor()
    const { status, body } = await app.post('/api/visitors/hand-off', { to })
    expect([status, body.error]).toEqual([422, 'The page to go on with must be a page of this site.'])
    const [path] = (await linkOf(app)).split('?')
    const answer = await product.browser(safari).get(`${path}?to=${encodeURIComponent(to)}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    const twice = await product.browser(safari).get(`${path}?to=/&to=${encodeURIComponent(to)}`)
    expect([twice.status, twice.headers.get('location')]).toEqual([303, '/'])
  })

  it('leaves a browser with a lead of its own as it is, and the link unused', async () => {
    const url = await linkOf(await visitor())
    const other = product.browser(safari)
    await other.post('/api/capture-lead', { ...details, email: 'other@example.com' })
    const before = cookieOf(other)
    await other.get(url)
    expect(cookieOf(other)).toBe(before)
    const fresh = product.browser(safari)
    await fresh.get(url)
    expect(cookieOf(fresh)).toBeDefined()
  })

  it('is not used up by the browser it was made in, a preview, a prefetch or a HEAD', async () => {
    const app = await visitor()
    const url = await linkOf(app)
    await app.get(url)
    await product.browser('facebookexternalhit/1.1').get(url)
    await product.browser(safari, { 'sec-purpose': 'prefetch' }).get(url)
    await product.browser(safari).send('HEAD', url)
    const real = product.browser(safari)
    await real.get(url)
    expect(cookieOf(real)).toBeDefined()
  })

  it('brings the lead along: the form in the real browser is filled as in the app', async () => {
    const app = await visitor()
    await app.post('/api/capture-lead', details)
    const real = product.browser(safari)
    await real.get(await linkOf(app))
    const { body } = await real.post('/api/leads/by-fingerprint', { fingerprint: 1 })
    expect(body).toMatchObject({ success: true, lead: { email: 'ada@example.com' } })
  })

  it('tells whoever made the link nothing of what is given in the browser that opened it', async () => {
    const maker = product.browser()
    const url = (await maker.post('/api/visitors/hand-off', {})).body.url
    const victim = product.browser(safari)
    await victim.get(url)
    const typed = { ...details, name: 'Vic', email: 'vic@example.com', callConsent: true }
    expect((await victim.post('/api/capture-lead', typed)).status).toBe(200)
    await victim.post('/api/leads/application-confirmation', { page: '/thankyoucall' })
    expect((await maker.post('/api/leads/by-fingerprint', { fingerprint: 1 })).body).toEqual({
      success: false,
    })
    expect((await maker.get('/api/leads/own')).body).toEqual({ lead: null })
    expect((await maker.get('/api/calls/state')).body).toEqual({ state: 'unknown' })
    expect((await victim.get('/api/leads/own')).body.lead).toMatchObject({ email: 'vic@example.com' })
  })

  it('tells whoever opens it what was captured before the link was made, and nothing that came later', async () => {
    const app = await visitor()
    await app.post('/api/capture-lead', { ...details, name: 'Before', email: 'before@example.com' })
    now = new Date(now.getTime() + 60_000)
    const url = await linkOf(app)
    now = new Date(now.getTime() + 60_000)
    await app.post('/api/capture-lead', { ...details, name: 'After', email: 'after@example.com' })
    const real = product.browser(safari)
    await real.get(url)
    const told = (await real.post('/api/leads/by-fingerprint', {})).body
    expect(told).toMatchObject({ success: true, lead: { name: 'Before', email: 'before@example.com' } })
    expect((await real.get('/api/leads/own')).body.lead.email).toBe('before@example.com')
  })

  it('goes on from the opener: what the first browser gave reaches a third, and only that', async () => {
    const app = await visitor()
    await app.post('/api/capture-lead', { ...details, name: 'First', email: 'chain@example.com' })
    const [second, third] = [product.browser(safari), product.browser(safari)]
    await second.get(await linkOf(app))
    await third.get(await linkOf(second))
    const told = (await third.post('/api/leads/by-fingerprint', {})).body
    expect(told).toMatchObject({ success: true, lead: { email: 'chain@example.com' } })
  })

  it('brings the advert along: the lead of the real browser has the first touch of the app', async () => {
    const app = product.browser()
    const advert = 'utm_source=ig&utm_campaign=spring&fbclid=click'
    await app.post('/api/visitors/track', { path: `/meme?${advert}` })
    await app.post('/api/leads/add-video-tag', { watchTime: 800 })
    const real = product.browser(safari)
    await real.get(await linkOf(app, '/freetraining'))
    await real.post('/api/visitors/track', { path: '/freetraining' })
    await real.post('/api/visitors/page-view', { path: '/freetraining' })
    await real.post('/api/capture-lead', { ...details, email: 'advert@example.com', page: '/' })
    const owner = await product.owner()
    const [lead] = (await owner.get('/api/customers?range=all&q=advert@example.com')).body
    expect(lead).toMatchObject({ utmSource: 'ig', utmCampaign: 'spring', landingPath: '/meme' })
    expect(lead.tags).toEqual(['VH01 - Lead', 'VH02 - Saw Pitch'])
    const [view] = await product.query("select source from page_views where path = '/freetraining'")
    expect(view?.source).toBe('ig')
    const { visitors } = (await owner.get(`/api/customer-journey/${lead.personId}`)).body
    expect(visitors).toHaveLength(2)
  })

  it('joins the opener to the person that was known when the link was made: it may go on as that lead', async () => {
    const app = await visitor()
    const email = 'goeson@example.com'
    await app.post('/api/capture-lead', { ...details, email })
    const real = product.browser(safari)
    await real.get(await linkOf(app))
    await real.post('/api/leads/application-confirmation', { page: '/thankyoucall' })
    await real.post('/api/capture-lead', { ...details, name: 'Ada Corrected', email })
    const owner = await product.owner()
    const [lead] = (await owner.get(`/api/customers?range=all&q=${email}`)).body
    expect(lead).toMatchObject({ name: 'Ada Corrected', captureCount: 2 })
    expect(lead.tags).toContain('VH03 - Filled Application')
    const told = (await app.post('/api/leads/by-fingerprint', {})).body
    expect(told).toMatchObject({ lead: { name: 'Ada', email } })
    const links = await product.query(
      `select evidence from person_links where kind = 'visitor' and undone_at is null
        and person_id = (select person_id from leads where email = $1) order by evidence ->> 'captureId' nulls last`,
      [email],
    )
    expect(links).toMatchObject([
      { evidence: { captureId: expect.any(String) } },
      { evidence: { by: 'hand-off' } },
    ])
  })

  it('answers as fast where two browsers opened each other’s links again and again', async () => {
    const app = await visitor()
    await app.post('/api/capture-lead', { ...details, email: 'again@example.com' })
    const real = product.browser(safari)
    await real.get(await linkOf(app))
    await product.query(`with newest as (
        select visitor_id, from_visitor_id from visitor_links order by opened_at desc, id desc limit 1
      ), pairs as (
        select visitor_id, from_visitor_id from newest union all select from_visitor_id, visitor_id from newest
      )
      insert into visitor_links (id, visitor_id, from_visitor_id, hand_off_id, handed_at, opened_at)
      select gen_random_uuid(), visitor_id, from_visitor_id, gen_random_uuid(), at, at
      from pairs, generate_series(timestamptz '2026-11-21 06:00Z', '2026-11-21 09:00Z', '5 seconds') at`)
    expect(await real.post('/api/leads/by-fingerprint', {})).toMatchObject({
      status: 200,
      body: { success: true, lead: { email: 'again@example.com' } },
    })
  })

  it('keeps the newest of what one browser opened, however many it opens', async () => {
    const app = await visitor()
    const email = 'newest@example.com'
    await app.post('/api/capture-lead', { ...details, email })
    const real = product.browser(safari)
    await real.get(await linkOf(app))
    const [opener] = await product.query(
      'select visitor_id from visitor_links order by opened_at desc, id desc limit 1',
    )
    await product.query(
      `insert into visitor_links (id, visitor_id, from_visitor_id, hand_off_id, handed_at, opened_at)
        select gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), at, at
        from generate_series(timestamptz '2026-11-20 06:00Z', '2026-11-20 09:00Z', '5 seconds') at`,
      [opener?.visitor_id],
    )
    await real.get(await linkOf(await visitor()))
    const [kept] = await product.query(
      'select count(*)::integer as number from visitor_links where visitor_id = $1',
      [opener?.visitor_id],
    )
    expect(kept?.number).toBe(50)
    expect((await real.post('/api/leads/by-fingerprint', {})).body).toMatchObject({ lead: { email } })
  })

  it('can be undone by the owner: the opener is then told nothing of the first browser', async () => {
    const app = await visitor()
    const email = 'undone@example.com'
    await app.post('/api/capture-lead', { ...details, email })
    const real = product.browser(safari)
    await real.get(await linkOf(app))
    const owner = await product.owner()
    const [link] = await product.query(
      'select visitor_id from visitor_links order by opened_at desc, id desc limit 1',
    )
    const undo = `/api/visitors/${link?.visitor_id}/undo-hand-off`
    expect((await real.post(undo, {})).status).toBe(401)
    expect((await owner.post(undo, {})).body).toEqual({ success: true })
    expect((await owner.post(undo, {})).status).toBe(404)
    expect((await real.post('/api/leads/by-fingerprint', {})).body).toEqual({ success: false })
    await real.post('/api/capture-lead', { ...details, name: 'Nobody', email })
    const [lead] = (await owner.get(`/api/customers?range=all&q=${email}`)).body
    expect(lead.name).toBe('Ada')
  })

  it('is limited per visitor', async () => {
    const app = await visitor()
    const answers: number[] = []
    for (let turn = 0; turn < 22; turn += 1)
      answers.push((await app.post('/api/visitors/hand-off', {})).status)
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(200))
    expect(answers.slice(20)).toEqual([429, 429])
  })
})
