import { expect, onTestFinished } from 'vitest'
import { wednesday } from '#support/clock-from.ts'
import { contentEditor } from '#support/content-editor.ts'
import { waitFor } from '#support/eventually.ts'
import { freshDatabase } from '#support/fresh-database.ts'
import { runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { startDatabaseWire } from '#support/tcp-proxy.ts'
import { calBooking } from '#support/webhook-bodies.ts'
import { runWebhookProduct } from '#support/webhook-product.ts'
import { calCall } from '#support/webhook-senders.ts'
import { expectRefusal } from './expect-refusal.ts'

const plain = { 'content-type': 'application/x-www-form-urlencoded' }
const asked = (start: string, email: string) => ({ start, name: 'Ada Kern', email })

ordinaryTest('changing over to Cal.com and back loses no booking', async () => {
  const product = await runWebhookProduct()
  onTestFinished(product.end)
  const owner = await product.owner()
  const editor = contentEditor(owner)
  const visitor = await product.lead('own@example.com', '202-555-0143')
  const slots = async (): Promise<string[]> => (await visitor.get('/api/calendar/slots')).body.slots
  const upcoming = async () =>
    (await owner.get('/api/calendar/upcoming')).body.map(({ email }: { email: string }) => email)
  const start = (await slots()).at(-1) ?? ''
  const { token } = (await visitor.post('/api/calendar/bookings', asked(start, 'own@example.com'))).body

  await editor.live((draft) => {
    draft.calendar.link = 'https://cal.com/ana/call'
  })
  expect((await visitor.get('/bookstrategy')).text).toContain('cal.com/ana/call')
  expect(await slots()).toEqual([])
  expect((await visitor.post('/api/calendar/bookings', asked(start, 'x@example.com'))).status).toBe(404)
  expect((await visitor.get('/booking')).status).toBe(404)
  await product.lead('cal@example.com', '202-555-0144')
  await product.tell(
    calCall(
      calBooking('BOOKING_CREATED', {
        ...{ uid: 'at-cal', createdAt: new Date().toISOString(), email: 'cal@example.com' },
        startTime: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    ),
  )
  expect((await upcoming()).sort()).toEqual(['cal@example.com', 'own@example.com'])
  expect(await product.tagsOf('cal@example.com')).toContain('VH04 - Booked Call')
  // A link in a mail of before goes on working.
  expect((await visitor.get(`/booking/${token}`)).text).toContain('Your call')

  await editor.live((draft) => {
    draft.calendar.use = 'own'
  })
  expect((await upcoming()).sort()).toEqual(['cal@example.com', 'own@example.com'])
  expect((await slots()).length).toBeGreaterThan(10)
  expect(await slots()).not.toContain(start)
  expect((await visitor.post(`/api/calendar/bookings/${token}/cancel`, {})).status).toBe(200)
  expect(await slots()).toContain(start)
  expect(await upcoming()).toEqual(['cal@example.com'])
})

thoroughTest(
  'while calls are booked elsewhere nobody is told that all times are taken, and a call of before can be moved',
  async () => {
    // By the machine's clock the first time offered may be too soon a moment later.
    const product = await runProduct({ clock: { now: () => new Date(wednesday) } })
    onTestFinished(product.end)
    const visitor = product.browser()
    const start = (await visitor.get('/api/calendar/slots')).body.slots.at(-1)
    const body = { ...asked(start, 'before@example.com'), bookingId: 'before' }
    const { token } = (await visitor.post('/api/calendar/bookings', body)).body
    await contentEditor(await product.owner()).live((draft) => {
      draft.calendar.use = 'none'
    })
    expect((await visitor.get('/api/calendar/slots')).body).toMatchObject({ slots: [], isClosed: true })
    const form = { body: new URLSearchParams(body).toString(), headers: plain }
    for (const page of [
      await visitor.get('/booking'),
      await visitor.send('POST', '/api/calendar/bookings', form),
    ]) {
      expect(page.status).toBe(404)
      expect(page.text).toContain('<h1>Calls can’t be booked here right now</h1>')
      expect(page.text).toContain('href="/bookstrategy"')
      expect(page.text).not.toContain('>All times are taken')
    }

    const ofCall = `/api/calendar/bookings/${token}`
    const free = (await visitor.get(`${ofCall}/slots`)).body
    expect(free.isClosed).toBe(undefined)
    // Its own time is free for it alone.
    expect(free.slots).toContain(start)
    expect((await visitor.get(`/booking/${token}`)).text).toContain('Move my call to this time')
    const [earliest] = free.slots
    expect((await visitor.post(`${ofCall}/move`, { start: earliest })).body.booking.startTime).toBe(earliest)
    expect((await visitor.get('/api/calendar/bookings/x/slots')).status).toBe(404)
  },
)

thoroughTest(
  'while the database is away nobody is told of a booking that is none, and the same try books afterwards',
  async () => {
    const database = await freshDatabase()
    const { wire, url } = await startDatabaseWire(database.url)
    const product = await runProduct({ databaseUrl: url })
    onTestFinished(async () => {
      await product.end()
      await wire.stop()
      await database.drop()
    })
    const visitor = product.browser()
    const start = (await visitor.get('/api/calendar/slots')).body.slots.at(-1)
    const body = { ...asked(start, 'ada@example.com'), bookingId: 'one-try' }
    await wire.refuse()
    for (const answer of [
      await visitor.get('/api/calendar/slots'),
      await visitor.post('/api/calendar/bookings', body),
    ]) {
      expectRefusal(answer, 'a call without a database', 503)
      expect(answer.headers.get('retry-after')).toBeTruthy()
    }
    await wire.pass()
    await waitFor('ready again', async () => (await visitor.get('/readyz')).status === 200)
    const booked = await waitFor('it is booked', async () => {
      const answer = await visitor.post('/api/calendar/bookings', body)
      return answer.status === 200 && answer
    })
    expect((await visitor.post('/api/calendar/bookings', body)).body.token).toBe(booked.body.token)
  },
)
