import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import type { Connection } from '#contract/connections.ts'
import { type ListeningServer, listenLocally } from '#support/listening-server.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { startTcpProxy, type TcpProxy } from '#support/tcp-proxy.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import {
  brokerCall,
  calCall,
  deliver,
  retellCall,
  stripeCall,
  typeformCall,
  voiceCall,
  webhookSecrets,
} from '#support/webhook-senders.ts'

const vendors = ['cal', 'typeform', 'stripe', 'voice'] as const
type Vendor = (typeof vendors)[number]

/** What stands at the site's address: the way through the proxy in front of it. */
let way: TcpProxy
let leadsTo: number
let product: RunningProduct
let owner: TestBrowser
/** The same product with another secret for the calendar, none for anybody else, and no address of its own. */
let other: RunningProduct
let stranger: ListeningServer
let answer: [status: number, headers: Record<string, string>, body: string]
let posted: string[] = []

beforeAll(async () => {
  way = await startTcpProxy(() => ({ host: '127.0.0.1', port: leadsTo }))
  product = await runProduct({
    environment: { ...webhookSecrets, PUBLIC_URL: `http://127.0.0.1:${way.port}` },
  })
  owner = await product.owner()
  other = await runProduct({
    databaseUrl: product.databaseUrl,
    environment: { CAL_WEBHOOK_SECRET: 'another-secret-0123' },
  })
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    posted.push(`${request.method} ${request.url} ${text}`)
    response.writeHead(answer[0], answer[1]).end(answer[2])
  })
  stranger = await listenLocally(server, { cut: () => server.closeAllConnections() })
  leadsTo = portOf(product)
})
afterEach(async () => {
  await way.pass()
  leadsTo = portOf(product)
  posted = []
})
afterAll(async () => {
  await other?.end()
  await product?.end()
  await stranger?.goDown()
  await way?.stop()
})

const portOf = ({ url }: RunningProduct) => Number(new URL(url).port)
const press = async (vendor: Vendor, browser = owner) => {
  const { status, body } = await browser.post(`/api/connections/${vendor}/test`, {})
  expect(status).toBe(200)
  return body
}
const connection = async (vendor: Vendor, browser = owner): Promise<Connection> => {
  const { body } = await browser.get('/api/connections')
  return body.connections.find((one: Connection) => one.vendor === vendor)
}
/** Everything that a delivery could leave behind. */
const traces = async () => {
  const [row] = await product.query(`select (select count(*)::integer from webhook_deliveries) as deliveries,
    (select coalesce(sum(number), 0)::integer from webhook_refusals) as refusals,
    (select count(*)::integer from jobs.job where name = 'work-webhook-delivery') as jobs,
    (select count(*)::integer from leads) as leads, (select count(*)::integer from payments) as payments`)
  return row
}
const none = { deliveries: 0, refusals: 0, jobs: 0, leads: 0, payments: 0 }

describe.each(vendors)('a test of the way on which %s delivers', (vendor) => {
  it('finds address and secret right, pressed twice at once, and leaves no trace', async () => {
    const told = await Promise.all([press(vendor), press(vendor)])
    // The site of a test is on this machine, which is what keeps a vendor out, and nothing else.
    for (const one of told) {
      expect(one.success).toBe(false)
      expect(one.message).toMatch(/PUBLIC_URL \(127\.0\.0\.1:\d+\) is an address of this machine alone\./)
      expect(one.message).toMatch(/On this machine itself the secret and the signature work\.$/)
    }
    expect(await traces()).toEqual(none)
    expect(await connection(vendor)).toMatchObject({ state: 'quiet', canTest: true, refused: null })
    expect((await owner.get('/api/webhooks/deliveries')).body).toEqual([])
  })

  it('posts what only this server knows to answer', async () => {
    answer = [200, { 'content-type': 'application/json' }, '{"received":true}']
    leadsTo = stranger.port
    const { success, message } = await press(vendor)
    expect({ success, message }).toEqual({
      success: false,
      message: `Something else answers at 127.0.0.1:${way.port} (status 200). Check that PUBLIC_URL and the proxy in front lead to this server.`,
    })
    expect(posted).toHaveLength(1)
    expect(posted[0]).toMatch(
      new RegExp(`^POST /api/webhooks/${vendor} \\{"event":"leadline\\.test","id":"[0-9a-f-]{36}"\\}$`),
    )
  })
})

