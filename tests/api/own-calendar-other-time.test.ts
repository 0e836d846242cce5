import { expect, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { clockedProduct } from './clocked-product.ts'

// A Wednesday, 10:00 in Los Angeles.
const clock = clockedProduct()

const slots = async (): Promise<string[]> =>
  (await clock.product.browser().get('/api/calendar/slots')).body.slots
const book = (browser: TestBrowser, start: string, email: string, more: Record<string, unknown>) =>
  // A busy machine may send somebody away for a moment, who then asks again.
  waitFor('an answer', async () => {
    const fields = { start, name: 'Ada Kern', email, timezone: 'Europe/Berlin', ...more }
    const answer = await browser.post('/api/calendar/bookings', fields)
    return answer.status !== 503 && answer
  })
const calls = (email: string) =>
  clock.product.query(
    'select uid, state, start_at, name, sequence from calendar_bookings where email = $1 order by booked_at',
    [email],
  )
/** Times far apart, and each test its own. */
const times = async (from: number): Promise<[string, string, string]> => {
  const all = await slots()
  return [all[from] ?? '', all[from + 20] ?? '', all[from + 40] ?? '']
}

test('whoever got no answer and asks for another time has one call, at the time they asked for last', async () => {
  const email = 'other@example.com'
  const [first, second, third] = await times(0)
  const browser = clock.product.browser()
  const lost = await book(browser, first, email, { bookingId: 'one-visit', earlierTimes: [] })
  const next = await book(browser, second, email, { bookingId: 'one-visit', earlierTimes: [first] })
  expect(next.status).toBe(200)
  expect(next.body).toMatchObject({ token: lost.body.token, booking: { startTime: second } })
  expect(await slots()).toContain(first)
  // Neither cookies nor a list of times: as a form without scripts is sent again.
  const last = await book(clock.product.browser(), third, email, { bookingId: 'one-visit' })
  expect(last.body).toMatchObject({ token: lost.body.token, booking: { startTime: third } })
  expect(await calls(email)).toMatchObject([{ state: 'booked', start_at: new Date(third) }])
  const { uid } = lost.body.booking
  expect(
    await clock.product.query(
      `select step.kind from external_event_updates step join bookings on bookings.id = step.external_event_id
        where uid = $1 order by step.at, step.key`,
      [uid],
    ),
  ).toEqual([{ kind: 'created' }, { kind: 'rescheduled' }, { kind: 'rescheduled' }])
  // Sent once more it changes nothing.
  const [before] = await calls(email)
  await book(browser, third, email, { bookingId: 'one-visit', earlierTimes: [first, second, third] })
  expect(await calls(email)).toEqual([before])
})

test('a request that arrives after a later one of the same form changes nothing', async () => {
  const email = 'overtaken@example.com'
  const [first, second] = await times(3)
  const browser = clock.product.browser()
  const later = await book(browser, second, email, { bookingId: 'overtaken', earlierTimes: [first] })
  const earlier = await book(browser, first, email, { bookingId: 'overtaken', earlierTimes: [] })
  expect(earlier.body).toMatchObject({ token: later.body.token, booking: { startTime: second } })
  expect(await calls(email)).toMatchObject([{ state: 'booked', start_at: new Date(second), sequence: 0 }])
})

test('two times of one form that are asked for at once come to one call', async () => {
  const email = 'at-once@example.com'
  const [first, second] = await times(6)
  const browser = clock.product.browser()
  const answers = await Promise.all([
    book(browser, first, email, { bookingId: 'at-once', earlierTimes: [] }),
    book(browser, second, email, { bookingId: 'at-once', earlierTimes: [first] }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await calls(email)).toMatchObject([{ state: 'booked', start_at: new Date(second) }])
})

test('another email goes along with another time in the same browser, and in no other', async () => {
  const [first, second, third] = await times(9)
  const browser = clock.product.browser()
  await browser.get('/bookstrategy')
  await book(browser, first, 'typo@example.com', { bookingId: 'typo', earlierTimes: [] })
  const right = await book(browser, second, 'right@example.com', { bookingId: 'typo', earlierTimes: [first] })
  expect(right.body.booking.startTime).toBe(second)
  expect(await calls('typo@example.com')).toMatchObject([{ state: 'cancelled' }])
  const stranger = await book(clock.product.browser(), third, 'stranger@example.com', { bookingId: 'typo' })
  expect(stranger.status).toBe(200)
  expect(stranger.body.token).not.toBe(right.body.token)
  expect(await calls('right@example.com')).toMatchObject([{ state: 'booked', start_at: new Date(second) }])
})

test('a time that nothing but their own call keeps from them is free for whoever asks for another', async () => {
  const email = 'beside@example.com'
  const all = await slots()
  const [first = '', beside = ''] = [all[15], all[16]]
  const browser = clock.product.browser()
  await book(browser, first, email, { bookingId: 'beside', earlierTimes: [] })
  expect(await slots()).not.toContain(beside)
  const moved = await book(browser, beside, email, { bookingId: 'beside', earlierTimes: [first] })
  expect([moved.status, moved.body.booking?.startTime]).toEqual([200, beside])
  expect(await calls(email)).toMatchObject([{ state: 'booked', start_at: new Date(beside) }])
})

test('what has been held is not moved, and neither is a call for a time that is taken', async () => {
  const email = 'taken@example.com'
  const [first, second] = await times(12)
  const browser = clock.product.browser()
  await book(clock.product.browser(), second, 'rival@example.com', { bookingId: 'rival' })
  await book(browser, first, email, { bookingId: 'taken', earlierTimes: [] })
  const refused = await book(browser, second, email, { bookingId: 'taken', earlierTimes: [first] })
  expect(refused.status).toBe(409)
  expect(await calls(email)).toMatchObject([{ state: 'booked', start_at: new Date(first) }])
  await clock.product.query(
    "update calendar_bookings set start_at = start_at - interval '60 days', end_at = end_at - interval '60 days', kept = tstzrange(lower(kept) - interval '60 days', upper(kept) - interval '60 days') where email = $1 returning uid",
    [email],
  )
  const anew = await book(browser, first, email, { bookingId: 'taken', earlierTimes: [first] })
  expect(anew.status).toBe(200)
  const again = await book(browser, first, email, { bookingId: 'taken', earlierTimes: [first] })
  expect(again.body.token).toBe(anew.body.token)
  expect(await calls(email)).toHaveLength(2)
})
