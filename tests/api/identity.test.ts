import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { verifyReports } from '#server/reports/verify-reports.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let owner: TestBrowser
let now = new Date('2026-11-18T18:00:00Z')
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now }, environment: { TRUST_PROXY: 'true' } })
  owner = await product.owner()
})
afterAll(() => product?.end())

const ada = { name: 'Ada Kern', email: 'ada@example.com', phone: '(202) 555-0143' }
const own = { success: true, lead: ada }
const summary = async () => (await owner.get('/api/analytics/summary?range=all')).body
const leads = async (q = '') => (await owner.get(`/api/customers?range=all&q=${q}`)).body
const captures = (email: string) =>
  product.query('select * from lead_captures where email = $1 order by at', [email])
const byFingerprint = async (browser: TestBrowser, fingerprint = '42') =>
  (await browser.post('/api/leads/by-fingerprint', { fingerprint })).body

async function expectCountsTrue(): Promise<void> {
  const { database, close } = openDatabase({
    connection: { connectionString: product.databaseUrl },
    maxConnections: 1,
    statementTimeoutMs: 0,
    onLostConnection: () => {},
  })
  const differences = await verifyReports(database)
  await close()
  expect(differences).toEqual([])
}

describe('one browser is one visitor', () => {
  test('two phones with the same fingerprint and address are two visitors and neither reads the other’s lead', async () => {
    const [first, second] = [product.browser(), product.browser()]
    for (const browser of [first, second]) {
      await browser.post('/api/visitors/track', { path: '/meme', fingerprint: 42 })
      await browser.post('/api/visitors/page-view', { path: '/meme', fingerprint: 42 })
    }
    expect(first.cookies.get('leadline_visitor')).not.toBe(second.cookies.get('leadline_visitor'))
    expect((await summary()).visitors).toBe(2)
    expect((await first.post('/api/capture-lead', { ...ada, page: '/meme', fingerprint: 42 })).status).toBe(
      200,
    )
    expect(await byFingerprint(first)).toEqual(own)
    expect(await byFingerprint(first, 'another')).toEqual(own)
    expect(await byFingerprint(second)).toEqual({ success: false })
    expect(await byFingerprint(product.browser())).toEqual({ success: false })
  })

  test('the same email from another browser is the same lead and person, and still tells that browser only what it typed', async () => {
    const laptop = product.browser()
    const answer = await laptop.post('/api/capture-lead', {
      ...ada,
      name: 'A. Kern',
      email: ' ADA@Example.com ',
      page: '/',
    })
    const [lead, ...others] = await leads('ada@example.com')
    expect(others).toEqual([])
    expect(answer.body).toEqual({ success: true, leadId: lead.id, personId: lead.personId })
    expect(lead).toMatchObject({ name: 'A. Kern', captureCount: 2, slug: '/meme' })
    expect(await captures('ada@example.com')).toHaveLength(2)
    expect((await byFingerprint(laptop)).lead.name).toBe('A. Kern')
    expect((await summary()).leads).toBe(1)
  })

  test('a page view that is delivered twice counts once, also seconds later', async () => {
    const before = (await summary()).pageViews
    const browser = product.browser()
    await browser.post('/api/visitors/track', { path: '/twice' })
    const view = { path: '/twice', eventId: '0192f3a0-0000-7000-8000-000000000001' }
    for (let delivery = 0; delivery < 3; delivery += 1) {
      expect((await browser.post('/api/visitors/page-view', view)).status).toBe(200)
      pass(2)
    }
    expect((await summary()).pageViews).toBe(before + 1)
  })
})

