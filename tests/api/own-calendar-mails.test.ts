import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { clockedProduct } from './clocked-product.ts'
import { personOf, placesOf } from './person-to-erase.ts'

// A Wednesday, 10:00 in Los Angeles.
const clock = clockedProduct()

const mailsOf = async (email: string) =>
  clock.product.query(
    `select purpose, state, subject, body_text, calendar_method, calendar_content, send_after, person_id
     from mails where to_email = $1 order by created_at, coalesce(send_after, '-infinity')`,
    [email],
  )
const waiting = async (email: string) =>
  (await mailsOf(email)).filter(({ state }) => state === 'waiting').map(({ purpose }) => purpose)
const book = async (start: string, email: string, name = 'Ada Kern') =>
  (
    await clock.product.browser().post('/api/calendar/bookings', {
      ...{ start, name, email, timezone: 'Europe/Berlin' },
    })
  ).body
const slots = async (): Promise<string[]> =>
  (await clock.product.browser().get('/api/calendar/slots')).body.slots
const unfolded = (content: string) => content.replaceAll(/\r\n[ \t]/g, '')

test('a booking is confirmed by mail with its invitation and links, and reminded of', async () => {
  await clock.product.browser().post('/api/capture-lead', {
    name: 'Ada',
    email: 'ada@example.com',
    phone: '202-555-0143',
    page: '/meme',
  })
  const start = (await slots()).at(-1) ?? ''
  const { token, booking } = await book(start, 'ada@example.com')
  const mails = await mailsOf('ada@example.com')
  expect(mails.map(({ purpose }) => purpose)).toEqual([
    'booking-confirmed',
    'booking-dayBefore',
    'booking-hourBefore',
    'booking-minutesBefore',
  ])
  const [confirmed] = mails
  expect(confirmed?.person_id).not.toBeNull()
  expect(confirmed?.body_text).toMatch(new RegExp(`/booking/${token}\n`))
  expect(confirmed?.body_text).toContain(`/booking/${token}#cancel\n`)
  // By the visitor's clock, not the coach's.
  expect(confirmed?.body_text).toMatch(/December 3, 2026 at 1:30 AM/)
  const invitation = unfolded(confirmed?.calendar_content ?? '')
  expect(confirmed?.calendar_method).toBe('REQUEST')
  expect(invitation).toContain('METHOD:REQUEST')
  expect(invitation).toContain(`UID:${booking.uid}@`)
  expect(invitation).toContain('SEQUENCE:0')
  expect(invitation).toContain('PARTSTAT=NEEDS-ACTION')
  expect(invitation).toMatch(/ATTENDEE;.*:mailto:ada@example\.com/i)
  expect(mails.slice(1).map(({ send_after }) => Date.parse(start) - send_after.getTime())).toEqual([
    86_400_000, 3_600_000, 900_000,
  ])
})

test('whoever books shortly before is reminded only of what is still to come', async () => {
  const [start = ''] = await slots()
  await book(start, 'soon@example.com')
  expect(await waiting('soon@example.com')).toEqual([
    'booking-confirmed',
    'booking-hourBefore',
    'booking-minutesBefore',
  ])
  const now = clock.now().getTime()
  const tomorrow = (await slots()).find((one) => Date.parse(one) > now + 20 * 3_600_000) ?? ''
  expect(Date.parse(tomorrow)).toBeLessThan(now + 24 * 3_600_000)
  await book(tomorrow, 'tomorrow@example.com')
  expect(await waiting('tomorrow@example.com')).toEqual([
    'booking-confirmed',
    'booking-hourBefore',
    'booking-minutesBefore',
  ])
})

test('nobody is told of tomorrow once the day of the call has begun where they are', async () => {
  // Both are in the evening in Berlin, where it is midnight at 23:00 in UTC.
  const starts = { 'early@example.com': 'T17:30', 'late@example.com': 'T21:00' }
  const useless: unknown[] = []
  for (const [email, hour] of Object.entries(starts)) {
    const start = (await slots()).findLast((one) => one.includes(hour)) ?? ''
    await book(start, email)
    const [mail] = await clock.product.query(
      "select send_after, useless_after from mails where to_email = $1 and purpose = 'booking-dayBefore'",
      [email],
    )
    useless.push([
      mail?.send_after.toISOString().slice(10, 16),
      mail?.useless_after.toISOString().slice(10, 16),
    ])
  }
  expect(useless).toEqual([
    ['T17:30', 'T23:00'],
    ['T21:00', 'T23:00'],
  ])
})

