import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Connection, Vendor } from '#contract/connections.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { calBooking } from '#support/webhook-bodies.ts'
import { calCall, deliver, voiceCall, webhookSecrets } from '#support/webhook-senders.ts'

const token = 'pit-connection-states'
const locationId = 'loc-states'
let crm: CrmServer
let product: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  crm = await startCrmServer({ token, locationId })
  const { CAL_WEBHOOK_SECRET, VOICE_WEBHOOK_SECRET } = webhookSecrets
  product = await runProduct({
    retryDelaySeconds: 1,
    environment: {
      ...{ CAL_WEBHOOK_SECRET, VOICE_WEBHOOK_SECRET, PUBLIC_URL: 'https://coach.example.com' },
      ...{ GHL_TOKEN: token, GHL_LOCATION_ID: locationId, GHL_BASE_URL: crm.url },
    },
  })
  owner = await product.owner()
})
afterEach(() => crm.recover())
afterAll(async () => {
  await product.end()
  await crm.stop()
})

const connections = async () => {
  const { status, body } = await owner.get('/api/connections')
  expect(status).toBe(200)
  const of = (vendor: Vendor): Connection => {
    const found = body.connections.find((one: Connection) => one.vendor === vendor)
    if (!found) throw new Error(`there is no connection ${vendor}`)
    return found
  }
  return {
    ...{ crm: of('crm'), cal: of('cal'), stripe: of('stripe'), voice: of('voice') },
    ...{ meta: of('meta'), email: of('email'), webhook: of('webhook') },
  }
}
const capture = (email: string) =>
  product.browser().post('/api/capture-lead', { name: 'Ada', email, phone: '1', page: '/meme' })

test('what is not set up says so, what is set up waits quietly, and no secret is told', async () => {
  const { text } = await owner.get('/api/connections')
  for (const secret of [token, locationId, ...Object.values(webhookSecrets)])
    expect(text).not.toContain(secret)
  const { crm: own, cal, stripe, meta, email, webhook } = await connections()
  for (const one of [stripe, meta, email, webhook]) expect(one.state).toBe('not-connected')
  for (const one of [own, cal]) expect(one.state).toBe('quiet')
  expect(cal.webhookUrl).toBe('https://coach.example.com/api/webhooks/cal')
  expect(cal.variables).toEqual([{ name: 'CAL_WEBHOOK_SECRET', isSet: true }])
  expect(stripe.variables).toEqual([{ name: 'STRIPE_WEBHOOK_SECRET', isSet: false }])
})

test('a vendor that delivers works; what cannot be used is set aside and tried again, one or all', async () => {
  const odd = voiceCall({ note: 'no call id' })
  for (const call of [
    calCall(calBooking('BOOKING_CREATED', { uid: 'b1', createdAt: '2026-11-20T10:00:00Z' })),
    odd,
    voiceCall({ note: 'none here, either' }),
  ])
    expect((await deliver(product.url, call)).status).toBe(200)
  const { cal, voice } = await waitFor('both worked off', async () => {
    const now = await connections()
    return now.cal.state === 'working' && now.voice.parked === 2 && now
  })
  expect(cal).toMatchObject({ waiting: 0, parked: 0, lastSuccessAt: expect.any(String) })
  expect(voice.parkedItems).toHaveLength(2)
  for (const { reason } of voice.parkedItems) expect(reason).toMatch(/callId/)
  const [item] = voice.parkedItems
  const one = await owner.post(`/api/connections/voice/parked/${item?.id}/replay`, {})
  expect(one.body).toMatchObject({ queued: 1 })
  await waitFor('set aside again', async () => (await connections()).voice.parked === 2)
  expect((await owner.post('/api/connections/voice/replay', {})).body).toMatchObject({ queued: 2 })
  await waitFor('set aside again', async () => (await connections()).voice.parked === 2)
  expect((await owner.post(`/api/connections/voice/parked/${crypto.randomUUID()}/replay`, {})).status).toBe(
    404,
  )
})

test('a call whose signature does not fit is told until one comes through', async () => {
  const wrong = calCall(
    calBooking('BOOKING_CREATED', { uid: 'b2', createdAt: '2026-11-20T10:00:00Z' }),
    'x'.repeat(20),
  )
  expect((await deliver(product.url, wrong)).status).toBe(403)
  expect((await connections()).cal).toMatchObject({ state: 'working', refused: { number: 1 } })
  await deliver(
    product.url,
    calCall(calBooking('BOOKING_CREATED', { uid: 'b3', createdAt: '2026-11-20T10:00:00Z' })),
  )
  expect((await connections()).cal.refused).toBe(null)
})

test('the CRM fails since its first failure after the last success, and works with the next success', async () => {
  await capture('first@example.com')
  await waitFor('the CRM works', async () => {
    const now = await connections()
    // A lead that is still on its way would wait as well.
    return now.crm.state === 'working' && now.crm.waiting === 0
  })
  await crm.failWith('token-revoked')
  await capture('second@example.com')
  const { crm: failing } = await waitFor('the CRM fails', async () => {
    const now = await connections()
    return now.crm.state === 'failing' && now
  })
  expect(failing).toMatchObject({ waiting: 1, parked: 0, reason: expect.stringMatching(/token/) })
  expect((await owner.post('/api/connections/crm/test', {})).body).toMatchObject({ success: false })
  await crm.recover()
  expect((await owner.post('/api/connections/crm/test', {})).body).toMatchObject({ success: true })
  const { crm: working } = await waitFor('the CRM works', async () => {
    const now = await connections()
    return now.crm.state === 'working' && now.crm.waiting === 0 && now
  })
  expect(working).toMatchObject({ failingSince: null, reason: null })
})

test('what kind of failure it is does not hang on its words, nor on what the vendor says in them', async () => {
  const kindOf = async () => {
    const { body } = await owner.get('/api/connections/trouble')
    return body.find(({ vendor }: { vendor: Vendor }) => vendor === 'crm')?.kind
  }
  await crm.failWith('token-revoked')
  await capture('third@example.com')
  await waitFor('the CRM fails', async () => (await connections()).crm.state === 'failing')
  await product.query(`update leads set crm_failing_since = crm_failing_since - interval '3 hours',
    crm_delivered_at = crm_delivered_at - interval '4 hours'`)
  expect(await kindOf()).toBe('refused-credentials')
  for (const words of [
    'It asks for a pause (status 429).',
    'It failed on our side.',
    'Nothing that is known.',
  ]) {
    await product.query("update leads set crm_reason = $1 where crm_state = 'failing'", [words])
    expect(await kindOf()).toBe('refused-credentials')
  }
  await crm.recover()
  await waitFor('the CRM works', async () => (await connections()).crm.state === 'working')
})

test('a lead that the CRM will not take is set aside without a failure of the CRM, and taken when tried again', async () => {
  await product.query(
    "update leads set crm_state = 'parked', crm_reason = 'Refused.' where email = 'first@example.com'",
  )
  const { crm: own } = await connections()
  expect(own).toMatchObject({
    state: 'working',
    parked: 1,
    parkedItems: [{ title: 'Ada', reason: 'Refused.' }],
  })
  expect((await owner.post('/api/connections/crm/replay', {})).body).toMatchObject({ queued: 1 })
  await waitFor('nothing set aside', async () => (await connections()).crm.parked === 0)
})
