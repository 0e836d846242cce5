import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ada, clockedProduct } from './clocked-product.ts'

const run = clockedProduct()
const { pass, summary, leads, byFingerprint } = run
const own = { success: true, lead: ada }
const captures = (email: string) =>
  run.product.query('select * from lead_captures where email = $1 order by at', [email])

describe('one browser is one visitor', () => {
  test('two phones with the same fingerprint and address are two visitors and neither reads the other’s lead', async () => {
    const [first, second] = [run.product.browser(), run.product.browser()]
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
    expect(await byFingerprint(run.product.browser())).toEqual({ success: false })
  })

  test('the same email from another browser is the same lead, which it does not change, and tells that browser only what it typed', async () => {
    const laptop = run.product.browser()
    const typed = { ...ada, name: 'A. Kern', email: ' ADA@Example.com ', page: '/' }
    const answer = await laptop.post('/api/capture-lead', typed)
    const [lead, ...others] = await leads('ada@example.com')
    expect(others).toEqual([])
    expect(Object.keys(answer.body)).toEqual(['success', 'leadId', 'personId'])
    expect([lead.id, lead.personId]).not.toContain(answer.body.leadId)
    expect(lead).toMatchObject({ name: ada.name, captureCount: 2, slug: '/meme' })
    expect(await captures('ada@example.com')).toHaveLength(2)
    expect((await byFingerprint(laptop)).lead.name).toBe('A. Kern')
    expect((await summary()).leads).toBe(1)
  })

  test('two emails in one browser are two people, and neither’s journey shows the other’s lead', async () => {
    const browser = run.product.browser()
    const submit = { ...ada, phone: '(202) 555-0151', page: '/meme' }
    for (const email of ['one-of-two@example.com', 'other-of-two@example.com'])
      expect((await browser.post('/api/capture-lead', { ...submit, email })).status).toBe(200)
    const [[one], [other]] = [await leads('one-of-two@example.com'), await leads('other-of-two@example.com')]
    expect(one.personId).not.toBe(other.personId)
    for (const { personId, id } of [one, other]) {
      const { body } = await run.owner.get(`/api/customer-journey/${personId}`)
      expect(body.leads.map((lead: { id: string }) => lead.id)).toEqual([id])
    }
  })

  test('a page view that is delivered twice counts once, also seconds later', async () => {
    const before = (await summary()).pageViews
    const browser = run.product.browser()
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
    const browser = run.product.browser()
    const submit = { ...ada, email: 'once@example.com', page: '/freetraining', submissionId: 'press-1' }
    const answers = await Promise.all([1, 2, 3].map(() => browser.post('/api/capture-lead', submit)))
    pass(5)
    answers.push(await browser.post('/api/capture-lead', submit))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await captures('once@example.com')).toHaveLength(1)
    const [lead] = await leads('once@example.com')
    expect(lead.captureCount).toBe(1)
    expect(lead.tags.toSorted()).toEqual(['VH01 - Lead', 'VH02 - Saw Pitch'])
    const receipts = await run.product.query(
      'select kind from consent_receipts where lead_id = $1 order by kind',
      [lead.id],
    )
    expect(receipts.map(({ kind }) => kind)).toEqual([...new Set(receipts.map(({ kind }) => kind))])
  })

  test('one submission id with two emails at the same moment keeps one capture and fails neither call', async () => {
    const both = ['a', 'b'].map((letter) =>
      run.product
        .browser()
        .post('/api/capture-lead', { ...ada, email: `race-${letter}@example.com`, submissionId: 'race' }),
    )
    for (const { status } of await Promise.all(both)) expect(status).toBe(200)
    expect(await run.product.query("select from lead_captures where submission_id = 'race'")).toHaveLength(1)
  })

  test('a press that is repeated because its answer, and the cookie with it, was lost leaves the browser its lead', async () => {
    const submit = {
      ...ada,
      email: 'lost-answer@example.com',
      page: '/freetraining',
      submissionId: randomUUID(),
    }
    const lost = run.product.browser()
    await lost.post('/api/capture-lead', submit)
    const [unknown, seenMeanwhile] = [run.product.browser(), run.product.browser()]
    await seenMeanwhile.post('/api/visitors/track', { path: '/freetraining' })
    for (const browser of [unknown, seenMeanwhile]) {
      expect((await browser.post('/api/capture-lead', submit)).status).toBe(200)
      expect(await byFingerprint(browser)).toEqual({ success: true, lead: { ...ada, email: submit.email } })
    }
    expect(await captures(submit.email)).toHaveLength(1)
    // Whoever names that press with another email is told nothing.
    const other = run.product.browser()
    await other.post('/api/capture-lead', { ...submit, email: 'not-mine@example.com' })
    expect(await byFingerprint(other)).toEqual({ success: false })
  })

  test('what one page load sends before its cookie is there is one visitor’s, whichever answer comes last', async () => {
    const load = { sessionId: randomUUID() }
    const who = { ...ada, email: 'passing@example.com', page: '/meme' }
    // Two calls under way at once: neither brings the cookie of the other.
    const [tracked, sent, other] = [run.product.browser(), run.product.browser(), run.product.browser()]
    const ahead = { 'sec-purpose': 'prefetch' }
    await run.product.browser().post('/api/visitors/page-view', { path: '/meme', ...load }, ahead)
    await tracked.post('/api/visitors/track', { path: '/meme', ...load })
    await sent.post('/api/capture-lead', { ...who, ...load })
    await other.post('/api/visitors/track', { path: '/meme', sessionId: randomUUID() })
    for (const browser of [tracked, sent])
      expect((await byFingerprint(browser)).lead?.email).toBe('passing@example.com')
    expect(await byFingerprint(other)).toEqual({ success: false })
    // What was loaded ahead of time is nobody's.
    const [{ excluded } = {}] = await run.product.query(
      `select excluded from visitors join lead_captures on visitor_id = visitors.id where email = $1`,
      ['passing@example.com'],
    )
    expect(excluded).toBe(null)
  })

  test('capture-with-visitor after capture-lead adds what the browser knows and no capture', async () => {
    const browser = run.product.browser()
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

  test('the landing path that capture-with-visitor tells is kept without its query', async () => {
    const browser = run.product.browser()
    const who = { ...ada, email: 'landed@example.com' }
    await browser.post('/api/capture-lead', { ...who, page: '/meme' })
    const landingPath = `/meme?fbclid=abc&email=${who.email}#access`
    await browser.post('/api/analytics/capture-with-visitor', { ...who, slug: '/meme', landingPath })
    expect(await leads(who.email)).toMatchObject([{ landingPath: '/meme' }])
    const [captured] = await run.product.query('select details from lead_captures where email = $1', [
      who.email,
    ])
    expect(captured?.details.landingPath).toBe('/meme')
  })

  test('capture-with-visitor alone makes an analytics record, which a form’s submit makes a customer', async () => {
    const browser = run.product.browser()
    const who = { ...ada, email: 'record@example.com' }
    await browser.post('/api/analytics/capture-with-visitor', { ...who, slug: '/meme' })
    expect(await leads('record@example.com')).toEqual([])
    expect((await run.owner.get('/api/analytics/records?range=all')).body).toMatchObject([
      { email: 'record@example.com' },
    ])
    await browser.post('/api/capture-lead', { ...who, page: '/meme' })
    expect(await leads('record@example.com')).toHaveLength(1)
    expect((await run.owner.get('/api/analytics/records?range=all')).body).toEqual([])
  })
})

describe('where a lead came from', () => {
  test('the first touch is kept, the last one follows, and a direct visit replaces neither', async () => {
    const browser = run.product.browser()
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

  test('a number that nobody can read takes the one that can be called from nobody', async () => {
    const browser = run.product.browser()
    const submit = { ...ada, email: 'odd-later@example.com', page: '/meme' }
    await browser.post('/api/capture-lead', submit)
    await browser.post('/api/capture-lead', { ...submit, phone: 'ask my wife' })
    expect(await leads(submit.email)).toMatchObject([{ phone: 'ask my wife', captureCount: 2 }])
    expect(await run.product.query('select phone_e164 from leads where email = $1', [submit.email])).toEqual([
      { phone_e164: '+12025550143' },
    ])
  })

  test('the click cookie alone, where the browser keeps nothing else, takes the ad from nobody', async () => {
    const browser = run.product.browser()
    const email = 'click-cookie@example.com'
    const cookies = { fbc: 'fb.1.1795255200000.AbC', fbp: 'fb.1.1795255200000.5' }
    const ad = { utm_source: 'ig', utm_campaign: 'spring', fbclid: 'AbC', ...cookies }
    for (const call of ['track', 'page-view'])
      await browser.post(`/api/visitors/${call}`, { path: '/meme', ...ad })
    pass(60)
    for (const call of ['track', 'page-view'])
      await browser.post(`/api/visitors/${call}`, { path: '/freetraining', ...cookies })
    await browser.post('/api/capture-lead', { ...ada, email, page: '/freetraining', ...cookies })
    expect((await captures(email)).map(({ source }) => source)).toEqual(['ig'])
    const views = await run.product.query(
      "select path, source from page_views where attribution ->> 'fbclid' = 'AbC' order by at",
    )
    expect(views).toEqual([
      { path: '/meme', source: 'ig' },
      { path: '/freetraining', source: 'ig' },
    ])
  })
})

test('a consent receipt keeps the exact words, version, page, time, address and browser', async () => {
  const address = '8.8.8.8'
  const browser = run.product.browser('Mozilla/5.0 a phone', { 'x-forwarded-for': address })
  const submit = { ...ada, email: 'consent@example.com', page: '/meme' }
  await browser.post('/api/capture-lead', { ...submit, callConsent: true })
  pass(60)
  await browser.post('/api/capture-lead', { ...submit, callConsent: false })
  const receipts = await run.product.query(
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
    expect(receipt.at.getTime()).toBeLessThanOrEqual(run.now().getTime())
  }
})