test('moving and cancelling take back what is no longer true, and bring the calendar up to date', async () => {
  const all = await slots()
  const [later = '', start = ''] = [all.at(-1), all.at(-5)]
  const { token, booking } = await book(start, 'moves@example.com')
  const browser = clock.product.browser()
  await browser.post(`/api/calendar/bookings/${token}/move`, { start: later })
  expect(await waiting('moves@example.com')).toEqual([
    'booking-moved',
    'booking-dayBefore',
    'booking-hourBefore',
    'booking-minutesBefore',
  ])
  await browser.post(`/api/calendar/bookings/${token}/cancel`, {})
  expect(await waiting('moves@example.com')).toEqual(['booking-cancelled'])
  const cancelled = (await mailsOf('moves@example.com')).find(({ state }) => state === 'waiting')
  const invitation = unfolded(cancelled?.calendar_content ?? '')
  expect(cancelled?.calendar_method).toBe('CANCEL')
  for (const line of ['METHOD:CANCEL', `UID:${booking.uid}@`, 'SEQUENCE:2', 'STATUS:CANCELLED'])
    expect(invitation).toContain(line)
  // Doing it again writes to nobody.
  await browser.post(`/api/calendar/bookings/${token}/cancel`, {})
  expect(await waiting('moves@example.com')).toEqual(['booking-cancelled'])
})

test('the coach hears of it by mail where news of leads goes by mail, in the coach’s own time', async () => {
  const saved = await clock.owner.send('PUT', '/api/alerts/settings', {
    body: JSON.stringify({ emailTo: 'coach@example.com', emailNewLead: true }),
    headers: { 'content-type': 'application/json' },
  })
  expect(saved.status).toBe(200)
  const start = (await slots()).at(-4) ?? ''
  const { token } = await book(start, 'heard@example.com')
  const [booked] = await mailsOf('coach@example.com')
  expect(booked).toMatchObject({ purpose: 'booking-coach-booked', subject: 'Call booked: Ada Kern' })
  expect(booked?.body_text).toContain('heard@example.com')
  expect(booked?.body_text).toMatch(/December 2, 2026 at \d+:\d\d PM PST/)
  await clock.product.browser().post(`/api/calendar/bookings/${token}/cancel`, {})
  expect(await waiting('coach@example.com')).toEqual(['booking-coach-cancelled'])
  const cancelled = (await mailsOf('coach@example.com')).find(
    ({ purpose }) => purpose === 'booking-coach-cancelled',
  )
  expect(cancelled?.body_text).toContain('Call cancelled')
  expect(cancelled?.body_text).not.toContain('Move or cancel')
})

test('the coach reads a note of several lines in its lines', async () => {
  const [start = ''] = await slots()
  const note = 'My ankle hurts.\nMornings are best.'
  await clock.product.browser().post('/api/calendar/bookings', {
    ...{ start, name: 'Nora Noted', email: 'noted@example.com', note },
  })
  const [mail] = await clock.product.query(
    "select body_text, body_html from mails where to_email = 'coach@example.com' and subject like '%Noted'",
  )
  expect(mail?.body_text).toContain(note)
  expect(mail?.body_html).toContain('My ankle hurts.<br>Mornings are best.')
})

test('what the coach was written of a call goes into the file of whoever booked it, and goes with them', async () => {
  const { product, owner } = clock
  const wilma = { name: 'Wilma Wrenfield', email: 'wilma@example.com', phone: '(202) 555-0166' }
  const [start = ''] = await slots()
  await product.browser().post('/api/calendar/bookings', { ...wilma, start, note: 'Wilma’s knee hurts.' })
  const about =
    "select id, person_id from mails where to_email = 'coach@example.com' and subject like '%Wrenfield'"
  const [mail] = await product.query(about)
  // Whoever books is nobody yet when the mail is written.
  expect(mail).toMatchObject({ person_id: null })
  await product.browser().post('/api/capture-lead', { ...wilma, page: '/meme' })
  const { person_id: personId } = await personOf(product, wilma.email)
  const { mails } = (await owner.get(`/api/people/${personId}/export`)).body
  expect(mails.map(({ id }: { id: string }) => id)).toContain(mail?.id)
  expect((await owner.post(`/api/people/${personId}/erase`, {})).status).toBe(200)
  expect(await placesOf(product, [wilma.email, 'Wrenfield', 'knee'])).toEqual([])
  expect(await mailsOf('coach@example.com')).not.toEqual([])
})