describe('one press of the button is one capture', () => {
  test('the same submission id is one capture, one receipt of each kind and one set of tags', async () => {
    const browser = product.browser()
    const submit = { ...ada, email: 'once@example.com', page: '/freetraining', submissionId: 'press-1' }
    const answers = await Promise.all([1, 2, 3].map(() => browser.post('/api/capture-lead', submit)))
    pass(5)
    answers.push(await browser.post('/api/capture-lead', submit))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await captures('once@example.com')).toHaveLength(1)
    const [lead] = await leads('once@example.com')
    expect(lead.captureCount).toBe(1)
    expect(lead.tags.toSorted()).toEqual(['VH01 - Lead', 'VH02 - Saw Pitch'])
    const receipts = await product.query(
      'select kind from consent_receipts where lead_id = $1 order by kind',
      [lead.id],
    )
    expect(receipts.map(({ kind }) => kind)).toEqual([...new Set(receipts.map(({ kind }) => kind))])
  })

  test('one submission id with two emails at the same moment keeps one capture and fails neither call', async () => {
    const both = ['a', 'b'].map((letter) =>
      product
        .browser()
        .post('/api/capture-lead', { ...ada, email: `race-${letter}@example.com`, submissionId: 'race' }),
    )
    for (const { status } of await Promise.all(both)) expect(status).toBe(200)
    expect(await product.query("select from lead_captures where submission_id = 'race'")).toHaveLength(1)
  })

  test('capture-with-visitor after capture-lead adds what the browser knows and no capture', async () => {
    const browser = product.browser()
    const who = { ...ada, email: 'with@example.com' }
    await browser.post('/api/capture-lead', { ...who, page: '/meme' })
    const more = { ...who, slug: '/meme', timezone: 'Asia/Tokyo', screenWidth: 390, landingPath: '/meme' }
    expect((await browser.post('/api/analytics/capture-with-visitor', more)).status).toBe(200)
    expect((await browser.post('/api/analytics/capture-with-visitor', more)).status).toBe(200)
    expect(await captures('with@example.com')).toHaveLength(1)
    expect(await leads('with@example.com')).toMatchObject([
      { captureCount: 1, captureSource: 'customer', timezone: 'Asia/Tokyo', screenWidth: 390 },
    ])
  })

  test('capture-with-visitor alone makes an analytics record, which a form’s submit makes a customer', async () => {
    const browser = product.browser()
    const who = { ...ada, email: 'record@example.com' }
    await browser.post('/api/analytics/capture-with-visitor', { ...who, slug: '/meme' })
    expect(await leads('record@example.com')).toEqual([])
    expect((await owner.get('/api/analytics/records?range=all')).body).toMatchObject([
      { email: 'record@example.com' },
    ])
    await browser.post('/api/capture-lead', { ...who, page: '/meme' })
    expect(await leads('record@example.com')).toHaveLength(1)
    expect((await owner.get('/api/analytics/records?range=all')).body).toEqual([])
  })
})

describe('where a lead came from', () => {
  test('the first touch is kept, the last one follows, and a direct visit replaces neither', async () => {
    const browser = product.browser()
    const email = 'touch@example.com'
    await browser.post('/api/visitors/track', { path: '/meme?utm_source=tiktok&utm_campaign=first' })
    pass(3600)
    await browser.post('/api/visitors/track', { path: '/meme?utm_source=ig&utm_campaign=second' })
    pass(3600)
    await browser.post('/api/visitors/track', { path: '/freetraining' })
    await browser.post('/api/capture-lead', { ...ada, email, page: '/freetraining' })
    const [lead] = await leads(email)
    expect(lead).toMatchObject({ utmSource: 'tiktok', utmCampaign: 'first', landingPath: '/meme' })
    expect(lead.additionalData.lastTouch).toEqual({ utm_source: 'ig', utm_campaign: 'second' })
    const [capture] = await captures(email)
    expect(capture?.attribution).toEqual({ utm_source: 'ig', utm_campaign: 'second' })

    pass(3600)
    await browser.post('/api/capture-lead', { ...ada, email, page: '/', utm_source: 'mail' })
    const [again] = await leads(email)
    expect(again).toMatchObject({ utmSource: 'tiktok', slug: '/freetraining' })
    expect(again.additionalData.lastTouch).toEqual({ utm_source: 'mail' })
  })
})

