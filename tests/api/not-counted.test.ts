import { describe, expect, test } from 'vitest'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { ada, clockedProduct } from './clocked-product.ts'

const run = clockedProduct()
const { pass, summary, leads, byFingerprint } = run

describe('a submit that looks like a machine’s', () => {
  test.each([
    ['fills the trap field', { website: 'https://spam.example' }],
    ['comes too fast', { elapsed: 120 }],
  ])(
    'that %s is answered like any other, hidden everywhere, and released into a lead',
    async (_how, trait) => {
      const before = await summary()
      const email = `${Object.keys(trait)[0]}@example.com`
      const bot = run.product.browser()
      const submit = { ...ada, email, page: '/freetraining' }
      const answer = await bot.post('/api/capture-lead', { ...submit, ...trait })
      expect([answer.status, Object.keys(answer.body).sort()]).toEqual([
        200,
        ['leadId', 'personId', 'success'],
      ])
      await bot.post('/api/analytics/capture-with-visitor', { ...submit, slug: '/freetraining' })
      expect(await leads(email)).toEqual([])
      expect((await run.owner.get(`/api/analytics/records?range=all&q=${email}`)).body).toEqual([])
      expect((await summary()).leads).toBe(before.leads)
      expect(await byFingerprint(bot)).toEqual({ success: false })
      expect(
        await run.product.query(
          `select from jobs.job, lead_captures capture where capture.email = $1 and data::text like '%' || capture.id || '%'`,
          [email],
        ),
      ).toEqual([])
      expect(await run.product.leadIdOf(email)).toBeUndefined()

      const [held] = (await run.owner.get(`/api/quarantine?q=${email}`)).body
      expect(held).toMatchObject({ email, page: '/freetraining', reason: expect.stringMatching(/\.$/) })
      pass(86_400)
      const released = await run.owner.post(`/api/quarantine/${held.id}/release`, {})
      expect(released.status).toBe(200)
      expect((await run.owner.post(`/api/quarantine/${held.id}/release`, {})).body).toEqual(released.body)
      const [lead, ...others] = await leads(email)
      expect(others).toEqual([])
      expect(lead).toMatchObject({ id: released.body.leadId, captureCount: 1 })
      expect(lead.tags.toSorted()).toEqual(['VH01 - Lead', 'VH02 - Saw Pitch'])
      expect((await run.owner.get(`/api/quarantine?q=${email}`)).body).toEqual([])
      expect((await summary()).leads).toBe(before.leads + 1)
      await expectHonestNumbers(run.product)
    },
  )

  test.each(['the same', 'another'])(
    'that is released after a newer submit of the same person from %s browser leaves what the newer one said',
    async (which) => {
      const email = `older.${which.replace(' ', '.')}@example.com`
      const browser = run.product.browser()
      const held = {
        ...ada,
        name: 'Old Name',
        phone: '(202) 555-0100',
        email,
        page: '/meme',
        utm_source: 'old',
      }
      await browser.post('/api/capture-lead', { ...held, website: 'x' })
      const day = run.now().toISOString().slice(0, 10)
      pass(3 * 86_400)
      const newer = which === 'the same' ? browser : run.product.browser()
      await newer.post('/api/capture-lead', { ...ada, name: 'New Name', email, page: '/', utm_source: 'new' })
      const [{ id }] = (await run.owner.get(`/api/quarantine?q=${email}`)).body
      await run.owner.post(`/api/quarantine/${id}/release`, {})
      const [lead] = await leads(email)
      expect(lead).toMatchObject({ name: 'New Name', phone: ada.phone, captureCount: 2 })
      expect(lead.additionalData?.lastTouch?.utm_source ?? lead.utmSource).toBe('new')
      expect(
        await run.product.query(
          `select last_touch, phone_e164, (first_captured_at at time zone 'UTC')::date::text as day from leads where email = $1`,
          [email],
        ),
      ).toEqual([
        {
          last_touch: { utm_source: 'new' },
          phone_e164: '+12025550143',
          day,
        },
      ])
      const range = `range=custom&from=${day}&to=${day}&tz=UTC`
      const onThatDay = await run.owner.get(`/api/customers?${range}&include=records&q=${email}`)
      expect(onThatDay.body.map((one: { email: string }) => one.email)).toEqual([email])
      await expectHonestNumbers(run.product)
    },
  )
})