test.each([
  [301, /leads elsewhere \(status 301\), and deliveries are not sent on/],
  [401, /turned the test away \(status 401\)/],
  [404, /Something else answers at .* \(status 404\)/],
  [502, /has a problem \(status 502\): usually the proxy in front/],
])('another server that answers with %i is told apart', async (status, words) => {
  answer = [status, { location: 'http://127.0.0.1:1/' }, 'no']
  leadsTo = stranger.port
  const told = await press('stripe')
  expect(told.success).toBe(false)
  expect(told.message).toMatch(words)
})

test('an address where nothing listens is told, and that the secret is not at fault', async () => {
  await way.refuse()
  const { success, message } = await press('typeform')
  expect(success).toBe(false)
  expect(message).toMatch(/^The site could not be reached at .*: nothing listens at its address \(ECONNREF/)
  expect(message).toMatch(/Check PUBLIC_URL.* On this machine itself the secret and the signature work\.$/)
})

test('an installation with another secret turns the test away, and counts it as it counts every forged call', async () => {
  leadsTo = portOf(other)
  expect((await press('cal')).message).toMatch(/turned the test away \(status 403\): another installation/)
  expect(await traces()).toEqual({ ...none, refusals: 1 })
  await product.query('delete from webhook_refusals')
})

test('without an address of the site it is tried on this machine alone; without a secret it is not connected', async () => {
  const there = await other.owner()
  expect(await press('cal', there)).toEqual({
    success: false,
    message:
      'Cal.com cannot reach this machine: PUBLIC_URL is not set. On this machine itself the secret and the signature work.',
  })
  expect(await press('stripe', there)).toEqual({
    success: false,
    message: 'No secret is set, so nothing is accepted from Stripe yet.',
  })
  expect(await connection('stripe', there)).toMatchObject({ state: 'not-connected', canTest: false })
})

test('only the owner may press, and only from the dashboard', async () => {
  expect((await product.browser().post('/api/connections/cal/test', {})).status).toBe(401)
  const away = await owner.post('/api/connections/cal/test', {}, { origin: 'https://evil.example' })
  expect(away.status).toBe(403)
})

const ping = () => ({ event: 'leadline.test', id: randomUUID() })
const wrong = 'a-wrong-secret-0123'
const longAgo = Math.floor(Date.now() / 1000) - 600

test.each([
  ['cal, with another secret', () => calCall(ping(), wrong)],
  ['typeform, with another secret', () => typeformCall(ping(), wrong)],
  ['stripe, with another secret', () => stripeCall(ping(), { secret: wrong })],
  ['stripe, of ten minutes ago', () => stripeCall(ping(), { seconds: longAgo })],
  ['voice, with another secret', () => voiceCall(ping(), { secret: wrong })],
  ['voice, of ten minutes ago', () => voiceCall(ping(), { seconds: longAgo })],
  ['voice, as Retell, with another secret', () => retellCall(ping(), { secret: wrong })],
  ['voice, with a bare secret that is wrong', () => brokerCall(ping(), wrong)],
  ['cal, without a signature', () => ({ ...calCall(ping()), headers: {} })],
])('a forged test is refused like every other call: %s', async (_which, call) => {
  const { status, text } = await deliver(product.url, call())
  expect([status, text]).toEqual([403, expect.stringMatching(/The signature does not match\./)])
  await product.query('delete from webhook_refusals')
})

test('what has anything beside a test is no test: it is stored like every delivery', async () => {
  for (const more of [{ uid: 'b1' }, { id: 'not an id' }, { event: 'leadline.tests' }])
    expect((await deliver(product.url, calCall({ ...ping(), ...more }))).status).toBe(200)
  expect((await traces())?.deliveries).toBe(3)
})
