import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { rawRequest } from '#support/raw-request.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { tableCounts } from '#support/table-counts.ts'
import { calBooking, checkoutEvent, formResponse } from '#support/webhook-bodies.ts'
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

let product: RunningProduct
beforeAll(async () => {
  product = await runProduct({ environment: webhookSecrets, retryDelaySeconds: 1 })
})
afterAll(() => product?.end())

const at = '2026-11-20T10:00:00.000Z'
let number = 0
/** One good call of each kind, each time with ids of its own. */
function goodCalls(): Record<string, VendorCall> {
  number += 1
  const call = { callId: `call-${number}`, status: 'ringing', phone: '+12025550143' }
  return {
    cal: calCall(calBooking('BOOKING_CREATED', { uid: `uid-${number}`, createdAt: at })),
    typeform: typeformCall(formResponse({ token: `token-${number}`, submittedAt: at })),
    stripe: stripeCall(
      checkoutEvent('checkout.session.completed', {
        eventId: `evt_${number}`,
        session: `cs_${number}`,
        at,
      }),
    ),
    voice: voiceCall(call),
    retell: retellCall({ event: 'call_started', call: { call_id: `r-${number}` } }),
    broker: brokerCall({ ...call, callId: `b-${number}` }),
  }
}
const deliveries = () => product.query('select * from webhook_deliveries order by received_at, id')
const settled = () =>
  waitFor('nothing waits', async () => {
    const [row] = await product.query("select count(*) from webhook_deliveries where state = 'waiting'")
    return Number(row?.count) === 0
  })