describe('who is not counted', () => {
  test('signing in takes the owner’s browser out of the numbers, past visits and test leads included, and loses no lead', async () => {
    const before = await summary()
    const browser = run.product.browser()
    await browser.post('/api/visitors/page-view', { path: '/meme' })
    await browser.post('/api/capture-lead', { ...ada, email: 'owner@example.com', page: '/meme' })
    expect(await summary()).toMatchObject({ visitors: before.visitors + 1, leads: before.leads + 1 })
    await browser.post('/api/analytics/verify-password', { password: 'a password for tests' })
    pass(5)
    await browser.post('/api/visitors/page-view', { path: '/meme' })
    expect(await summary()).toMatchObject({
      visitors: before.visitors,
      pageViews: before.pageViews,
      leads: before.leads,
      conversionRate: before.conversionRate,
    })
    expect(await leads('owner@example.com')).toEqual([])
    const tests = (await run.owner.get('/api/customers?range=all&hidden=true&q=owner@example.com')).body
    expect(tests).toMatchObject([{ email: 'owner@example.com', isTest: true }])
    await browser.post('/api/analytics/logout', {})
    pass(5)
    await browser.post('/api/visitors/page-view', { path: '/' })
    expect((await summary()).pageViews).toBe(before.pageViews)
    await expectHonestNumbers(run.product)
  })

  test('bots and link previews are stored, hidden, and listed when asked for', async () => {
    const before = await summary()
    const machines = ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'facebookexternalhit/1.1']
    for (const agent of machines)
      await run.product.browser(agent).post('/api/visitors/page-view', { path: '/meme' })
    expect(await summary()).toMatchObject({ visitors: before.visitors, pageViews: before.pageViews })
    const hidden = await run.owner.get('/api/visitors?range=all&hidden=true')
    const agents = hidden.body.filter((one: { excluded: string }) => one.excluded === 'bot')
    expect(agents.map((one: { userAgent: string }) => one.userAgent).sort()).toEqual(machines.sort())
    expect(Number(hidden.headers.get('x-total-count'))).toBe(hidden.body.length)
    const shown = (await run.owner.get('/api/visitors?range=all&limit=1000')).body
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.filter((one: { excluded: string | null }) => one.excluded)).toEqual([])
    await expectHonestNumbers(run.product)
  })

  test('of the hidden ones, those of a source and a page are listed where these are asked for, and are in the file', async () => {
    const bot = (name: string) => run.product.browser(`Googlebot/2.1 ${name}`)
    const one = bot('one')
    await one.post('/api/visitors/page-view', { path: '/hidden-one?utm_source=fb&utm_campaign=spring' })
    pass(5)
    await one.post('/api/visitors/page-view', { path: '/hidden-two' })
    await bot('two').post('/api/visitors/page-view', { path: '/hidden-one?utm_source=tiktok' })
    await bot('three').post('/api/visitors/page-view', { path: '/hidden-three' })
    for (const [filter, agents] of [
      ['page=/hidden-one', ['one', 'two']],
      ['page=/hidden-two', ['one']],
      ['source=Facebook', ['one']],
      ['source=tiktok&page=/hidden-one', ['two']],
      ['source=tiktok&page=/hidden-two', []],
      ['source=Direct&page=/hidden-three', ['three']],
      ['campaign=spring', ['one']],
    ] as const) {
      const asked = `range=all&hidden=true&${filter}`
      const { body, headers } = await run.owner.get(`/api/visitors?${asked}`)
      const found = body.map(({ userAgent }: { userAgent: string | null }) => userAgent?.split(' ')[1])
      expect([filter, found.sort()]).toEqual([filter, agents])
      expect(headers.get('x-total-count')).toBe(String(agents.length))
      const file = (await run.owner.get(`/api/export/visitors.csv?${asked}`)).text.trim().split('\r\n')
      expect(file).toHaveLength(1 + agents.length)
    }
    pass(-86_400)
    const before = await run.owner.get('/api/visitors?range=today&hidden=true&page=/hidden-one')
    expect(before.body).toEqual([])
    pass(86_400)
  })

  test('of the leads that no number holds, those that are of all that is asked for are listed, and are in the file', async () => {
    const own = async (name: string, body: object) => {
      const browser = run.product.browser()
      await browser.post('/api/analytics/verify-password', { password: 'a password for tests' })
      pass(5)
      await browser.post('/api/capture-lead', { ...ada, email: `${name}.test@example.com`, ...body })
    }
    await own('uma', { page: '/meme', utm_source: 'fb', utm_campaign: 'spring' })
    const between = run.now().toISOString()
    await own('vic', { page: '/', utm_source: 'tiktok' })
    const [uma] = (await run.owner.get('/api/customers?range=all&hidden=true&q=uma.test')).body
    await run.owner.post(`/api/leads/${uma.id}/tags`, { tagName: 'Friend' })
    for (const [filter, names] of [
      ['', ['uma', 'vic']],
      ['tag=Friend', ['uma']],
      ['source=Facebook', ['uma']],
      ['campaign=spring', ['uma']],
      ['page=/', ['vic']],
      ['source=tiktok&page=/meme', []],
      [`since=${between}`, ['vic']],
      ['step=applied', []],
    ] as const) {
      const asked = `range=all&hidden=true&q=.test@example.com&${filter}`
      const { body, headers } = await run.owner.get(`/api/customers?${asked}`)
      const found = body.map(({ email }: { email: string }) => email.split('.')[0])
      expect([filter, found.sort()]).toEqual([filter, names])
      expect(headers.get('x-total-count')).toBe(String(names.length))
      const file = (await run.owner.get(`/api/export/leads.csv?${asked}`)).text.trim().split('\r\n')
      expect(file).toHaveLength(1 + names.length)
    }
  })

  test('a page loaded ahead of time by a known visitor is not counted, and the visitor still is', async () => {
    const browser = run.product.browser()
    await browser.post('/api/visitors/page-view', { path: '/meme' })
    const before = await summary()
    pass(5)
    await browser.post('/api/visitors/page-view', { path: '/next' }, { 'sec-purpose': 'prefetch;prerender' })
    expect(await summary()).toMatchObject({ visitors: before.visitors, pageViews: before.pageViews })
    await expectHonestNumbers(run.product)
    pass(5)
    await browser.post('/api/visitors/page-view', { path: '/next' })
    expect((await summary()).pageViews).toBe(before.pageViews + 1)
    await expectHonestNumbers(run.product)
  })

  test('a known visitor whose browser says once that it is a bot stays what it is, and all numbers agree', async () => {
    const browser = run.product.browser()
    await browser.post('/api/visitors/page-view', { path: '/meme' })
    pass(5)
    const before = await summary()
    await browser.post('/api/visitors/page-view', { path: '/next' }, { 'user-agent': 'Googlebot/2.1' })
    // What a visitor is was decided when it was first seen: its views go on counting.
    expect(await summary()).toEqual({
      ...before,
      pageViews: before.pageViews + 1,
      pageViewsToday: before.pageViewsToday + 1,
    })
    await expectHonestNumbers(run.product)
  })

  test('a person whose first page was loaded ahead of time counts once the page is really opened', async () => {
    const before = await summary()
    const browser = run.product.browser()
    await browser.post('/api/visitors/page-view', { path: '/ahead' }, { 'sec-purpose': 'prefetch;prerender' })
    expect((await summary()).visitors).toBe(before.visitors)
    pass(5)
    await browser.post('/api/visitors/page-view', { path: '/ahead' })
    expect(await summary()).toMatchObject({ visitors: before.visitors + 1, pageViews: before.pageViews + 1 })
    await expectHonestNumbers(run.product)
  })
})
