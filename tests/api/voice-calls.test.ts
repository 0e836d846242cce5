import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { waitFor } from '#support/eventually.ts'
import { holdLocks } from '#support/lock-holder.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import { manyCalls, runVoiceProduct, type VoiceProduct } from '#support/voice-product.ts'
import { formResponse } from '#support/webhook-bodies.ts'
import { deliver, typeformCall } from '#support/webhook-senders.ts'
import { personOf } from './person-to-erase.ts'

let product: VoiceProduct
beforeAll(async () => {
  product = await runVoiceProduct({ content: SiteContent.parse({ calls: { ...manyCalls, tag: 'Call me' } }) })
})
afterAll(() => product?.end())
afterEach(() => product.voice.recover())

let last = 100
const nextPhone = () => {
  last += 1
  return `202-555-0${last}`
}
const e164 = (phone: string) => `+1${phone.replace(/\D/g, '')}`
const callsTo = (phone: string) => product.voice.calls.filter((call) => call.phone === e164(phone))
const signed = (email: string, submittedAt = product.now().toISOString(), hidden = {}) =>
  deliver(product.url, typeformCall(formResponse({ token: randomUUID(), submittedAt, email, hidden })))

describe('a call after an application', () => {
  ordinaryTest(
    'is asked for once, signed, with everything the agent needs, and the CRM gets its tag',
    async () => {
      const phone = nextPhone()
      const attribution = { utm_source: 'ig', utm_campaign: 'spring', timezone: 'America/Denver' }
      const browser = await product.lead('ada@example.com', phone, true, attribution)
      await product.applied(browser)
      await signed('ada@example.com')
      const [request] = await product.requestsOf('ada@example.com')
      expect(callsTo(phone)).toEqual([
        {
          callRequestId: request?.id,
          leadId: request?.lead_id,
          name: 'Ada Kern',
          phone: e164(phone),
          email: 'ada@example.com',
          timezone: 'America/Denver',
          page: '/thankyoucall',
          attribution: { source: 'ig', campaign: 'spring' },
          requestedAt: expect.stringMatching(/^20\d\d-.*Z$/),
        },
      ])
      expect(request).toMatchObject({ state: 'sent', reason: null })
      const tags = await product.query('select tag_name from lead_tags where lead_id = $1', [
        request?.lead_id,
      ])
      expect(tags.map(({ tag_name }) => tag_name)).toContain('Call me')
      expect(product.voice.unsigned).toBe(0)
    },
  )

  ordinaryTest('is set off by the form’s signed word alone, and not again within 24 hours', async () => {
    const phone = nextPhone()
    await product.lead('bo@example.com', phone, true)
    await signed('bo@example.com')
    await product.requestsOf('bo@example.com')
    await signed('bo@example.com')
    expect(await product.requestsOf('bo@example.com')).toHaveLength(1)
    expect(callsTo(phone)).toHaveLength(1)
    await product.query(
      "update call_requests set requested_at = requested_at - interval '25 hours' where phone_e164 = $1",
      [e164(phone)],
    )
    await signed('bo@example.com')
    expect(await product.requestsOf('bo@example.com')).toHaveLength(2)
    expect(callsTo(phone)).toHaveLength(2)
  })

  ordinaryTest(
    'is not placed without consent, and says so; consent given later the same day lets it through',
    async () => {
      const phone = nextPhone()
      const browser = await product.lead('cy@example.com', phone, false)
      await product.applied(browser)
      const [request] = await product.requestsOf('cy@example.com')
      expect(request).toMatchObject({
        state: 'not_called',
        reason_code: 'consent',
        reason: 'There is no consent to automated calls for this number.',
      })
      expect(callsTo(phone)).toEqual([])
      const yes = { name: 'Ada Kern', email: 'cy@example.com', phone, page: '/meme', callConsent: true }
      await product.browser().post('/api/capture-lead', yes)
      await signed('cy@example.com')
      expect((await product.requestsOf('cy@example.com'))[0]).toMatchObject({ state: 'not_called' })
      await browser.post('/api/capture-lead', yes)
      await signed('cy@example.com')
      expect(await product.requestsOf('cy@example.com')).toHaveLength(1)
      await expect.poll(() => callsTo(phone)).toHaveLength(1)
    },
  )

  ordinaryTest(
    'follows the newest word: a later no holds, and consent for one number is none for the next',
    async () => {
      const [first, second] = [nextPhone(), nextPhone()]
      await product.lead('di@example.com', first, true)
      await product.lead('di@example.com', first, false)
      await signed('di@example.com')
      expect((await product.requestsOf('di@example.com'))[0]).toMatchObject({ state: 'not_called' })
      const browser = await product.lead('ed@example.com', first, true)
      const other = { name: 'Ada Kern', email: 'ed@example.com', phone: second, page: '/meme' }
      await browser.post('/api/capture-lead', { ...other, callConsent: false })
      await product.applied(browser)
      expect((await product.requestsOf('ed@example.com'))[0]).toMatchObject({ reason_code: 'consent' })
      expect([...callsTo(first), ...callsTo(second)]).toEqual([])
    },
  )

  ordinaryTest('is not placed to a number that cannot be read', async () => {
    const browser = await product.lead('fy@example.com', 'call me maybe', true)
    await product.applied(browser)
    expect((await product.requestsOf('fy@example.com'))[0]).toMatchObject({
      state: 'not_called',
      reason_code: 'phone',
      reason: 'The phone number cannot be read.',
    })
  })

  ordinaryTest('rings one number once for two leads', async () => {
    const phone = nextPhone()
    const browsers = [
      await product.lead('gil@example.com', phone, true),
      await product.lead('hal@example.com', phone, true),
    ]
    await Promise.all(browsers.map((browser) => product.applied(browser)))
    await product.requestsOf('gil@example.com')
    expect(callsTo(phone)).toHaveLength(1)
  })

  ordinaryTest(
    'is not set off by a page that announces none, by somebody else’s browser, or by an old application',
    async () => {
      const phone = nextPhone()
      const browser = await product.lead('ivy@example.com', phone, true)
      await product.applied(browser, '/thankyoucallc')
      const stranger = product.browser()
      await stranger.post('/api/process-typeform-completion', {
        email: 'ivy@example.com',
        phone,
        page: '/thankyoucall',
      })
      await signed('ivy@example.com', '2026-01-01T10:00:00Z')
      expect(await product.requestsOf('ivy@example.com')).toEqual([])
      expect(callsTo(phone)).toEqual([])
    },
  )

  ordinaryTest('is not set off by the owner’s own test', async () => {
    const phone = nextPhone()
    const browser = await product.owner()
    const test = { name: 'Ada Kern', email: 'own-test@example.com', phone, page: '/meme', callConsent: true }
    expect((await browser.post('/api/capture-lead', test)).status).toBe(200)
    await product.applied(browser)
    await signed('own-test@example.com')
    expect(await product.requestsOf('own-test@example.com')).toEqual([])
    expect(callsTo(phone)).toEqual([])
  })

  it.each(shareOf([503, 500, 429, 0]))(
    'is placed once although the agent fails with %d first',
    async (status) => {
      product.voice.failWith(status, 2)
      const phone = nextPhone()
      const email = `fails${status}@example.com`
      await product.applied(await product.lead(email, phone, true))
      expect((await product.requestsOf(email))[0]).toMatchObject({ state: 'sent', reason: null })
      expect(callsTo(phone)).toHaveLength(1)
    },
  )

  ordinaryTest('is not asked for somebody who is erased while it is being placed', async () => {
    const phone = nextPhone()
    const browser = await product.lead('gone@example.com', phone, true)
    const { id: leadId, person_id: personId } = await personOf(product, 'gone@example.com')
    const owner = await product.owner()
    const limitsOfCalls = `select pg_advisory_xact_lock(hashtextextended('limits of calls', 0))`
    const limits = await holdLocks(product.databaseUrl, limitsOfCalls)
    await product.applied(browser)
    await limits.untilHeldUp('the call waits to be counted against the limits')
    const visitors = await holdLocks(product.databaseUrl, 'lock table erased_visitors in share mode')
    const erasing = owner.post(`/api/people/${personId}/erase`, {})
    await visitors.untilHeldUp('the erasure has the wish for the call')
    await limits.letGo()
    await waitFor('the call waits for the erasure', async () => (await visitors.behind()).length > 0)
    await visitors.letGo()
    expect((await erasing).status).toBe(200)
    await waitFor('nobody places it any more', async () => {
      const jobs = await product.query(
        `select from jobs.job where name = 'place-call' and state in ('created', 'retry', 'active')`,
      )
      return jobs.length === 0
    })
    expect(callsTo(phone)).toEqual([])
    const [request] = await product.query('select state, phone_e164 from call_requests where lead_id = $1', [
      leadId,
    ])
    expect(request).toEqual({ state: 'not_called', phone_e164: null })
  })

  ordinaryTest('is set aside with the reason when the agent refuses it', async () => {
    product.voice.failWith(422, 1)
    const phone = nextPhone()
    await product.applied(await product.lead('jo@example.com', phone, true))
    expect((await product.requestsOf('jo@example.com'))[0]).toMatchObject({
      state: 'parked',
      reason: 'The voice agent did not take the call: it answered with status 422.',
    })
    expect(callsTo(phone)).toEqual([])
  })

  ordinaryTest('stands in the journey, placed or not', async () => {
    const owner = await product.owner()
    const [lead] = await product.query("select person_id from leads where email = 'fy@example.com'")
    const { body } = await owner.get(`/api/customer-journey/${lead?.person_id}`)
    expect(body.callRequests).toEqual([
      {
        id: expect.any(String),
        leadId: expect.any(String),
        at: expect.any(String),
        state: 'not_called',
        reason: 'The phone number cannot be read.',
      },
    ])
  })
})

