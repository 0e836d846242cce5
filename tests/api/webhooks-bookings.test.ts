import { afterAll, beforeAll, expect, test } from 'vitest'
import { calBooking } from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import { calCall } from '#support/webhook-senders.ts'

let product: WebhookProduct
beforeAll(async () => {
  product = await runWebhookProduct()
})
afterAll(() => product?.end())

const VH01 = 'VH01 - Lead'
const VH04 = 'VH04 - Booked Call'
const minute = (number: number) =>
  new Date(Date.parse('2026-11-20T10:00:00Z') + number * 60_000).toISOString()
const told = (trigger: string, uid: string, at: number, email: string, more: Record<string, unknown> = {}) =>
  calCall(
    calBooking(trigger, {
      uid,
      createdAt: minute(at),
      email,
      startTime: `2026-12-0${1 + (at % 9)}T18:00:00Z`,
      more,
    }),
  )
const statusOf = async (uid: string) =>
  (await product.query('select status from bookings where uid = $1', [uid]))[0]?.status

/** One booking's way: asked for, taken, paid, moved twice, missed; and one that is cancelled in the end. */
const way = (name: string, email: string) => {
  const [a, b, c] = [`${name}-a`, `${name}-b`, `${name}-c`]
  return {
    uids: [a, b, c] as const,
    calls: [
      told('BOOKING_REQUESTED', a, 0, email),
      told('BOOKING_CREATED', a, 1, email),
      told('BOOKING_PAID', a, 2, email),
      told('BOOKING_RESCHEDULED', b, 3, email, {
        rescheduleUid: a,
        rescheduleStartTime: '2026-12-02T18:00:00Z',
      }),
      told('BOOKING_RESCHEDULED', c, 4, email, { rescheduleUid: b }),
      calCall({
        triggerEvent: 'BOOKING_NO_SHOW_UPDATED',
        createdAt: minute(5),
        payload: { bookingUid: c, attendees: [{ email, noShow: true }] },
      }),
    ],
  }
}

test.each([
  ['in their order', (calls: unknown[]) => calls],
  ['backwards', (calls: unknown[]) => calls.toReversed()],
  ['from the middle', (calls: unknown[]) => [...calls.slice(3), ...calls.slice(0, 3)]],
])('news %s ends in the same state', async (how, order) => {
  const name = how.replaceAll(' ', '-')
  const email = `${name}@example.com`
  await product.lead(email)
  const { uids, calls } = way(name, email)
  await product.tell(...(order(calls) as typeof calls))
  expect(await Promise.all(uids.map(statusOf))).toEqual(['rescheduled', 'rescheduled', 'no_show'])
  const rows = await product.query(
    'select start_at, rescheduled_to, title from bookings where uid = any($1) order by uid',
    [[...uids]],
  )
  expect(rows.map((row) => [row.start_at.toISOString().slice(0, 10), row.rescheduled_to])).toEqual([
    ['2026-12-03', uids[1]],
    ['2026-12-04', uids[2]],
    ['2026-12-05', null],
  ])
  expect(await product.tagsOf(email)).toEqual([VH01, VH04])
})

test('cancelled, declined and a no-show taken back', async () => {
  const email = 'ends@example.com'
  await product.lead(email, '202-555-0120')
  const noShow = (at: number, value: boolean) =>
    calCall({
      triggerEvent: 'BOOKING_NO_SHOW_UPDATED',
      createdAt: minute(at),
      payload: { bookingUid: 'back', attendees: [{ email, noShow: value }] },
    })
  await product.tell(
    told('BOOKING_CANCELLED', 'gone', 9, email, { cancellationReason: 'Ill' }),
    told('BOOKING_CREATED', 'gone', 1, email),
    told('BOOKING_REQUESTED', 'no', 1, email),
    told('BOOKING_REJECTED', 'no', 2, email),
    told('BOOKING_CREATED', 'back', 1, email),
    noShow(8, false),
    noShow(7, true),
  )
  expect([await statusOf('gone'), await statusOf('no'), await statusOf('back')]).toEqual([
    'cancelled',
    'rejected',
    'booked',
  ])
})

test('a guest’s no-show that is told first does not make the booking the guest’s', async () => {
  await product.lead('booker@example.com', '202-555-0128')
  await product.lead('guest@example.com', '202-555-0129')
  await product.tell(
    calCall({
      triggerEvent: 'BOOKING_NO_SHOW_UPDATED',
      createdAt: minute(5),
      payload: { bookingUid: 'guests', attendees: [{ email: 'guest@example.com', noShow: true }] },
    }),
    told('BOOKING_CREATED', 'guests', 0, 'booker@example.com'),
  )
  expect(await product.tagsOf('booker@example.com')).toEqual([VH01, VH04])
  expect(await product.tagsOf('guest@example.com')).toEqual([VH01])
})

test('a guest who is missing makes no no-show of a call that its booker came to', async () => {
  const booker = { email: 'came@example.com', name: 'Ada' }
  const guest = { email: 'partner@example.com', name: 'Bo' }
  await product.lead(booker.email, '202-555-0127')
  const noShow = (at: number, attendees: unknown[]) =>
    calCall({
      triggerEvent: 'BOOKING_NO_SHOW_UPDATED',
      createdAt: minute(at),
      payload: { bookingUid: 'pair', attendees },
    })
  await product.tell(
    told('BOOKING_CREATED', 'pair', 0, booker.email, { attendees: [booker, guest] }),
    noShow(5, [{ ...guest, noShow: true }]),
  )
  expect(await statusOf('pair')).toBe('booked')
  // Who else came is no part of what is kept of the booker.
  const kept = await product.query('select details::text from external_event_updates')
  expect(JSON.stringify(kept)).not.toContain(guest.email)
  await product.tell(noShow(6, [{ ...booker, noShow: true }]), noShow(7, [{ ...guest, noShow: false }]))
  expect(await statusOf('pair')).toBe('no_show')
  await product.tell(noShow(8, [{ ...booker, noShow: false }]))
  expect(await statusOf('pair')).toBe('booked')
})

