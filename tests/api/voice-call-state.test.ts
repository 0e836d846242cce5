import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { waitFor } from '#support/eventually.ts'
import { runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { manyCalls, runVoiceProduct, type VoiceProduct } from '#support/voice-product.ts'
import { deliver, voiceCall } from '#support/webhook-senders.ts'

let product: VoiceProduct
beforeAll(async () => {
  product = await runVoiceProduct({ content: SiteContent.parse({ calls: { ...manyCalls, onForm: false } }) })
})
afterAll(() => product?.end())

const stateFor = async (browser: TestBrowser) => (await browser.get('/api/calls/state')).body
const fromAgent = (body: object) => voiceCall(body, { seconds: Math.floor(product.now().getTime() / 1000) })
const askedFor = async (email: string) => {
  await product.requestsOf(email)
  return product.voice.calls.find((call) => call.email === email)
}

describe('the state of the call', () => {
  ordinaryTest(
    'is what the agent reports, joined by the id of the wish alone, and only for the browser it belongs to',
    async () => {
      const browser = await product.lead('ada@example.com', '202-555-0111', true)
      expect(await stateFor(browser)).toEqual({ state: 'expected' })
      await product.applied(browser)
      const callRequestId = (await askedFor('ada@example.com'))?.callRequestId
      for (const status of ['queued', 'ringing', 'answered', 'ended']) {
        await deliver(product.url, fromAgent({ callId: 'c1', callRequestId, status }))
        await product.requestsOf('ada@example.com')
        expect(await stateFor(browser)).toEqual({ state: status })
      }
      const [call] = await product.query(
        "select lead.email, external.joined_by from external_events external join leads lead on lead.id = external.lead_id where external.kind = 'call'",
      )
      expect(call).toEqual({ email: 'ada@example.com', joined_by: 'reference' })
      expect(await stateFor(product.browser())).toEqual({ state: 'unknown' })
      expect(await stateFor(await product.lead('other@example.com', '202-555-0112', true))).toEqual({
        state: 'expected',
      })
    },
  )

  ordinaryTest('stays hidden from a browser that gave the same email with another number', async () => {
    const browser = await product.lead('bo@example.com', '202-555-0113', true)
    await product.applied(browser)
    const call = await askedFor('bo@example.com')
    await deliver(
      product.url,
      fromAgent({ callId: 'c2', leadId: call?.leadId, phone: call?.phone, status: 'ringing' }),
    )
    await product.requestsOf('bo@example.com')
    expect(await stateFor(browser)).toEqual({ state: 'ringing' })
    const stranger = await product.lead('bo@example.com', '202-555-0114', false)
    expect(await stateFor(stranger)).toEqual({ state: 'not-called', reason: 'consent' })
  })

  ordinaryTest('says that there will be none without consent or without a number', async () => {
    expect(await stateFor(await product.lead('cy@example.com', '202-555-0115', false))).toEqual({
      state: 'not-called',
      reason: 'consent',
    })
    expect(await stateFor(await product.lead('di@example.com', 'none', true))).toEqual({
      state: 'not-called',
      reason: 'phone',
    })
  })

  ordinaryTest('cannot be read with a forged cookie', async () => {
    const browser = product.browser()
    browser.cookies.set('leadline_visitor', `${crypto.randomUUID()}.forged`)
    expect(await stateFor(browser)).toEqual({ state: 'unknown' })
  })

  ordinaryTest('is unknown to everybody where nothing can place a call', async () => {
    const bare = await runProduct()
    const browser = bare.browser()
    await browser.post('/api/capture-lead', {
      name: 'Ada',
      email: 'ada@example.com',
      phone: 'none',
      page: '/',
    })
    await browser.post('/api/leads/application-confirmation', { fingerprint: '1', page: '/thankyoucall' })
    expect(await stateFor(browser)).toEqual({ state: 'unknown' })
    await bare.end()
  })
})

thoroughTest(
  'is certain not to come on the internet where nothing can place a call, a tag without a CRM neither',
  async () => {
    const bare = await runProduct({
      environment: { PUBLIC_URL: 'https://coach.example' },
      content: SiteContent.parse({ calls: { tag: 'Call me' } }),
    })
    const none = { state: 'not-called', reason: 'trouble' }
    const browser = bare.browser()
    expect(await stateFor(browser)).toEqual(none)
    const lead = {
      name: 'Ada',
      email: 'ada@example.com',
      phone: '202-555-0110',
      page: '/',
      callConsent: true,
    }
    await browser.post('/api/capture-lead', lead)
    expect(await stateFor(browser)).toEqual(none)
    await bare.end()
  },
)

describe('where the form’s word alone sets off no call', () => {
  const formsWish = async (email: string) => {
    const id = randomUUID()
    await product.query(
      'insert into call_requests (id, lead_id, page, requested_at) values ($1, $2, null, $3)',
      [id, await product.leadIdOf(email), product.now()],
    )
    return id
  }
  const hasItsTurn = (callRequestId: string) =>
    product.query("insert into jobs.job (name, data) values ('place-call', $1)", [{ callRequestId }])

  ordinaryTest(
    'what a page announces is called although the form’s word came first and still waits',
    async () => {
      const browser = await product.lead('fay@example.com', '202-555-0117', true)
      const id = await formsWish('fay@example.com')
      await product.applied(browser)
      await hasItsTurn(id)
      expect(await product.requestsOf('fay@example.com')).toMatchObject([
        { id, page: '/thankyoucall', state: 'sent' },
      ])
      expect(product.voice.calls.filter(({ email }) => email === 'fay@example.com')).toMatchObject([
        { callRequestId: id, page: '/thankyoucall' },
      ])
    },
  )

  ordinaryTest('what no page announces is forgotten, and the page is called when it comes', async () => {
    const browser = await product.lead('gus@example.com', '202-555-0118', true)
    await hasItsTurn(await formsWish('gus@example.com'))
    expect(await product.requestsOf('gus@example.com')).toEqual([])
    await product.applied(browser)
    expect(await product.requestsOf('gus@example.com')).toMatchObject([{ state: 'sent' }])
  })
})

describe('whoever applies again weeks later', () => {
  ordinaryTest('is called again, though the page was opened before, and once', async () => {
    const email = 'hal@example.com'
    const browser = await product.lead(email, '202-555-0119', true)
    await product.applied(browser)
    expect(await product.requestsOf(email)).toMatchObject([{ state: 'sent' }])
    await product.query(`update call_requests set requested_at = requested_at - interval '40 days'
      where lead_id = (select id from leads where email = '${email}')`)
    // A page that is opened again may as well have been reloaded.
    await product.applied(browser)
    expect(await product.requestsOf(email)).toHaveLength(1)
    const answers = {
      ...{ situation: 'employed', problem: 'One.', goal: 'Two.', ready: '8', start: 'now', alone: 'yes' },
      ...{ budget: 'medium', name: 'Ada Kern', email, phone: '202-555-0119' },
    }
    const sent = { responseId: randomUUID(), page: '/apply', elapsed: 60_000, answers }
    expect((await browser.post('/api/application', sent)).status).toBe(200)
    await waitFor(
      'the form’s own wish is forgotten',
      async () => (await product.requestsOf(email)).length === 1,
    )
    for (const _time of [1, 2]) {
      await product.applied(browser)
      expect(await product.requestsOf(email)).toMatchObject([
        { page: '/thankyoucall', state: 'sent' },
        { state: 'sent' },
      ])
    }
  })
})

describe('where the hour spoke against a call', () => {
  ordinaryTest('it is announced once the hour has passed', async () => {
    const email = 'ian@example.com'
    const browser = await product.lead(email, '202-555-0120', true)
    await product.applied(browser)
    await product.requestsOf(email)
    await product.query(`update call_requests set state = 'not_called', reason_code = 'hours'
      where lead_id = (select id from leads where email = '${email}')`)
    expect(await stateFor(browser)).toEqual({ state: 'expected' })
  })
})

describe('a browser’s own lead', () => {
  ordinaryTest('is told to the browser that submitted it, and to no other', async () => {
    const browser = product.browser()
    const details = { name: 'Eve', email: 'eve@example.com', phone: '202-555-0116', page: '/meme' }
    const { leadId } = (await browser.post('/api/capture-lead', details)).body
    expect((await browser.get('/api/leads/own')).body).toEqual({
      lead: { id: leadId, email: 'eve@example.com' },
    })
    const [lead] = await product.query("select id from leads where email = 'eve@example.com'")
    expect(leadId).not.toBe(lead?.id)
    expect((await product.browser().get('/api/leads/own')).body).toEqual({ lead: null })
  })
})