thoroughTest(
  'a thousand numbers claimed by browsers ring no phone that has no consent receipt of its own',
  async () => {
    const before = product.voice.calls.length
    const mine = nextPhone()
    const own = await product.lead('kim@example.com', mine, true)
    for (let batch = 0; batch < 40; batch += 1) {
      // One who agreed, and twenty who are leads without having agreed.
      const browser =
        batch % 2 === 0
          ? own
          : await product.lead(`eve${batch}@example.com`, `+1415555${String(batch).padStart(4, '0')}`, false)
      await Promise.all(
        Array.from({ length: 25 }, (_none, index) =>
          browser.post('/api/process-typeform-completion', {
            first_name: 'Eve',
            email: index % 3 === 0 ? 'kim@example.com' : `eve${batch}${index % 2 ? '' : index}@example.com`,
            phone: `+1415555${String(batch * 25 + index).padStart(4, '0')}`,
            page: '/thankyoucall',
          }),
        ),
      )
    }
    await product.requestsOf('kim@example.com')
    const rung = product.voice.calls.slice(before).map(({ phone }) => phone)
    expect(rung.filter((phone) => phone !== e164(mine))).toEqual([])
    const consented = await product.query(
      `select capture.details ->> 'phoneE164' as phone from consent_receipts receipt
      join lead_captures capture on capture.id = receipt.capture_id
      where receipt.kind = 'automated_call' and receipt.granted`,
    )
    const allowed = new Set(consented.map(({ phone }) => phone))
    for (const { phone } of product.voice.calls) expect(allowed).toContain(phone)
    expect(rung.length).toBeLessThanOrEqual(1)
  },
)
