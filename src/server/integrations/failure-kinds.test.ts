import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import type { FailureKind } from '#contract/failure-kinds.ts'
import { systemClock } from '#server/platform/clock.ts'
import { listenLocally } from '#support/listening-server.ts'
import { failureOf } from './failure.ts'
import { postOutside } from './post-outside.ts'
import { createGoHighLevel } from './vendors/gohighlevel/gohighlevel.ts'
import { createInsights } from './vendors/meta/insights.ts'
import { createMeta } from './vendors/meta/meta.ts'
import { createVoiceWebhook } from './vendors/voice-webhook/voice-webhook.ts'

const asks = {
  crm: (url: string) =>
    createGoHighLevel({ baseUrl: url, token: 'pit-kinds', locationId: 'loc' }).readContact('c1'),
  meta: (url: string) => createMeta({ baseUrl: url, token: 'EAA' }).sendEvents('1', []),
  voice: (url: string) =>
    createVoiceWebhook({ url, secret: 's'.repeat(16), clock: systemClock }).requestCall({
      ...{ callRequestId: 'c', leadId: 'l', name: 'Ada', phone: '+12025550143', email: '', timezone: null },
      ...{ page: null, attribution: { source: null, campaign: null }, requestedAt: new Date() },
    }),
  webhook: (url: string) => postOutside(url, {}, 'id', { allowsLoopback: true, clock: systemClock }),
}

// What vendors say is theirs: sentences like our own in it must not be taken for what we know.
const MISLEADING =
  'Nothing answers at its address, it does not accept the token, asks for a pause (status 429) and failed on our side'

/** What is kept of asking a vendor that answers like this. */
async function keptOf(ask: (url: string) => Promise<unknown>, answer: RequestListener) {
  const server = createServer(answer)
  const { port, goDown } = await listenLocally(server, { cut: () => server.closeAllConnections() })
  const kept = await keptOfAsking(ask, `http://127.0.0.1:${port}`)
  await goDown()
  return kept
}

const keptOfAsking = (ask: (url: string) => Promise<unknown>, url: string) =>
  ask(url).then(
    () => null,
    (error: unknown) => failureOf(error, 'It failed here.').kind,
  )

const answers =
  (status: number, code?: number): RequestListener =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ message: MISLEADING, ...(code && { error: { message: MISLEADING, code } }) }))

const told: [keyof typeof asks, status: number, code: number | undefined, FailureKind][] = [
  ['crm', 401, undefined, 'refused-credentials'],
  ['crm', 403, undefined, 'refused-credentials'],
  ['crm', 409, undefined, 'vendor-fault'],
  ['crm', 422, undefined, 'invalid-request'],
  ['crm', 429, undefined, 'rate-limited'],
  ['crm', 500, undefined, 'vendor-fault'],
  ['crm', 502, undefined, 'vendor-fault'],
  ['meta', 400, 190, 'refused-credentials'],
  ['meta', 400, 3, 'refused-credentials'],
  ['meta', 400, 294, 'refused-credentials'],
  ['meta', 400, 300, 'invalid-request'],
  ['meta', 400, 341, 'rate-limited'],
  ['meta', 400, 368, 'rate-limited'],
  ['meta', 400, 4, 'rate-limited'],
  ['meta', 429, undefined, 'rate-limited'],
  ['meta', 400, 100, 'invalid-request'],
  ['meta', 500, 1, 'vendor-fault'],
  ['meta', 502, undefined, 'vendor-fault'],
  ['voice', 301, undefined, 'wrong-address'],
  ['voice', 401, undefined, 'refused-credentials'],
  ['voice', 403, undefined, 'refused-credentials'],
  ['voice', 404, undefined, 'wrong-address'],
  ['voice', 410, undefined, 'wrong-address'],
  ['voice', 409, undefined, 'vendor-fault'],
  ['voice', 422, undefined, 'invalid-request'],
  ['voice', 429, undefined, 'rate-limited'],
  ['voice', 500, undefined, 'vendor-fault'],
  ['webhook', 301, undefined, 'wrong-address'],
  ['webhook', 401, undefined, 'refused-credentials'],
  ['webhook', 404, undefined, 'wrong-address'],
  ['webhook', 409, undefined, 'vendor-fault'],
  ['webhook', 422, undefined, 'invalid-request'],
  ['webhook', 429, undefined, 'rate-limited'],
  ['webhook', 500, undefined, 'vendor-fault'],
]

test.each(told)('%s that answers %i (code %s) is kept as %4$s', async (vendor, status, code, kind) => {
  expect(await keptOf(asks[vendor], answers(status, code))).toBe(kind)
})

const all = ['crm', 'meta', 'voice', 'webhook'] as const

test.each(all)(
  '%s that gives no answer is unreachable, and one that answers no HTTP is at fault',
  async (vendor) => {
    expect(await keptOfAsking(asks[vendor], 'http://127.0.0.1:9')).toBe('unreachable')
    expect(await keptOf(asks[vendor], ({ socket }) => void socket.destroy())).toBe('unreachable')
    expect(
      await keptOf(asks[vendor], ({ socket }) => void socket.end('220 smtp.example.com ESMTP\r\n')),
    ).toBe('vendor-fault')
  },
)

test.each(['crm', 'meta'] as const)('%s whose success cannot be read is at fault', async (vendor) => {
  const page: RequestListener = (_request, response) => void response.end('<!doctype html><p>Sign in')
  expect(await keptOf(asks[vendor], page)).toBe('vendor-fault')
})

test.each([
  ['crm', asks.crm],
  ['meta', asks.meta],
  [
    'reading what ads cost',
    (url: string) => createInsights({ baseUrl: url, token: 'EAA', accountId: '1' }).readAccount(),
  ],
] as const)('%s whose answer has no end is at fault, and not read on', async (_vendor, ask) => {
  const part = Buffer.alloc(1024 * 1024, ' ')
  let sent = 0
  const goesOn: RequestListener = (_request, response) => {
    const goOn = () => {
      // More than is read, so that this test ends where nothing else ends it.
      while (!response.destroyed && sent < 200) {
        sent += 1
        if (!response.write(part)) return void response.once('drain', goOn)
      }
    }
    goOn()
  }
  expect(await keptOf(ask, goesOn)).toBe('vendor-fault')
  expect(sent).toBeLessThan(100)
})

test('what is no vendor’s failure happened here, in words of our own', () => {
  expect(failureOf(new TypeError('x is undefined'), 'The delivery failed on our side.')).toEqual({
    kind: 'our-side',
    reason: 'The delivery failed on our side.',
  })
})