describe('a call with the right signature', () => {
  test('is answered at once, kept as it came, and worked off', async () => {
    const calls = goodCalls()
    for (const [who, call] of Object.entries(calls)) {
      const answer = await deliver(product.url, call)
      expect([who, answer.status, answer.text]).toEqual([who, 200, '{"received":true}'])
    }
    await settled()
    const rows = await deliveries()
    expect(rows.map(({ vendor, state, reason }) => [vendor, state, reason])).toEqual([
      ['cal', 'done', null],
      ['typeform', 'done', null],
      ['stripe', 'done', null],
      ['voice', 'done', null],
      ['voice', 'done', null],
      ['voice', 'done', null],
    ])
    expect(rows[0]?.body).toBe(calls.cal?.body)
  })

  test('counts once, delivered twice and twenty times at once', async () => {
    for (const [who, call] of Object.entries(goodCalls())) {
      const before = await tableCounts(product)
      const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(product.url, call)))
      expect([who, ...new Set(answers.map(({ status }) => status))]).toEqual([who, 200])
      expect((await deliver(product.url, call)).status).toBe(200)
      await settled()
      const after = await tableCounts(product)
      for (const table of ['webhook_deliveries', 'signed_facts', 'signed_fact_events'])
        expect([who, table, (after[`public.${table}`] ?? 0) - (before[`public.${table}`] ?? 0)]).toEqual([
          who,
          table,
          1,
        ])
    }
  })

  test('counts once, delivered to two processes on one database at the same moment', async () => {
    const second = await runProduct({ environment: webhookSecrets, databaseUrl: product.databaseUrl })
    try {
      const before = await tableCounts(product)
      const calls = Object.values(goodCalls())
      const answers = await Promise.all(
        calls.flatMap((call) => [product, second, product, second].map(({ url }) => deliver(url, call))),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      await settled()
      const after = await tableCounts(product)
      for (const table of ['public.webhook_deliveries', 'public.signed_facts', 'public.signed_fact_events'])
        expect([table, (after[table] ?? 0) - (before[table] ?? 0)]).toEqual([table, calls.length])
    } finally {
      await second.end()
    }
  })

  test('may be sent under any content type, and by a server that names no origin', async () => {
    for (const call of Object.values(goodCalls())) {
      const { 'content-type': _type, ...bare } = call.headers
      expect((await deliver(product.url, { ...call, headers: bare })).status).toBe(200)
      const other = { ...bare, 'content-type': 'application/x-www-form-urlencoded' }
      expect((await deliver(product.url, { ...call, headers: other })).status).toBe(200)
    }
    await settled()
  })

  test('is set aside with the reason where its body cannot be used, and can be replayed by the owner', async () => {
    const owner = await product.owner()
    const broken = calCall('{"triggerEvent":"BOOKING_CREATED", \0')
    const odd = calCall({ triggerEvent: 'BOOKING_CREATED', createdAt: at, payload: { title: 'No uid' } })
    const other = calCall({ triggerEvent: 'MEETING_ENDED', createdAt: at, title: 'flat' })
    for (const call of [broken, odd, other]) expect((await deliver(product.url, call)).status).toBe(200)
    await settled()
    const { body, headers } = await owner.get('/api/webhooks/deliveries?limit=3')
    expect(Number(headers.get('x-total-count'))).toBeGreaterThan(3)
    expect(body).toMatchObject([
      { kind: 'MEETING_ENDED', state: 'done', reason: 'This kind of news is not used.' },
      { kind: 'BOOKING_CREATED', state: 'parked', reason: expect.stringContaining('uid names no booking') },
      { kind: 'unreadable', state: 'parked', reason: expect.stringContaining('not JSON') },
    ])
    expect(JSON.stringify(body)).not.toContain('No uid')
    expect((await owner.get('/api/webhooks/deliveries?state=parked')).body).toHaveLength(2)

    // As if a later version could read what this one could not.
    await product.query('update webhook_deliveries set body = $1 where id = $2', [
      JSON.stringify(calBooking('BOOKING_CREATED', { uid: 'replayed', createdAt: at })),
      body[1].id,
    ])
    expect((await owner.post(`/api/webhooks/deliveries/${body[1].id}/replay`, {})).status).toBe(200)
    await settled()
    expect((await owner.post(`/api/webhooks/deliveries/${body[1].id}/replay`, {})).status).toBe(404)
    expect((await owner.post('/api/webhooks/deliveries/x/replay', {})).status).toBe(404)
    expect(await product.query("select status from bookings where uid = 'replayed'")).toEqual([
      { status: 'booked' },
    ])
  })

  test('waits with the reason while our side fails, and is worked off afterwards', async () => {
    await product.query('alter table bookings rename to bookings_away')
    await deliver(product.url, calCall(calBooking('BOOKING_CREATED', { uid: 'later', createdAt: at })))
    await waitFor('a noted failure', async () => {
      const [row] = await product.query("select reason from webhook_deliveries where state = 'waiting'")
      return row?.reason === 'The delivery could not be worked off on our side.'
    })
    expect(await product.query("select 1 from signed_facts where key = 'later'")).toEqual([])
    await product.query('alter table bookings_away rename to bookings')
    await settled()
    expect(await product.query("select status from bookings where uid = 'later'")).toEqual([
      { status: 'booked' },
    ])
  })

  test('may have at most 1 MiB', async () => {
    const big = { ...formResponse({ token: 'big', submittedAt: at }), filler: 'x'.repeat(900_000) }
    expect((await deliver(product.url, typeformCall(big))).status).toBe(200)
    const tooBig = typeformCall({ ...big, event_id: 'too-big', filler: 'x'.repeat(2 * 1024 * 1024) })
    expectRefusal(await deliver(product.url, tooBig), 'a body of 2 MB', 413)
    await settled()
  })
})

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
    await settled()
  })

  test('a browser of another site, whatever it signs', async () => {
    const call = goodCalls().cal
    if (!call) throw new Error('no call')
    const headers = { ...call.headers, origin: 'https://evil.example' }
    expectRefusal(await deliver(product.url, { ...call, headers }), 'a foreign origin', 403)
  })
})

test('without a secret nothing is taken, signed or not', async () => {
  const bare = await runProduct()
  try {
    for (const [who, call] of Object.entries(goodCalls()))
      expectRefusal(await deliver(bare.url, call), who, 404)
    const empty = await rawRequest(bare.url, { method: 'POST', path: '/api/webhooks/nobody', body: '' })
    expect([404, 415]).toContain(empty.status)
    expect(await bare.query('select * from webhook_deliveries')).toEqual([])
  } finally {
    await bare.end()
  }
})

test('a secret that is easily guessed stops the start', async () => {
  await expect(runProduct({ environment: { CAL_WEBHOOK_SECRET: 'short' } })).rejects.toThrow(
    'CAL_WEBHOOK_SECRET must have at least 16 characters.',
  )
})
