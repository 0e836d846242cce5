import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { rawRequest } from '#support/raw-request.ts'
import { runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { tableCounts } from '#support/table-counts.ts'
import { calBooking, formResponse, stripeEvent } from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import {
  calCall,
  deliver,
  retellCall,
  stripeCall,
  typeformCall,
  webhookSecrets,
} from '#support/webhook-senders.ts'
import { expectRefusal } from './expect-refusal.ts'
import { goodCalls } from './good-calls.ts'

let product: WebhookProduct
beforeAll(async () => {
  product = await runWebhookProduct({ retryDelaySeconds: 1 })
})
afterAll(() => product?.end())

const at = '2026-11-20T10:00:00.000Z'
const deliveries = () => product.query('select * from webhook_deliveries order by received_at, id')

describe('a call with the right signature', () => {
  ordinaryTest('is answered at once, kept as it came, and worked off', async () => {
    const calls = goodCalls()
    for (const [who, call] of Object.entries(calls)) {
      const answer = await deliver(product.url, call)
      expect([who, answer.status, answer.text]).toEqual([who, 200, '{"received":true}'])
    }
    await product.settled()
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

  ordinaryTest('counts once, delivered twice and twenty times at once', async () => {
    for (const [who, call] of Object.entries(goodCalls())) {
      const before = await tableCounts(product)
      const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(product.url, call)))
      expect([who, ...new Set(answers.map(({ status }) => status))]).toEqual([who, 200])
      expect((await deliver(product.url, call)).status).toBe(200)
      await product.settled()
      const after = await tableCounts(product)
      for (const table of ['webhook_deliveries', 'external_events', 'external_event_updates'])
        expect([who, table, (after[`public.${table}`] ?? 0) - (before[`public.${table}`] ?? 0)]).toEqual([
          who,
          table,
          1,
        ])
    }
  })

  thoroughTest('counts once, delivered to two processes on one database at the same moment', async () => {
    const second = await runProduct({ environment: webhookSecrets, databaseUrl: product.databaseUrl })
    try {
      const before = await tableCounts(product)
      const calls = Object.values(goodCalls())
      const answers = await Promise.all(
        calls.flatMap((call) => [product, second, product, second].map(({ url }) => deliver(url, call))),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      await product.settled()
      const after = await tableCounts(product)
      for (const table of [
        'public.webhook_deliveries',
        'public.external_events',
        'public.external_event_updates',
      ])
        expect([table, (after[table] ?? 0) - (before[table] ?? 0)]).toEqual([table, calls.length])
    } finally {
      await second.end()
    }
  })

  ordinaryTest('may be sent under any content type, and by a server that names no origin', async () => {
    for (const call of Object.values(goodCalls())) {
      const { 'content-type': _type, ...bare } = call.headers
      expect((await deliver(product.url, { ...call, headers: bare })).status).toBe(200)
      const other = { ...bare, 'content-type': 'application/x-www-form-urlencoded' }
      expect((await deliver(product.url, { ...call, headers: other })).status).toBe(200)
    }
    await product.settled()
  })

  ordinaryTest(
    'is set aside with the reason where its body cannot be used, and can be replayed by the owner',
    async () => {
      const owner = await product.owner()
      const broken = calCall('{"triggerEvent":"BOOKING_CREATED", \0')
      const odd = calCall({ triggerEvent: 'BOOKING_CREATED', createdAt: at, payload: { title: 'No uid' } })
      const other = calCall({ triggerEvent: 'MEETING_ENDED', createdAt: at, title: 'flat' })
      for (const call of [broken, odd, other]) expect((await deliver(product.url, call)).status).toBe(200)
      await product.settled()
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
      await product.settled()
      expect((await owner.post(`/api/webhooks/deliveries/${body[1].id}/replay`, {})).status).toBe(404)
      expect((await owner.post('/api/webhooks/deliveries/x/replay', {})).status).toBe(404)
      expect(await product.query("select status from bookings where uid = 'replayed'")).toEqual([
        { status: 'booked' },
      ])
    },
  )

  ordinaryTest(
    'waits for nothing where a time, an id or a kind of news is one that nobody can keep',
    async () => {
      const refunded = (eventId: string, more: object = {}) =>
        stripeCall({
          ...stripeEvent('refund.created', {
            eventId,
            at,
            object: { id: 're_odd', amount: 5, charge: 'ch_odd' },
          }),
          ...more,
        })
      const call = { call_id: 'odd', start_timestamp: 1e18, end_timestamp: 9e15 }
      const started = { startTime: '-271821-04-20T00:00:00Z' }
      await product.tell(
        refunded('evt_never', { created: 9e15 }),
        refunded('evt_proto', { type: '__proto__' }),
        refunded('evt_zero', { data: { object: { id: 're_zero', amount: 5, charge: 'ch_\0' } } }),
        retellCall({ event: 'call_ended', call }),
        calCall({ triggerEvent: 'constructor', createdAt: at, payload: { uid: 'odd' } }),
        calCall(calBooking('BOOKING_CREATED', { uid: 'before-all', createdAt: at, ...started })),
      )
      const rows = await product.query(
        'select kind, state, reason from webhook_deliveries order by received_at desc, id desc limit 6',
      )
      expect(rows.reverse().map(({ state, reason }) => [state, reason])).toEqual([
        ['parked', 'The body is not as the vendor describes it: created must be a time.'],
        ['done', 'This kind of news is not used.'],
        ['done', null],
        ['done', null],
        ['done', 'This kind of news is not used.'],
        ['done', null],
      ])
    },
  )

  thoroughTest('waits with the reason while our side fails, and is worked off afterwards', async () => {
    await product.query('alter table bookings rename to bookings_away')
    await deliver(product.url, calCall(calBooking('BOOKING_CREATED', { uid: 'later', createdAt: at })))
    await waitFor('a noted failure', async () => {
      const [row] = await product.query("select reason from webhook_deliveries where state = 'waiting'")
      return row?.reason === 'The delivery could not be processed on our side.'
    })
    expect(await product.query("select 1 from external_events where key = 'later'")).toEqual([])
    await product.query('alter table bookings_away rename to bookings')
    await product.settled()
    expect(await product.query("select status from bookings where uid = 'later'")).toEqual([
      { status: 'booked' },
    ])
  })

  ordinaryTest('stays done where another process worked it off while this one sets it aside', async () => {
    const holder = new pg.Client({ connectionString: product.databaseUrl })
    await holder.connect()
    onTestFinished(() => holder.end())
    // Before any row is looked at, so that the other process can have it in between.
    await holder.query(`select pg_advisory_lock(1);
      create function hold_update() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(1); return null; end $$;
      create trigger hold_update before update on webhook_deliveries execute function hold_update()`)
    const held = async (waiting: string) =>
      Number(
        (
          await product.query(`select count(*) from pg_stat_activity where datname = current_database()
            and query like 'update webhook_deliveries set state%' and state = 'active' ${waiting}`)
        )[0]?.count,
      )
    await deliver(product.url, calCall({ triggerEvent: 'BOOKING_CREATED', createdAt: at, payload: {} }))
    await waitFor('it to be set aside', async () => (await held("and wait_event = 'advisory'")) === 1)
    const { rows } = await holder.query(
      "update webhook_deliveries set state = 'done', settled_at = now() where state = 'waiting' returning id",
    )
    await holder.query('select pg_advisory_unlock(1)')
    await waitFor('the update to end', async () => (await held('')) === 0)
    const [row] = await product.query('select state, reason from webhook_deliveries where id = $1', [
      rows[0].id,
    ])
    expect(row).toEqual({ state: 'done', reason: null })
    await product.query('drop trigger hold_update on webhook_deliveries')
  })

  thoroughTest('has its full time anew once the owner has it tried again', async () => {
    const stateOf = async () => {
      const [row] = await product.query(
        'select id, state, reason from webhook_deliveries where body like \'%"given-up"%\'',
      )
      return row ?? {}
    }
    await product.query('alter table bookings rename to bookings_away')
    await deliver(product.url, calCall(calBooking('BOOKING_CREATED', { uid: 'given-up', createdAt: at })))
    await waitFor('a noted failure', async () => Boolean((await stateOf()).reason))
    await product.query(
      "update webhook_deliveries set received_at = received_at - interval '73 hours' where state = 'waiting'",
    )
    await waitFor('it is given up', async () => (await stateOf()).state === 'parked')
    const { id, reason } = await stateOf()
    expect(reason).toMatch(/^Gave up after 72 hours\./)
    const owner = await product.owner()
    expect((await owner.post(`/api/webhooks/deliveries/${id}/replay`, {})).status).toBe(200)
    await waitFor('it fails once more', async () => Boolean((await stateOf()).reason))
    expect((await stateOf()).state).toBe('waiting')
    await product.query('alter table bookings_away rename to bookings')
    await product.settled()
    expect(await product.query("select status from bookings where uid = 'given-up'")).toEqual([
      { status: 'booked' },
    ])
  })

  ordinaryTest('may have at most 1 MiB', async () => {
    const big = { ...formResponse({ token: 'big', submittedAt: at }), filler: 'x'.repeat(900_000) }
    expect((await deliver(product.url, typeformCall(big))).status).toBe(200)
    const tooBig = typeformCall({ ...big, event_id: 'too-big', filler: 'x'.repeat(2 * 1024 * 1024) })
    expectRefusal(await deliver(product.url, tooBig), 'a body of 2 MB', 413)
    await product.settled()
  })
})

thoroughTest('without a secret nothing is taken, signed or not', async () => {
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

ordinaryTest('a secret that is easily guessed stops the start', async () => {
  await expect(runProduct({ environment: { CAL_WEBHOOK_SECRET: 'short' } })).rejects.toThrow(
    'CAL_WEBHOOK_SECRET must have at least 16 characters.',
  )
})
