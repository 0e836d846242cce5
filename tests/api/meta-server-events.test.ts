import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { type MetaProduct, phoneAgent, runMetaProduct } from '#support/meta-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

let product: MetaProduct
beforeAll(async () => {
  product = await runMetaProduct({ environment: { META_TEST_EVENT_CODE: 'TEST123' } })
})
afterAll(() => product?.end())
afterEach(() => product.meta.recover())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const acceptedAs = (id: string) => product.meta.accepted.find((event) => event.event_id === id)
const ada = { name: 'Ada Kern', email: 'Ada@example.com', phone: '(202) 555-0143', page: '/' }

describe('the server’s twin of a browser’s event', () => {
  ordinaryTest('has its id, and says who it is as Meta wants to hear it', async () => {
    const browser = await product.visitor()
    browser.cookies.set('_fbp', 'fb.1.1795255200000.5')
    browser.cookies.set('_fbc', 'fb.1.1795255200000.IwAR_Ab-Cd')
    await browser.post('/api/capture-lead', ada)
    const before = Math.floor(Date.now() / 1000)
    const id = await product.claim(browser, '/thankyoucall', 'Purchase')
    const after = Date.now() / 1000
    await product.settled()
    const event = acceptedAs(id)
    expect(event).toMatchObject({
      event_name: 'Purchase',
      action_source: 'website',
      event_source_url: expect.stringMatching(/\/thankyoucall$/),
      custom_data: { value: 40, currency: 'USD', content_name: 'High Application' },
      user_data: {
        em: [sha256('ada@example.com')],
        ph: [sha256('12025550143')],
        fn: sha256('ada'),
        ln: sha256('kern'),
        client_ip_address: '127.0.0.1',
        client_user_agent: phoneAgent,
        fbc: 'fb.1.1795255200000.IwAR_Ab-Cd',
        fbp: 'fb.1.1795255200000.5',
      },
    })
    expect(event?.event_time).toBeGreaterThanOrEqual(before)
    expect(event?.event_time).toBeLessThanOrEqual(after)
    expect(event?.user_data.external_id).toHaveLength(2)
    expect(product.meta.requests.at(-1)?.testCode).toBe('TEST123')
  })

  thoroughTest('builds the click’s id from the address where no cookie was kept, with its case', async () => {
    const browser = await product.visitor({ query: '?fbclid=IwAR2-AbCdEf_9' })
    await browser.post('/api/visitors/page-view', { path: '/meme?fbclid=IwAR2-AbCdEf_9', sessionId: 's' })
    const id = await product.claim(browser, '/meme', 'ViewContent', { moment: 'popup' })
    await product.settled()
    expect(acceptedAs(id)?.user_data.fbc).toMatch(/^fb\.1\.\d{13}\.IwAR2-AbCdEf_9$/)
    expect(acceptedAs(id)?.user_data).not.toHaveProperty('em')
  })

  thoroughTest(
    'has no click’s id where the one in the address is longer than what is kept of it',
    async () => {
      const ids = await Promise.all(
        [499, 501].map(async (characters) => {
          const browser = await product.visitor({ query: `?fbclid=IwAR${'a'.repeat(characters - 4)}` })
          return product.claim(browser, '/meme', 'ViewContent', { moment: 'popup' })
        }),
      )
      await product.settled()
      expect(ids.map((id) => acceptedAs(id)?.user_data.fbc?.length)).toEqual([
        499 + 'fb.1..'.length + 13,
        undefined,
      ])
    },
  )

  ordinaryTest('is one, however often the browser claims the event', async () => {
    const browser = await product.visitor()
    const event = { eventId: crypto.randomUUID(), eventName: 'Lead', path: '/', moment: 'submit' }
    for (let time = 0; time < 3; time += 1) await browser.post('/api/visitors/pixel-event', event)
    await browser.post('/api/visitors/pixel-event', { ...event, eventId: crypto.randomUUID() })
    await product.settled()
    expect(acceptedAs(event.eventId)).toBeDefined()
    expect(product.meta.again).not.toContain(event.eventId)
    const rows = await product.query('select 1 from ad_events where id = $1', [event.eventId])
    expect(rows).toHaveLength(1)
  })

  ordinaryTest.each<[string, Parameters<MetaProduct['visitor']>[0]]>([
    ['Global Privacy Control', { headers: { 'sec-gpc': '1' } }],
    ['Do Not Track', { headers: { dnt: '1' } }],
    ['no answer where the law wants one', { timezone: 'Europe/Berlin' }],
  ])('is never there with %s', async (_what, options) => {
    const before = (await product.ledger()).length
    const browser = await product.visitor(options)
    expect(await product.claim(browser, '/', 'Lead', { moment: 'submit' })).toBe('')
    expect(await product.ledger()).toHaveLength(before)
  })

  thoroughTest('is not sent once the visitor says no, even if it was claimed before', async () => {
    const browser = await product.visitor({ timezone: 'Europe/Berlin' })
    const { version } = product.content.adConsent
    await browser.post('/api/visitors/ad-consent', { choice: 'granted', version, page: '/' })
    // A Meta that takes nothing until it is decided: the event could else be sent before the answer, or be on its way by then.
    product.meta.failWith('transient')
    const id = await product.claim(browser, '/', 'Lead', { moment: 'submit' })
    expect(id).not.toBe('')
    await browser.post('/api/visitors/ad-consent', { choice: 'refused', version, page: '/' })
    await product.settled()
    product.meta.recover()
    expect(acceptedAs(id)).toBeUndefined()
    const [row] = await product.query('select state, reason from ad_events where id = $1', [id])
    expect(row).toEqual({ state: 'parked', reason: 'The visitor has refused ads since.' })
  })
})
