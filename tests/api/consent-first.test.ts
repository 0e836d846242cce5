import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

// The addresses come from a proxy that is trusted, so that each visitor can have one.
const environment = { TRUST_PROXY: '1' }
let product: RunningProduct

beforeAll(async () => {
  product = await runProduct({ environment })
})
afterAll(() => product?.end())

const address = '203.0.113.77'
const from = (ip = address, headers: Record<string, string> = {}): TestBrowser =>
  product.browser(undefined, { 'x-forwarded-for': ip, ...headers })
const device = {
  ...{ fingerprint: '4242424242', timezone: 'Europe/Berlin', language: 'de-DE' },
  ...{ screenWidth: 390, screenHeight: 844, hardwareConcurrency: 6, deviceMemory: 4 },
}
const view = (sessionId: string = randomUUID(), more: object = {}) => ({
  ...{ ...device, path: '/meme?utm_source=ig&fbclid=AbC', title: 'Meme', sessionId },
  ...more,
})

/** Opens a page as the tracker does. */
async function open(browser: TestBrowser, body: object): Promise<void> {
  for (const call of ['track', 'page-view'])
    expect((await browser.post(`/api/visitors/${call}`, body)).body).toEqual({ success: true })
}
const visitorsOf = (sessionId: string) =>
  product.query(
    `select visitor.*, browser.user_agent as agent, browser.device as kind from visitors visitor
     join page_views view on view.visitor_id = visitor.id left join browsers browser on browser.id = visitor.browser_id
     where view.session_id = $1`,
    [sessionId],
  )
const lead = (email: string, more: object = {}) => ({
  ...{ name: 'Ada Kern', email, phone: '(202) 555-0143', page: '/meme', elapsed: 9000 },
  ...more,
})
const captureOf = async (email: string) =>
  (await product.query('select * from lead_captures where email = $1', [email]))[0]

describe('before a yes', () => {
  it.each([
    ['its timezone says that the law asks', {}, {}],
    ['it says so itself, wherever it is', { timezone: 'America/Denver', consent: false }, {}],
    ['it says yes and signals no', { consent: true }, { 'sec-gpc': '1' }],
    ['it says yes and asks not to be tracked', { consent: true }, { dnt: '1' }],
  ])(
    'a page load leaves no cookie and nothing that tells it from others: %s',
    async (_why, says, headers) => {
      const sessionId = randomUUID()
      const browser = from(address, headers)
      for (const call of ['track', 'page-view']) {
        const answer = await browser.post(`/api/visitors/${call}`, view(sessionId, says))
        expect(answer.headers.getSetCookie()).toEqual([])
      }
      const visitors = await visitorsOf(sessionId)
      expect(visitors).toHaveLength(1)
      expect(visitors[0]).toMatchObject({
        ...{ ip_address: '203.0.113.0', fingerprint: null, timezone: null, language: null, agent: null },
        ...{ screen_width: null, screen_height: null, hardware_concurrency: null, device_memory: null },
        ...{ page_view_count: 1, excluded: null, landing_path: '/meme' },
        first_touch: { utm_source: 'ig', fbclid: 'AbC' },
      })
      expect(visitors[0]?.kind).toMatchObject({ category: 'Mobile', os: 'iOS', app: 'Instagram' })
      expect(visitors[0]?.kind).toMatchObject({
        model: null,
        osVersion: null,
        appVersion: null,
        buildId: null,
      })
      const [stored] = await product.query('select ip_address from page_views where session_id = $1', [
        sessionId,
      ])
      expect(stored).toEqual({ ip_address: '203.0.113.0' })
    },
  )

  it('an IPv6 address is kept by its first 48 bits', async () => {
    const sessionId = randomUUID()
    await open(from('2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff'), view(sessionId))
    expect((await visitorsOf(sessionId))[0]?.ip_address).toBe('2001:db8:aaaa::')
  })

  it('each load is a visitor of its own and counts, also in one browser', async () => {
    const owner = await product.owner()
    const count = async () => (await owner.get('/api/analytics/summary?range=all')).body
    const [before, browser] = [await count(), from()]
    for (let load = 0; load < 3; load += 1) await open(browser, view())
    const after = await count()
    expect([after.visitors - before.visitors, after.pageViews - before.pageViews]).toEqual([3, 3])
  })

  it('what the browser is told to do next leaves no cookie either', async () => {
    const told = { consent: false, sessionId: randomUUID() }
    const browser = from()
    const answers = [
      await browser.post('/api/leads/add-video-tag', { watchTime: 720, ...told }),
      await browser.post('/api/leads/application-confirmation', { page: '/thankyoucall', ...told }),
      await browser.post('/api/visitors/watch-progress', { media: 'abcde12345', steps: [1, 2], ...told }),
      await browser.post('/api/leads/by-fingerprint', {}),
      await browser.post('/api/visitors/hand-off', { to: '/freetraining', ...told }),
    ]
    expect(answers.flatMap((answer) => answer.headers.getSetCookie())).toEqual([])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    expect(answers.at(-1)?.body.url).toBe('/freetraining')
  })

  it('the owner’s own browser stays out of the numbers', async () => {
    const owner = await product.owner()
    const sessionId = randomUUID()
    await open(owner, view(sessionId))
    expect(await visitorsOf(sessionId)).toMatchObject([{ excluded: 'owner' }])
  })
})

