import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableCounts } from '#support/table-counts.ts'
import { checkoutEvent } from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import {
  brokerCall,
  calCall,
  deliver,
  retellCall,
  stripeCall,
  typeformCall,
  type VendorCall,
  voiceCall,
  webhookSecrets,
} from '#support/webhook-senders.ts'
import { expectRefusal } from './expect-refusal.ts'
import { goodCalls } from './good-calls.ts'

let product: WebhookProduct
beforeAll(async () => {
  product = await runWebhookProduct()
})
afterAll(() => product?.end())

const at = '2026-11-20T10:00:00.000Z'

describe('a call that is not signed rightly is refused and stores nothing:', () => {
  const signatures = [
    'x-cal-signature-256',
    'typeform-signature',
    'stripe-signature',
    'x-leadline-signature',
    'x-retell-signature',
    'x-leadline-secret',
  ]
  const withHeader = (call: VendorCall, change: (value: string) => string | undefined): VendorCall => ({
    ...call,
    headers: Object.fromEntries(
      Object.entries(call.headers).flatMap(([name, value]) => {
        const changed = signatures.includes(name) ? change(value) : value
        return changed === undefined ? [] : [[name, changed]]
      }),
    ),
  })
  const flipped = ({ body }: VendorCall) => {
    const bytes = Buffer.from(body)
    bytes[bytes.length - 2] = (bytes[bytes.length - 2] ?? 0) ^ 1
    return bytes
  }
  const wrongs: [string, (call: VendorCall) => VendorCall][] = [
    ['no signature', (call) => withHeader(call, () => undefined)],
    ['an empty one', (call) => withHeader(call, () => '')],
    ['the words of a calendar without a secret', (call) => withHeader(call, () => 'no-secret-provided')],
    ['a truncated one', (call) => withHeader(call, (value) => value.slice(0, -8))],
    ['a lengthened one', (call) => withHeader(call, (value) => `${value}0`)],
    [
      'its digits shuffled',
      (call) => withHeader(call, (value) => value.replace(/[0-9a-f](?=[^0-9a-f]*$)/, 'g')),
    ],
  ]
  test.each(wrongs)('%s', async (what, spoil) => {
    const before = await tableCounts(product)
    for (const [who, call] of Object.entries(goodCalls())) {
      // A Stripe signature of an older scheme follows the one that counts.
      const bare = who === 'stripe' ? withHeader(call, (value) => value.replace(',v0=00', '')) : call
      expectRefusal(await deliver(product.url, spoil(bare)), `${who} with ${what}`, 403)
    }
    expect(await tableCounts(product)).toEqual(before)
  })

  test('one byte of the body changed, or none left', async () => {
    const before = await tableCounts(product)
    const { broker: _unsigned, ...signed } = goodCalls()
    for (const [who, call] of Object.entries(signed)) {
      expectRefusal(await deliver(product.url, { ...call, body: flipped(call) }), who, 403)
      expectRefusal(await deliver(product.url, { ...call, body: '' }), who, 403)
    }
    expect(await tableCounts(product)).toEqual(before)
  })

  test('another secret, and another vendor’s', async () => {
    const before = await tableCounts(product)
    const other = 'another-secret-0123456789'
    const body = checkoutEvent('checkout.session.completed', { eventId: 'evt_x', session: 'cs_x', at })
    for (const call of [
      calCall(body, other),
      typeformCall(body, other),
      stripeCall(body, { secret: other }),
      voiceCall(body, { secret: other }),
      retellCall(body, { secret: other }),
      brokerCall(body, other),
      stripeCall(body, { secret: webhookSecrets.CAL_WEBHOOK_SECRET }),
      { ...calCall(body), path: '/api/webhooks/typeform' },
    ])
      expectRefusal(await deliver(product.url, call), call.path, 403)
    expect(await tableCounts(product)).toEqual(before)
  })

  test('a signature of more than 300 seconds ago, or ahead', async () => {
    const now = Math.floor(Date.now() / 1000)
    const before = await tableCounts(product)
    const body = { callId: 'late', status: 'ringing' }
    const paid = checkoutEvent('checkout.session.completed', { eventId: 'evt_late', session: 'cs_late', at })
    for (const seconds of [now - 310, now + 310, 0]) {
      expectRefusal(await deliver(product.url, stripeCall(paid, { seconds })), `stripe ${seconds}`, 403)
      expectRefusal(await deliver(product.url, voiceCall(body, { seconds })), `voice ${seconds}`, 403)
      expectRefusal(await deliver(product.url, retellCall(body, { ms: seconds * 1000 })), 'retell', 403)
    }
    expect(await tableCounts(product)).toEqual(before)
    expect((await deliver(product.url, stripeCall(paid, { seconds: now - 280 }))).status).toBe(200)
    await product.settled()
  })

  test('a browser of another site, whatever it signs', async () => {
    const before = await tableCounts(product)
    for (const [who, call] of Object.entries(goodCalls())) {
      const headers = { ...call.headers, origin: 'https://evil.example' }
      expectRefusal(await deliver(product.url, { ...call, headers }), `${who} from a foreign origin`, 403)
    }
    expect(await tableCounts(product)).toEqual(before)
  })
})