test('a consent receipt keeps the exact words, version, page, time, address and browser', async () => {
  const address = '8.8.8.8'
  const browser = product.browser('Mozilla/5.0 a phone', { 'x-forwarded-for': address })
  const submit = { ...ada, email: 'consent@example.com', page: '/meme' }
  await browser.post('/api/capture-lead', { ...submit, callConsent: true })
  pass(60)
  await browser.post('/api/capture-lead', { ...submit, callConsent: false })
  const receipts = await product.query(
    `select receipt.* from consent_receipts receipt join leads on leads.id = lead_id
      where email = 'consent@example.com' order by at, kind desc`,
  )
  expect(receipts.map(({ kind, granted }) => [kind, granted])).toEqual([
    ['marketing', true],
    ['automated_call', true],
    ['marketing', true],
    ['automated_call', false],
  ])
  for (const receipt of receipts) {
    expect(receipt).toMatchObject({ page: '/meme', ip_address: address })
    expect(receipt.text.length).toBeGreaterThan(20)
    expect(receipt.version).toMatch(/\S/)
    expect(receipt.at.getTime()).toBeLessThanOrEqual(now.getTime())
  }
})

describe('a submit that looks like a machine’s', () => {
  test.each([
    ['fills the trap field', { website: 'https://spam.example' }],
    ['comes too fast', { elapsed: 120 }],
  ])(
    'that %s is answered like any other, hidden everywhere, and released into a lead',
    async (_how, trait) => {
      const before = await summary()
      const email = `${Object.keys(trait)[0]}@example.com`
      const bot = product.browser()
      const submit = { ...ada, email, page: '/freetraining' }
      const answer = await bot.post('/api/capture-lead', { ...submit, ...trait })
      expect([answer.status, Object.keys(answer.body).sort()]).toEqual([
        200,
        ['leadId', 'personId', 'success'],
      ])
      await bot.post('/api/analytics/capture-with-visitor', { ...submit, slug: '/freetraining' })
      expect(await leads(email)).toEqual([])
      expect((await owner.get(`/api/analytics/records?range=all&q=${email}`)).body).toEqual([])
      expect((await summary()).leads).toBe(before.leads)
      expect(await byFingerprint(bot)).toEqual({ success: false })
      expect(
        await product.query(`select from jobs.job where data::text like $1`, [`%${answer.body.leadId}%`]),
      ).toEqual([])

      const [held] = (await owner.get(`/api/quarantine?q=${email}`)).body
      expect(held).toMatchObject({ email, page: '/freetraining', reason: expect.stringMatching(/\.$/) })
      pass(86_400)
      const released = await owner.post(`/api/quarantine/${held.id}/release`, {})
      expect(released.status).toBe(200)
      expect((await owner.post(`/api/quarantine/${held.id}/release`, {})).body).toEqual(released.body)
      const [lead, ...others] = await leads(email)
      expect(others).toEqual([])
      expect(lead).toMatchObject({ id: released.body.leadId, captureCount: 1 })
      expect(lead.tags.toSorted()).toEqual(['VH01 - Lead', 'VH02 - Saw Pitch'])
      expect((await owner.get(`/api/quarantine?q=${email}`)).body).toEqual([])
      expect((await summary()).leads).toBe(before.leads + 1)
      await expectCountsTrue()
    },
  )

  test('that is released after a newer submit of the same person leaves what the newer one said', async () => {
    const email = 'older@example.com'
    const held = {
      ...ada,
      name: 'Old Name',
      phone: '(202) 555-0100',
      email,
      page: '/meme',
      utm_source: 'old',
    }
    await product.browser().post('/api/capture-lead', { ...held, website: 'x' })
    const day = now.toISOString().slice(0, 10)
    pass(3 * 86_400)
    await product
      .browser()
      .post('/api/capture-lead', { ...ada, name: 'New Name', email, page: '/', utm_source: 'new' })
    const [{ id }] = (await owner.get(`/api/quarantine?q=${email}`)).body
    await owner.post(`/api/quarantine/${id}/release`, {})
    const [lead] = await leads(email)
    expect(lead).toMatchObject({ name: 'New Name', phone: ada.phone, captureCount: 2 })
    expect(lead.additionalData?.lastTouch?.utm_source ?? lead.utmSource).toBe('new')
    const range = `range=custom&from=${day}&to=${day}&tz=UTC`
    const onThatDay = await owner.get(`/api/customers?${range}&include=records&q=${email}`)
    expect(onThatDay.body.map((one: { email: string }) => one.email)).toEqual([email])
    await expectCountsTrue()
  })
})