describe('submitting a form', () => {
  it('sets the cookie, joins this load and what was watched on it, and keeps the address cut', async () => {
    const sessionId = randomUUID()
    const told = { consent: false, sessionId }
    const browser = from()
    await open(browser, view(sessionId, { ...told }))
    await browser.post('/api/leads/add-video-tag', { watchTime: 720, ...told })
    const answer = await browser.post('/api/capture-lead', lead('ada@example.com', { ...device, ...told }))
    expect(answer.headers.getSetCookie().join()).toContain('leadline_visitor=')
    await browser.post('/api/analytics/capture-with-visitor', {
      ...{ ...lead('ada@example.com'), ...device, ...told },
      slug: '/meme',
    })
    const [visitor] = await visitorsOf(sessionId)
    const capture = await captureOf('ada@example.com')
    expect(capture).toMatchObject({
      ...{ visitor_id: visitor?.id, source: 'ig', ip_address: '203.0.113.0', user_agent: null },
      attribution: { utm_source: 'ig', fbclid: 'AbC' },
    })
    expect(JSON.stringify([capture?.details, visitor])).not.toMatch(/4242424242|Europe\/Berlin|de-DE/)
    const tags = await product.query(
      'select tag_name from lead_tags join leads lead on lead.id = lead_id where email = $1 order by tag_name',
      ['ada@example.com'],
    )
    expect(tags.map((row) => row.tag_name)).toEqual(['VH01 - Lead', 'VH02 - Saw Pitch'])
    // The receipt is the proof of what was agreed to.
    const [receipt] = await product.query(
      'select ip_address, user_agent from consent_receipts where capture_id = $1',
      [capture?.id],
    )
    expect(receipt).toEqual({ ip_address: address, user_agent: expect.stringContaining('Instagram') })
    // What was asked for works on the next page; its visit is still nobody's.
    expect((await browser.post('/api/leads/by-fingerprint', {})).body).toMatchObject({ success: true })
    const next = randomUUID()
    await open(browser, view(next, { consent: false }))
    expect((await visitorsOf(next))[0]?.id).not.toBe(visitor?.id)
  })

  it('in another browser never leads to what was submitted in this one, whatever id it names', async () => {
    const told = { consent: false, sessionId: 's1' }
    await from().post('/api/capture-lead', lead('bea@example.com', told))
    const other = from()
    await other.post('/api/capture-lead', lead('cleo@example.com', told))
    const [bea, cleo] = [await captureOf('bea@example.com'), await captureOf('cleo@example.com')]
    expect(bea?.visitor_id).not.toBe(cleo?.visitor_id)
  })

  it('without scripts sets the cookie, too', async () => {
    const answer = await from().send('POST', '/api/capture-lead', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...lead('dora@example.com'), elapsed: '9000' }).toString(),
    })
    expect([answer.status, answer.headers.getSetCookie().length]).toEqual([303, 1])
  })
})

