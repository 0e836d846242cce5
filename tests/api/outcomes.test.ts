import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendJson } from '#support/send-json.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { calBooking } from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import { calCall } from '#support/webhook-senders.ts'

let product: WebhookProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runWebhookProduct()
  owner = await product.owner()
})
afterAll(() => product?.end())

const hours = (number: number) => new Date(Date.now() + number * 3_600_000).toISOString()
const booked = (uid: string, email: string, startTime: string) =>
  calCall(calBooking('BOOKING_CREATED', { uid, createdAt: hours(-2000), email, startTime }))
const noShow = (uid: string, at: string, value: boolean) =>
  calCall({
    triggerEvent: 'BOOKING_NO_SHOW_UPDATED',
    createdAt: at,
    payload: { bookingUid: uid, attendees: [{ email: 'x@example.com', noShow: value }] },
  })
const say = (uid: string, outcome: string) => owner.post(`/api/bookings/${uid}/outcome`, { outcome })
const takeBack = (uid: string) => owner.send('DELETE', `/api/bookings/${uid}/outcome`)
const statusOf = async (uid: string) =>
  (await product.query('select status from bookings where uid = $1', [uid]))[0]?.status
const open = async () => {
  const { body, headers } = await owner.get('/api/bookings/without-outcome')
  return { uids: body.map(({ uid }: { uid: string }) => uid), total: headers.get('x-total-count') }
}

test('calls that are over and without an outcome are a list, which the owner works off', async () => {
  await product.lead('ada@example.com', '202-555-0130')
  await product.tell(
    booked('last-week', 'ada@example.com', hours(-200)),
    booked('yesterday', 'nobody@example.com', hours(-24)),
    booked('now', 'ada@example.com', hours(-0.1)),
    booked('tomorrow', 'ada@example.com', hours(24)),
    booked('long-ago', 'ada@example.com', hours(-24 * 90)),
  )
  expect(await open()).toEqual({ uids: ['yesterday', 'last-week'], total: '2' })
  const { body, headers } = await owner.get('/api/bookings/without-outcome?limit=1')
  expect([body.length, headers.get('x-total-count')]).toEqual([1, '2'])
  expect(body[0]).toMatchObject({ leadId: null, name: 'Ada Kern', email: 'nobody@example.com' })
  expect((await say('yesterday', 'no_show')).body).toEqual({ success: true, status: 'no_show' })
  expect((await say('last-week', 'held')).body).toEqual({ success: true, status: 'held' })
  expect(await open()).toEqual({ uids: [], total: '0' })
  expect((await takeBack('yesterday')).body).toEqual({ success: true, status: 'booked' })
  expect((await open()).uids).toEqual(['yesterday'])
  expect((await takeBack('yesterday')).status).toBe(409)
})

test('the newest word wins, all are kept with who said them, and each is shown on the person', async () => {
  await product.lead('bo@example.com', '202-555-0131')
  await product.tell(booked('words', 'bo@example.com', hours(-30)), noShow('words', hours(-29), true))
  expect(await statusOf('words')).toBe('no_show')
  expect((await say('words', 'held')).body.status).toBe('held')
  expect((await say('words', 'held')).body.status).toBe('held')
  await product.tell(noShow('words', hours(1), true))
  expect(await statusOf('words')).toBe('no_show')
  await product.tell(noShow('words', hours(2), false))
  expect(await statusOf('words')).toBe('held')
  expect((await say('words', 'moved')).body.status).toBe('rescheduled')
  expect((await say('words', 'cancelled')).body.status).toBe('cancelled')
  expect((await takeBack('words')).body.status).toBe('rescheduled')
  const [lead] = await product.query("select person_id from leads where email = 'bo@example.com'")
  const { body } = await owner.get(`/api/customer-journey/${lead?.person_id}`)
  expect(body.bookedCalls).toMatchObject([{ uid: 'words', status: 'rescheduled' }])
  const words = body.bookings.map(
    ({ step, toldBy, isTakenBack }: { step: string; toldBy: string; isTakenBack: boolean }) => [
      step,
      toldBy,
      isTakenBack,
    ],
  )
  expect(words.toSorted()).toEqual(
    [
      ['created', 'calendar', false],
      ['no_show', 'calendar', false],
      ['no_show', 'calendar', false],
      ['shown', 'calendar', false],
      ['shown', 'owner', false],
      ['moved', 'owner', false],
      ['cancelled', 'owner', true],
    ].toSorted(),
  )
})

test('the owner may say again what somebody has contradicted since', async () => {
  await product.tell(booked('again', 'again@example.com', hours(-30)))
  expect((await say('again', 'held')).body.status).toBe('held')
  await product.tell(noShow('again', hours(0), true))
  expect(await statusOf('again')).toBe('no_show')
  expect((await say('again', 'held')).body.status).toBe('held')
  expect((await takeBack('again')).body.status).toBe('no_show')
  expect((await takeBack('again')).body.status).toBe('no_show')
  expect((await takeBack('again')).status).toBe(409)
})

test('only the owner says how a call went, and only of what there is', async () => {
  const visitor = product.browser()
  expect((await visitor.get('/api/bookings/without-outcome')).status).toBe(401)
  expect((await visitor.post('/api/bookings/words/outcome', { outcome: 'held' })).status).toBe(401)
  expect((await visitor.send('DELETE', '/api/bookings/words/outcome')).status).toBe(401)
  expect((await say('nothing', 'held')).status).toBe(404)
  expect((await takeBack('nothing')).status).toBe(404)
  expect((await say('words', 'fine')).status).toBe(422)
  expect((await owner.get('/api/bookings/without-outcome?limit=0')).status).toBe(422)
  expect((await say("'%00; --", 'held')).status).toBeLessThan(500)
})

test('nobody is asked about the call of a lead that a block hides, until the block is lifted', async () => {
  const before = await open()
  const visitor = product.browser()
  const { status } = await visitor.post('/api/capture-lead', {
    ...{ name: 'Cy Blok', email: 'cy@example.com', phone: '202-555-0139', page: '/lander-hack' },
  })
  expect(status).toBe(200)
  await product.tell(booked('of-cy', 'cy@example.com', hours(-20)))
  const withCy = await open()
  expect(withCy.uids).toContain('of-cy')
  const { body: block } = await owner.post('/api/blocked-pages', { pagePath: '/lander-hack' })
  expect(await open()).toEqual(before)
  await sendJson(owner, 'PATCH', `/api/blocked-pages/${block.id}`, { isActive: false })
  expect(await open()).toEqual(withCy)
})