describe('who is not counted', () => {
  test('signing in takes the owner’s browser out of the numbers, past visits included, and keeps its leads', async () => {
    const before = await summary()
    const browser = product.browser()
    await browser.post('/api/visitors/page-view', { path: '/meme' })
    await browser.post('/api/capture-lead', { ...ada, email: 'owner@example.com', page: '/meme' })
    expect(await summary()).toMatchObject({ visitors: before.visitors + 1, leads: before.leads + 1 })
    await browser.post('/api/analytics/verify-password', { password: 'a password for tests' })
    pass(5)
    await browser.post('/api/visitors/page-view', { path: '/meme' })
    expect(await summary()).toMatchObject({
      visitors: before.visitors,
      pageViews: before.pageViews,
      leads: before.leads + 1,
    })
    expect(await leads('owner@example.com')).toHaveLength(1)
    await browser.post('/api/analytics/logout', {})
    pass(5)
    await browser.post('/api/visitors/page-view', { path: '/' })
    expect((await summary()).pageViews).toBe(before.pageViews)
    await expectCountsTrue()
  })

  test('bots and link previews are stored, hidden, and listed when asked for', async () => {
    const before = await summary()
    const machines = [
      'Googlebot/2.1 (+http://www.google.com/bot.html)',
      'facebookexternalhit/1.1',
      'curl/8.5.0',
    ]
    for (const agent of machines)
      await product.browser(agent).post('/api/visitors/page-view', { path: '/meme' })
    expect(await summary()).toMatchObject({ visitors: before.visitors, pageViews: before.pageViews })
    const hidden = await owner.get('/api/visitors?range=all&hidden=true')
    const agents = hidden.body.filter((one: { excluded: string }) => one.excluded === 'bot')
    expect(agents.map((one: { userAgent: string }) => one.userAgent).sort()).toEqual(machines.sort())
    expect(Number(hidden.headers.get('x-total-count'))).toBe(hidden.body.length)
    const shown = (await owner.get('/api/visitors?range=all&limit=1000')).body
    expect(shown.filter((one: { excluded: string | null }) => one.excluded)).toEqual([])
    await expectCountsTrue()
  })

  test('a page loaded ahead of time by a known visitor is not counted, and the visitor still is', async () => {
    const browser = product.browser()
    await browser.post('/api/visitors/page-view', { path: '/meme' })
    const before = await summary()
    pass(5)
    await browser.post('/api/visitors/page-view', { path: '/next' }, { 'sec-purpose': 'prefetch;prerender' })
    expect(await summary()).toMatchObject({ visitors: before.visitors, pageViews: before.pageViews })
    await expectCountsTrue()
    pass(5)
    await browser.post('/api/visitors/page-view', { path: '/next' })
    expect((await summary()).pageViews).toBe(before.pageViews + 1)
    await expectCountsTrue()
  })

  test('a known visitor whose browser says once that it is a bot stays what it is, and all numbers agree', async () => {
    const browser = product.browser()
    await browser.post('/api/visitors/page-view', { path: '/meme' })
    pass(5)
    await browser.post('/api/visitors/page-view', { path: '/next' }, { 'user-agent': 'Googlebot/2.1' })
    await expectCountsTrue()
  })

  test('a person whose first page was loaded ahead of time counts once the page is really opened', async () => {
    const before = await summary()
    const browser = product.browser()
    await browser.post('/api/visitors/page-view', { path: '/ahead' }, { 'sec-purpose': 'prefetch;prerender' })
    expect((await summary()).visitors).toBe(before.visitors)
    pass(5)
    await browser.post('/api/visitors/page-view', { path: '/ahead' })
    expect(await summary()).toMatchObject({ visitors: before.visitors + 1, pageViews: before.pageViews + 1 })
    await expectCountsTrue()
  })
})