describe('a form that posts by itself before scripts have come', () => {
  const post = (browser: TestBrowser, email: string) =>
    browser.send('POST', '/api/capture-lead', {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        referer: 'http://coach.example/meme?utm_source=ig&utm_campaign=early&email=ada%40example.com',
      },
      body: new URLSearchParams({ ...lead(email), elapsed: '9000' }).toString(),
    })

  it('takes the advert along to the next page, where nothing else tells it', async () => {
    const browser = from()
    const next = (await post(browser, 'early@example.com')).headers.get('location') ?? ''
    expect(next).toBe('/freetraining?utm_source=ig&utm_campaign=early')
    const sessionId = randomUUID()
    await open(browser, view(sessionId, { consent: false, path: next }))
    expect(await visitorsOf(sessionId)).toMatchObject([
      { first_touch: { utm_source: 'ig', utm_campaign: 'early' }, landing_path: '/freetraining' },
    ])
  })

  it('leaves the next page’s address plain for whoever is remembered', async () => {
    const browser = from()
    await open(browser, view(randomUUID(), { timezone: 'America/Denver' }))
    expect((await post(browser, 'early-too@example.com')).headers.get('location')).toBe('/freetraining')
  })
})

describe('the answer', () => {
  const { version } = SiteContent.parse({}).adConsent
  const answerOf = (choice: 'granted' | 'refused', sessionId: string) => ({
    ...{ choice, version: `${version}-visits`, page: '/meme' },
    ...{ consent: choice === 'granted', sessionId },
  })

  it('yes makes the visitor of this load the one that is remembered, with all that is told', async () => {
    const sessionId = randomUUID()
    const browser = from()
    await open(browser, view(sessionId, { consent: false }))
    expect((await browser.post('/api/visitors/ad-consent', answerOf('granted', sessionId))).status).toBe(200)
    expect(browser.cookies.has('leadline_visitor')).toBe(true)
    await browser.post('/api/visitors/track', view(sessionId, { consent: true }))
    const next = randomUUID()
    await open(browser, view(next, { consent: true, path: '/terms' }))
    const [first, second] = [await visitorsOf(sessionId), await visitorsOf(next)]
    expect(first).toEqual(second)
    expect(first[0]).toMatchObject({
      ...{ ip_address: address, fingerprint: '4242424242', timezone: 'Europe/Berlin', page_view_count: 2 },
      agent: expect.stringContaining('Instagram'),
    })
    const [receipt] = await product.query(
      'select choice, text, ip_address from ad_consents where visitor_id = $1',
      [first[0]?.id],
    )
    expect(receipt).toEqual({
      ...{ choice: 'granted', ip_address: address },
      text: SiteContent.parse({}).adConsent.visit,
    })
  })

  it('no ends the cookie of an earlier yes, and is kept without address', async () => {
    const sessionId = randomUUID()
    const browser = from()
    await browser.post('/api/visitors/ad-consent', answerOf('granted', sessionId))
    await open(browser, view(sessionId, { consent: true }))
    await browser.post('/api/visitors/ad-consent', answerOf('refused', sessionId))
    expect(browser.cookies.has('leadline_visitor')).toBe(false)
    const [visitor] = await visitorsOf(sessionId)
    expect(
      await product.query(
        `select ip_address, user_agent from ad_consents where choice = 'refused' and visitor_id = $1`,
        [visitor?.id],
      ),
    ).toEqual([{ ip_address: '203.0.113.0', user_agent: null }])
  })

  it('no leaves whoever submitted a form what they asked for', async () => {
    const browser = from()
    await browser.post(
      '/api/capture-lead',
      lead('emil@example.com', { consent: false, sessionId: randomUUID() }),
    )
    await browser.post('/api/visitors/ad-consent', answerOf('refused', randomUUID()))
    expect((await browser.post('/api/leads/by-fingerprint', {})).body).toMatchObject({ success: true })
  })
})

describe('the owner’s setting', () => {
  const cookiesOf = async (ask: 'always' | 'never', body: object) => {
    const site = await runProduct({ content: SiteContent.parse({ adConsent: { ask } }) })
    const browser = site.browser()
    await browser.post('/api/visitors/track', body)
    const page = (await browser.get('/meme')).text
    await site.end()
    return { cookies: [...browser.cookies.keys()], hasBar: page.includes('id="ad-choices"') }
  }

  it('asks everybody', async () => {
    expect(await cookiesOf('always', view(randomUUID(), { timezone: 'America/Denver' }))).toEqual({
      ...{ cookies: [], hasBar: true },
    })
  })

  it('asks nobody', async () => {
    expect(await cookiesOf('never', view())).toEqual({ cookies: ['leadline_visitor'], hasBar: false })
  })
})
