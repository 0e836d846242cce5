import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { holdLocks } from '#support/lock-holder.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct

beforeAll(async () => {
  product = await runProduct({ content: SiteContent.parse({ pixel: { id: '123456789012345' } }) })
})
afterAll(() => product?.end())

const at = (path: string, timezone = 'America/Denver') => ({ path, timezone })
async function visitor(timezone = 'America/Denver', headers?: Record<string, string>): Promise<TestBrowser> {
  const browser = product.browser(undefined, headers)
  const answer = await browser.post('/api/visitors/track', at('/', timezone))
  expect(answer.status).toBe(200)
  return browser
}
/** A browser that opens a hand-off of another one: it is the same person's. */
async function handedOver(from: TestBrowser): Promise<TestBrowser> {
  const { url } = (await from.post('/api/visitors/hand-off', { to: '/freetraining' })).body
  const browser = product.browser()
  expect((await browser.get(url)).status).toBe(303)
  expect((await browser.post('/api/visitors/track', at('/freetraining'))).status).toBe(200)
  return browser
}
const event = (path: string, eventName: string, more: Record<string, unknown> = {}) => ({
  eventId: randomUUID(),
  eventName,
  path,
  ...more,
})
const claim = async (browser: TestBrowser, body: unknown) =>
  (await browser.post('/api/visitors/pixel-event', body)).body
const rowOf = async (eventId: string) =>
  (await product.query('select * from pixel_events where id = $1', [eventId]))[0]
const isNew = { success: true, isNew: true }
const isKnown = { success: true, isNew: false }

describe('claiming a pixel event', () => {
  it('is new once per visitor and page, and the same event sent again gets the same answer', async () => {
    const browser = await visitor()
    const first = event('/', 'Lead', { moment: 'submit' })
    expect(await claim(browser, first)).toEqual(isNew)
    expect(await claim(browser, first)).toEqual(isNew)
    expect(await claim(browser, { ...first, eventId: randomUUID() })).toEqual(isKnown)
    expect(await claim(browser, event('/freetraining', 'Lead', { moment: 'submit' }))).toEqual(isNew)
    expect(await claim(await visitor(), { ...first, eventId: randomUUID() })).toEqual(isNew)
  })

  it('is new for the page after it, too, which asks while the answer to the page before is on its way', async () => {
    const browser = await visitor()
    const lead = event('/', 'Lead', { moment: 'submit' })
    await claim(browser, lead)
    const row = await rowOf(lead.eventId)
    await product.query('delete from pixel_events where id = $1', [lead.eventId])
    const before = await holdLocks(product.databaseUrl, '')
    const again = 'insert into pixel_events select * from json_populate_record(null::pixel_events, $1)'
    await before.client.query(again, [JSON.stringify(row)])
    const after = claim(browser, lead)
    await before.untilHeldUp('the second claim waits for the first')
    await before.letGo()
    expect(await after).toEqual(isNew)
  })

  it('tells apart what one page reports at different moments', async () => {
    const browser = await visitor()
    expect(await claim(browser, event('/lander-hack', 'ViewContent'))).toEqual(isNew)
    expect(await claim(browser, event('/lander-hack', 'ViewContent', { moment: 'popup' }))).toEqual(isNew)
  })

  it('takes value and content name from the owner’s plan, whatever a browser says', async () => {
    const browser = await visitor()
    browser.cookies.set('_fbp', 'fb.1.1795255200000.5')
    const purchase = event('/thankyoucall', 'Purchase', { value: 999_999, currency: 'EUR', content: 'Yacht' })
    expect(await claim(browser, purchase)).toEqual(isNew)
    expect(await rowOf(purchase.eventId)).toMatchObject({
      event_name: 'Purchase',
      path: '/thankyoucall',
      value: '40.00',
      currency: 'USD',
      content_name: 'High Application',
      fbp: 'fb.1.1795255200000.5',
      fbc: null,
    })
  })

  it('counts a Purchase once per person, in whatever browser, and other events once in each', async () => {
    const details = { name: 'Ada', email: 'ada@example.com', phone: '202-555-0143', page: '/' }
    const [phone, stranger] = [await visitor(), await visitor()]
    for (const browser of [phone, stranger]) await browser.post('/api/capture-lead', details)
    const desk = await handedOver(phone)
    expect(await claim(phone, event('/thankyoucall', 'Purchase'))).toEqual(isNew)
    // That somebody typed the same email makes nobody the same person.
    expect(await claim(stranger, event('/thankyoucall', 'Purchase'))).toEqual(isNew)
    expect(await claim(desk, event('/thankyoucall', 'Purchase'))).toEqual(isKnown)
    expect(await claim(phone, event('/freetraining2', 'Lead'))).toEqual(isNew)
    expect(await claim(desk, event('/freetraining2', 'Lead'))).toEqual(isNew)
  })

  it('counts two Purchases claimed at the same moment in two browsers of a person as one', async () => {
    const details = { name: 'Bo', email: 'bo@example.com', phone: '202-555-0144', page: '/' }
    const phone = await visitor()
    await phone.post('/api/capture-lead', details)
    const browsers = [phone, await handedOver(phone), await handedOver(phone)]
    const answers = await Promise.all(
      browsers.map((browser) => claim(browser, event('/bookstrategy', 'Purchase'))),
    )
    expect(answers.filter((answer) => answer.isNew)).toHaveLength(1)
  })

  it('counts a Schedule once per booking, and none without a booking', async () => {
    const browser = await visitor()
    expect(await claim(browser, event('/callbooked', 'Schedule', { booking: 'uid-1' }))).toEqual(isNew)
    expect(await claim(browser, event('/callbooked', 'Schedule', { booking: 'uid-1' }))).toEqual(isKnown)
    expect(await claim(browser, event('/callbooked', 'Schedule', { booking: 'uid-2' }))).toEqual(isNew)
    const without = await browser.post('/api/visitors/pixel-event', event('/callbooked', 'Schedule'))
    expect(without.status).toBe(422)
  })

  it.each([
    ['an event the page does not report', { eventName: 'Purchase', path: '/' }],
    ['an unknown event', { eventName: 'Hack' }],
    ['an unknown page', { path: '/nowhere' }],
    ['the dashboard', { path: '/analytics' }],
    ['another site', { path: '//evil.example/' }],
    ['no id', { eventId: undefined }],
    ['an id that is no UUID', { eventId: "1'; drop table pixel_events" }],
    ['an endless path', { path: `/${'a'.repeat(5000)}` }],
  ])('refuses %s and keeps nothing', async (_what, wrong) => {
    const browser = await visitor()
    const body = { ...event('/', 'Lead', { moment: 'submit' }), ...wrong }
    const answer = await browser.post('/api/visitors/pixel-event', body)
    expect(answer.status).toBe(422)
    expect(typeof answer.body.error).toBe('string')
    if (body.eventId?.length === 36) expect(await rowOf(body.eventId)).toBeUndefined()
  })

  it('is a test in a browser of the owner’s, and kept and reported nowhere', async () => {
    const own = await product.owner()
    await own.post('/api/visitors/track', at('/'))
    const lead = event('/', 'Lead', { moment: 'submit' })
    expect(await claim(own, lead)).toEqual(isKnown)
    expect(await rowOf(lead.eventId)).toBeUndefined()
  })

  it('does not take over an id that another visitor has used', async () => {
    const theirs = event('/', 'Lead', { moment: 'submit' })
    expect(await claim(await visitor(), theirs)).toEqual(isNew)
    expect(await claim(await visitor(), theirs)).toEqual(isKnown)
  })
})