test('nobody can be written to again and again by moving a call, and a call is cancelled all the same', async () => {
  const [first = '', , , second = '', , , third = '', , , fourth = '', , , free = ''] = await slots()
  const email = 'victim@example.com'
  const [one, two] = [await book(first, email), await book(third, email)]
  const browser = clock.product.browser()
  const move = async ({ token }: { token: string }, start: string) =>
    (await browser.post(`/api/calendar/bookings/${token}/move`, { start })).status
  const moves: number[] = []
  for (let time = 0; time < 6; time += 1)
    moves.push(await move(one, time % 2 ? first : second), await move(two, time % 2 ? third : fourth))
  expect(moves).toEqual([...Array(10).fill(200), 429, 429])
  const refused = await browser.post(`/api/calendar/bookings/${one.token}/move`, { start: first })
  expect(refused.body.error).toBe(
    'This call can’t be moved again today. Please try again tomorrow, or write to us.',
  )
  // Where nothing changes nobody is mailed, so that a press may be repeated.
  expect(await move(one, first)).toBe(429)
  expect(await move(one, second)).toBe(200)
  const moved = (await mailsOf(email)).filter(({ purpose }) => purpose === 'booking-moved')
  expect(moved).toHaveLength(10)
  expect(await move(await book(first, 'bystander@example.com'), free)).toBe(200)
  for (const { token } of [one, two])
    expect((await browser.post(`/api/calendar/bookings/${token}/cancel`, {})).status).toBe(200)
  clock.pass(86_400)
  const [start = '', , , later = ''] = await slots()
  expect(await move(await book(start, email), later)).toBe(200)
})

test('whoever may book no more that day is told until when, with scripts and without', async () => {
  const whose = { name: 'Ada Kern', email: 'often@example.com' }
  const bookWith = async (start: string) =>
    (await clock.product.browser().post('/api/calendar/bookings', { ...whose, start })).status
  const lastFree = async () => (await slots()).at(-1) ?? ''
  const taken = await lastFree()
  await book(taken, 'faster@example.com')
  for (let again = 0; again < 10; again += 1) expect(await bookWith(taken)).toBe(409)
  // A time that somebody else was faster to take mails nobody, and a repeated request mails nobody again.
  const browser = clock.product.browser()
  const first = { ...whose, start: await lastFree(), bookingId: randomUUID() }
  for (let again = 0; again < 5; again += 1)
    expect((await browser.post('/api/calendar/bookings', first)).status).toBe(200)
  for (let more = 0; more < 9; more += 1) expect(await bookWith(await lastFree())).toBe(200)
  const asked = { start: await lastFree(), ...whose }
  const said =
    'No more calls can be booked with this email address today. Please try again tomorrow, or write to us.'
  const refused = await clock.product.browser().post('/api/calendar/bookings', asked)
  expect([refused.status, refused.body]).toEqual([429, { error: said }])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600)
  const plain = await clock.product.browser().send('POST', '/api/calendar/bookings', {
    body: new URLSearchParams(asked).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(plain.status).toBe(429)
  expect(plain.text).toContain(said)
})

test('a long name loses no half of a character where the coach reads it', async () => {
  await book((await slots()).at(-6) ?? '', 'long-name@example.com', `${'A'.repeat(136)}😀 Kern`)
  // All mails of this moment are as old as each other.
  const [mail] = await clock.product.query(
    "select subject from mails where to_email = 'coach@example.com' and body_text like '%long-name@%'",
  )
  expect(mail?.subject).toBe(`Call booked: ${'A'.repeat(136)}`)
})

test.each([
  ['Refund: http://evil.example', null],
  ['Grace Hopper', 'Grace Hopper'],
])('booked as “%s”, the mail is addressed to %s', async (name, addressed) => {
  const email = `${addressed === null ? 'spammed' : 'grace'}@example.com`
  const start = (await slots()).at(-8) ?? ''
  const { token } = (await clock.product.browser().post('/api/calendar/bookings', { start, name, email }))
    .body
  await clock.product.browser().post(`/api/calendar/bookings/${token}/cancel`, {})
  const mails = await clock.product.query(
    'select to_name, calendar_content from mails where to_email = $1 order by created_at',
    [email],
  )
  expect(mails.length).toBeGreaterThan(1)
  for (const { to_name, calendar_content } of mails) {
    expect(to_name).toBe(addressed)
    if (calendar_content === null) continue
    const [, invited] = /^ATTENDEE;(.*)$/m.exec(unfolded(calendar_content)) ?? []
    expect(invited).toContain(`MAILTO:${email}`)
    expect(/CN="(.*?)"/.exec(invited ?? '')?.[1] ?? null).toBe(addressed)
    expect(calendar_content).not.toContain('evil')
  }
})

test('a call just after midnight, after a day of 23 hours, is of tomorrow only once that day has begun', async () => {
  clock.pass((Date.parse('2027-04-27T18:00:00Z') - clock.now().getTime()) / 1000)
  // In Cairo clocks go forward as this Friday begins; it is 0:30 on Saturday there.
  const start = (await slots()).find((one) => one.startsWith('2027-04-30T21:30')) ?? ''
  const cairo = { start, name: 'Nadia', email: 'cairo@example.com', timezone: 'Africa/Cairo' }
  await clock.product.browser().post('/api/calendar/bookings', cairo)
  const tomorrow = (await mailsOf('cairo@example.com')).find(({ purpose }) => purpose === 'booking-dayBefore')
  expect(tomorrow?.send_after.toISOString()).toBe('2027-04-29T22:00:00.000Z')
})
