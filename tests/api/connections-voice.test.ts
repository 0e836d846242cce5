import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Connection } from '#contract/connections.ts'
import { waitFor } from '#support/eventually.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { runVoiceProduct, type VoiceProduct } from '#support/voice-product.ts'

let product: VoiceProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runVoiceProduct()
  owner = await product.owner()
})
afterAll(() => product?.end())
afterEach(() => product.voice.recover())

let last = 500
const nextPhone = () => {
  last += 1
  return `+1202555${last.toString().padStart(4, '0')}`
}
const voice = async (): Promise<Connection> => {
  const { body } = await owner.get('/api/connections')
  return body.connections.find(({ vendor }: Connection) => vendor === 'voice')
}
const replay = (id?: unknown) => owner.post(`/api/connections/voice/${id ? `parked/${id}/` : ''}replay`, {})
const callsTo = (phone: string) => product.voice.calls.filter((call) => call.phone === phone).length
const itemOf = async (id: unknown) => (await voice()).parkedItems.find((item) => item.id === id)

async function refused(email: string, phone: string): Promise<unknown> {
  product.voice.failWith(422)
  await product.applied(await product.lead(email, phone, true))
  const [request] = await product.requestsOf(email)
  await product.voice.recover()
  return request?.id
}

ordinaryTest(
  'the agent works with its first call, and one call it will not take says nothing about the others',
  async () => {
    expect(await voice()).toMatchObject({
      ...{ state: 'quiet', canTest: true, whyNoTest: expect.stringMatching(/call somebody/) },
    })
    await owner.post('/api/connections/voice/test', {})
    expect(product.voice.log).toEqual([])
    await product.applied(await product.lead('ada@example.com', nextPhone(), true))
    await product.requestsOf('ada@example.com')
    expect(await voice()).toMatchObject({ state: 'working', waiting: 0, parked: 0 })
    const id = await refused('bo@example.com', nextPhone())
    expect(await voice()).toMatchObject({ state: 'working', parked: 1, failingSince: null })
    expect(await itemOf(id)).toMatchObject({
      ...{ title: 'Call to Ada Kern', canReplay: true, whyNot: null },
      reason: expect.stringMatching(/status 422/),
    })
  },
)

ordinaryTest(
  'an address that fails is told since when and why, with what waits; the next call that is taken ends it',
  async () => {
    product.voice.failWith(503)
    await product.applied(await product.lead('cy@example.com', nextPhone(), true))
    const failing = await waitFor('it fails', async () => {
      const now = await voice()
      return now.state === 'failing' && now
    })
    expect(failing).toMatchObject({ waiting: 1, reason: expect.stringMatching(/status 503/) })
    await product.query(
      `update call_requests set failing_since = failing_since - interval '3 hours' where state = 'waiting'`,
    )
    await product.query(
      `update call_requests set settled_at = settled_at - interval '4 hours' where state = 'sent'`,
    )
    const trouble = (await owner.get('/api/connections/trouble')).body
    expect(trouble).toMatchObject([{ vendor: 'voice', waiting: 1, kind: 'vendor-fault' }])
    await product.voice.recover()
    await product.requestsOf('cy@example.com')
    expect(await voice()).toMatchObject({ state: 'working', waiting: 0 })
  },
)

thoroughTest(
  'a call that was given up after an hour leaves the agent failing, and is not tried again',
  async () => {
    product.voice.failWith(401)
    const phone = nextPhone()
    await product.applied(await product.lead('di@example.com', phone, true))
    await waitFor('it was tried', async () => (await voice()).reason?.includes('status 401'))
    await product.query(`update call_requests set requested_at = requested_at - interval '61 minutes',
    failing_since = failing_since - interval '61 minutes' where state = 'waiting'`)
    const [request] = await product.requestsOf('di@example.com')
    await product.voice.recover()
    expect(request).toMatchObject({ state: 'parked' })
    await product.query(
      `update call_requests set settled_at = settled_at - interval '4 hours' where state = 'sent'`,
    )
    expect(await voice()).toMatchObject({ state: 'failing', waiting: 0 })
    expect((await owner.get('/api/connections/trouble')).body).toMatchObject([
      { vendor: 'voice', kind: 'refused-credentials' },
    ])
    expect(await itemOf(request?.id)).toMatchObject({
      ...{ canReplay: false, whyNot: expect.stringMatching(/out of the blue/) },
    })
    const answer = await replay(request?.id)
    expect(answer.status).toBe(409)
    expect(answer.body.error).toMatch(/out of the blue/)
    expect(callsTo(phone)).toBe(0)
  },
)

ordinaryTest('a call that was set aside is placed again, once, one or all', async () => {
  const phones = [nextPhone(), nextPhone()]
  const ids = [
    await refused('ed@example.com', phones[0] ?? ''),
    await refused('fy@example.com', phones[1] ?? ''),
  ]
  const answers = await Promise.all([replay(ids[0]), replay(ids[0])])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  await product.requestsOf('ed@example.com')
  // That of the first test is still within its hour.
  expect((await replay()).body).toMatchObject({ queued: 2 })
  expect((await product.requestsOf('fy@example.com'))[0]).toMatchObject({ state: 'sent', reason: null })
  expect(phones.map(callsTo)).toEqual([1, 1])
  expect((await replay(randomUUID())).status).toBe(404)
})

ordinaryTest('a call that our rules forbid is offered again only once they allow it', async () => {
  const phone = nextPhone()
  const browser = await product.lead('gil@example.com', phone, false)
  await product.applied(browser)
  const [request] = await product.requestsOf('gil@example.com')
  const reason = 'There is no consent to automated calls for this number.'
  expect(request).toMatchObject({ reason })
  // Who does not agree to be called is no trouble that anybody has to look at.
  expect(await itemOf(request?.id)).toBeUndefined()
  expect((await replay(request?.id)).status).toBe(409)
  // Whoever else types this email gives no consent in the lead's name.
  await product.lead('gil@example.com', phone, true)
  expect(await itemOf(request?.id)).toBeUndefined()
  const agreed = { name: 'Ada Kern', email: 'gil@example.com', phone, page: '/meme', callConsent: true }
  expect((await browser.post('/api/capture-lead', agreed)).status).toBe(200)
  expect(await itemOf(request?.id)).toMatchObject({ canReplay: true, whyNot: null })
  expect((await replay(request?.id)).status).toBe(200)
  await product.requestsOf('gil@example.com')
  expect(callsTo(phone)).toBe(1)
})