describe('consent to adverts', () => {
  it.each<Record<string, string>>([{ 'sec-gpc': '1' }, { dnt: '1' }])(
    'a browser that sends %o leaves no pixel event',
    async (headers) => {
      const browser = await visitor('America/Denver', headers)
      const lead = event('/', 'Lead', { moment: 'submit' })
      expect(await claim(browser, lead)).toEqual(isKnown)
      expect(await rowOf(lead.eventId)).toBeUndefined()
    },
  )

  it('is needed where the law wants opt-in: nothing is kept before a yes, and nothing after a no', async () => {
    const browser = await visitor('Europe/Berlin')
    expect([...browser.cookies.keys()]).toEqual([])
    const lead = event('/', 'Lead', { moment: 'submit' })
    expect(await claim(browser, lead)).toEqual(isKnown)
    const { version } = SiteContent.parse({}).adConsent
    const yes = { choice: 'granted', version, page: '/' }
    expect((await browser.post('/api/visitors/ad-consent', yes)).body).toEqual({ success: true })
    expect(await claim(browser, lead)).toEqual(isNew)
    await browser.post('/api/visitors/ad-consent', { ...yes, choice: 'refused' })
    expect(await claim(browser, event('/freetraining', 'Lead', { moment: 'submit' }))).toEqual(isKnown)
  })

  it('is kept as a receipt with the words shown, once for each change of mind', async () => {
    const browser = await visitor('Europe/Paris')
    const { version, visit, text: adverts } = SiteContent.parse({}).adConsent
    const sessionId = randomUUID()
    for (const choice of ['granted', 'granted', 'refused', 'refused', 'granted']) {
      const said = { choice, version, page: '/meme', consent: choice === 'granted', sessionId }
      await browser.post('/api/visitors/ad-consent', said)
    }
    // One visitor all along, although each no has ended the cookie.
    const rows = await product.query(
      `select choice, text, version, page from ad_consents where visitor_id =
        (select distinct visitor_id from ad_consents where page = '/meme') order by at, id`,
    )
    const text = `${visit} ${adverts}`
    expect(rows.map((row) => row.choice)).toEqual(['granted', 'refused', 'granted'])
    expect(rows[0]).toEqual({ choice: 'granted', text, version, page: '/meme' })
  })

  it('refuses an answer that is none', async () => {
    const answer = await product.browser().post('/api/visitors/ad-consent', { choice: 'maybe', page: '/' })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.fields)).toEqual(['choice', 'version'])
  })
})

describe('without a pixel id', () => {
  it('no event is taken', async () => {
    const plain = await runProduct()
    const answer = await plain
      .browser()
      .post('/api/visitors/pixel-event', event('/', 'Lead', { moment: 'submit' }))
    expect(answer.status).toBe(422)
    await plain.end()
  })
})