test('who was missing is told before the booking: it counts once it is known whether it was a guest', async () => {
  const booker = { email: 'early-booker@example.com', name: 'Ada' }
  const guest = { email: 'early-guest@example.com', name: 'Bo' }
  const noShow = (uid: string, at: number, attendee: object) =>
    calCall({
      triggerEvent: 'BOOKING_NO_SHOW_UPDATED',
      createdAt: minute(at),
      payload: { bookingUid: uid, attendees: [attendee] },
    })
  const booked = (uid: string) =>
    told('BOOKING_CREATED', uid, 0, booker.email, { attendees: [booker, guest] })
  await product.tell(noShow('early-g', 5, { ...guest, noShow: true }), booked('early-g'))
  await product.tell(noShow('early-b', 5, { ...booker, noShow: true }), booked('early-b'))
  await product.tell(
    noShow('early-both', 5, { ...booker, noShow: true }),
    noShow('early-both', 6, { ...guest, noShow: false }),
    booked('early-both'),
  )
  expect(await Promise.all(['early-g', 'early-b', 'early-both'].map(statusOf))).toEqual([
    'booked',
    'no_show',
    'no_show',
  ])
  const [row] = await product.query("select attendee_name from bookings where uid = 'early-g'")
  expect(row?.attendee_name).toBe('Ada')
  const kept = await product.query('select details::text from external_event_updates')
  expect(JSON.stringify(kept)).not.toContain(guest.email)
})

test('the title of a call that came late is not the request’s, though a no-show was told before', async () => {
  const email = 'late-title@example.com'
  await product.tell(
    told('BOOKING_REQUESTED', 'late', 0, email, { title: 'Asked for' }),
    calCall({
      triggerEvent: 'BOOKING_NO_SHOW_UPDATED',
      createdAt: minute(5),
      payload: { bookingUid: 'late', attendees: [{ email, noShow: true }] },
    }),
    told('BOOKING_CREATED', 'late', 1, email, { title: 'Strategy call' }),
  )
  expect(await product.query("select title, status from bookings where uid = 'late'")).toEqual([
    { title: 'Strategy call', status: 'no_show' },
  ])
})

test('a request that waits for the coach is no booked call yet', async () => {
  await product.lead('asks@example.com', '202-555-0121')
  await product.tell(told('BOOKING_REQUESTED', 'asked', 0, 'asks@example.com'))
  expect(await product.tagsOf('asks@example.com')).toEqual([VH01])
  await product.tell(told('BOOKING_CREATED', 'asked', 1, 'asks@example.com'))
  expect(await product.tagsOf('asks@example.com')).toEqual([VH01, VH04])
})

test('a claim with another email than the browser’s own lead is confirmed, before or after', async () => {
  const claim = (email: string) => ({ email, tagName: VH04, source: 'cal_booking' })
  const before = await product.lead('before@example.com', '202-555-0122')
  expect((await before.post('/api/leads/add-booking-tag', claim('b2@example.com'))).status).toBe(404)
  expect(await product.tagsOf('before@example.com')).toEqual([VH01])
  await product.tell(told('BOOKING_CREATED', 'claimed', 0, 'b2@example.com'))
  expect(await product.tagsOf('before@example.com')).toEqual([VH01, VH04])

  const after = await product.lead('after@example.com', '202-555-0123')
  await product.tell(told('BOOKING_CREATED', 'claimed-later', 0, 'a2@example.com'))
  expect((await after.post('/api/leads/add-booking-tag', claim('a2@example.com'))).status).toBe(404)
  expect(await product.tagsOf('after@example.com')).toEqual([VH01, VH04])
})

test('a claim of somebody else’s email gains nothing: the booking is the one whose email it is', async () => {
  await product.lead('victim@example.com', '202-555-0124')
  const thief = await product.lead('thief@example.com', '202-555-0125')
  await thief.post('/api/leads/add-booking-tag', {
    email: 'victim@example.com',
    tagName: VH04,
    source: 'cal_booking',
  })
  await product.tell(told('BOOKING_CREATED', 'victims', 0, 'victim@example.com'))
  expect(await product.tagsOf('victim@example.com')).toEqual([VH01, VH04])
  expect(await product.tagsOf('thief@example.com')).toEqual([VH01])
})

test('a booking by an unknown email makes no lead, and is adopted when its email is captured', async () => {
  await product.tell(
    told('BOOKING_CREATED', 'early', 0, 'early@example.com'),
    told('BOOKING_CANCELLED', 'early', 1, 'early@example.com'),
  )
  expect(await product.leadIdOf('early@example.com')).toBeUndefined()
  await product.lead('early@example.com', '202-555-0126')
  expect(await product.tagsOf('early@example.com')).toEqual([VH01, VH04])
  expect(await statusOf('early')).toBe('cancelled')
})

test('a signed booking without any claim counts in the funnel', async () => {
  const owner = await product.owner()
  const booked = async () => {
    const { body } = await owner.get('/api/analytics/overview?range=all')
    return body.funnel.find(({ step }: { step: string }) => step === 'booked').people
  }
  await product.lead('funnel@example.com', '202-555-0127')
  const before = await booked()
  await product.tell(told('BOOKING_CREATED', 'funnel', 0, 'funnel@example.com'))
  expect(await booked()).toBe(before + 1)
})
