import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { clockedProduct } from './clocked-product.ts'

// A Wednesday, 10:00 in Los Angeles.
const clock = clockedProduct()
const VH04 = 'VH04 - Booked Call'

const slotsOf = async (browser: TestBrowser): Promise<string[]> =>
  (await browser.get('/api/calendar/slots')).body.slots
const asked = (start: string, email: string, more: Record<string, unknown> = {}) => ({
  start,
  name: 'Ada Kern',
  email,
  timezone: 'Europe/Berlin',
  ...more,
})
const book = (browser: TestBrowser, start: string, email: string, more: Record<string, unknown> = {}) =>
  browser.post('/api/calendar/bookings', asked(start, email, more))
/** As whoever is sent away for a moment by a busy machine, and then sends the same form once more. */
const bookInTheEnd = (start: string, email: string) => {
  const browser = clock.product.browser()
  return waitFor('an answer', async () => {
    const answer = await book(browser, start, email, { bookingId: email })
    return answer.status !== 503 && answer
  })
}
const calls = (email: string) =>
  clock.product.query('select * from calendar_bookings where email = $1 order by booked_at', [email])
const tagsOf = async (email: string) =>
  (
    await clock.product.query(
      'select tag_name from lead_tags tag join leads lead on lead.id = tag.lead_id where email = $1 order by 1',
      [email],
    )
  ).map(({ tag_name }) => tag_name)
const lead = async (email: string, phone: string) => {
  const browser = clock.product.browser()
  await browser.post('/api/capture-lead', { name: 'Ada Kern', email, phone, page: '/meme' })
  return browser
}
const form = (browser: TestBrowser, path: string, fields: Record<string, string>) =>
  browser.send('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

ordinaryTest(
  'working hours are offered from the first minute, after the notice and up to the horizon',
  async () => {
    const { body } = await clock.product.browser().get('/api/calendar/slots')
    expect(body).toMatchObject({ lengthMinutes: 30, timezone: 'America/Los_Angeles' })
    expect(body.slots[0]).toBe('2026-11-18T22:00:00.000Z')
    expect(body.slots.at(-1)).toBe('2026-12-03T00:30:00.000Z')
    const day = await clock.product
      .browser()
      .get('/api/calendar/slots?from=2026-11-19T08:00:00Z&to=2026-11-20T08:00:00Z')
    expect(day.body.slots).toHaveLength(14)
  },
)

ordinaryTest(
  'a booking is a booking as any other: joined, tagged once, in the journey, in the funnel',
  async () => {
    const browser = await lead('ada@example.com', '202-555-0143')
    const [start = ''] = await slotsOf(browser)
    const booked = await book(browser, start, 'ADA@example.com', { note: 'My idea' })
    expect(booked.status).toBe(200)
    expect(booked.body.booking).toMatchObject({
      state: 'booked',
      startTime: start,
      attendeeName: 'Ada Kern',
      email: 'ada@example.com',
      timezone: 'Europe/Berlin',
      canChange: true,
    })
    expect(await slotsOf(browser)).not.toContain(start)
    expect(await tagsOf('ada@example.com')).toEqual(['VH01 - Lead', VH04])
    const { uid } = booked.body.booking
    // What the confirmation page then asks for changes nothing more.
    const tag = { email: 'ada@example.com', tagName: VH04, source: 'cal_booking' }
    expect((await browser.post('/api/leads/add-booking-tag', tag)).status).toBe(200)
    expect(await tagsOf('ada@example.com')).toEqual(['VH01 - Lead', VH04])
    const [person] = await clock.product.query('select person_id from leads where email = $1', [
      'ada@example.com',
    ])
    const journey = await clock.owner.get(`/api/customer-journey/${person?.person_id}`)
    expect(journey.body.bookings).toMatchObject([{ step: 'created', startTime: start }])
    const overview = await clock.owner.get('/api/analytics/overview?range=all')
    expect(overview.body.funnel.find(({ step }: { step: string }) => step === 'booked').people).toBe(1)
    const rows = await clock.product.query('select uid, status from bookings')
    expect(rows).toEqual([{ uid, status: 'booked' }])
  },
)

ordinaryTest(
  'the same request again is the same booking, also without an id in a browser that is known',
  async () => {
    const browser = clock.product.browser()
    const [start = '', , , other = ''] = await slotsOf(browser)
    const first = await book(browser, start, 'twice@example.com', { bookingId: 'one-press' })
    const again = await Promise.all(
      [1, 2, 3].map(() =>
        book(clock.product.browser(), start, 'twice@example.com', { bookingId: 'one-press' }),
      ),
    )
    expect(again.map(({ body }) => body.token)).toEqual([
      first.body.token,
      first.body.token,
      first.body.token,
    ])
    // The id alone opens nothing.
    expect(
      (await book(clock.product.browser(), start, 'x@example.com', { bookingId: 'one-press' })).status,
    ).toBe(409)
    const known = await book(browser, other, 'twice@example.com')
    expect((await book(browser, other, 'twice@example.com')).body.token).toBe(known.body.token)
    expect(await calls('twice@example.com')).toHaveLength(2)
  },
)

const mailsTo = (email: string) =>
  clock.product.query(
    `select purpose, body_text, calendar_content from mails
      where to_email = $1 and state = 'waiting' and send_after is null`,
    [email],
  )

ordinaryTest(
  'whoever corrects a booking whose answer was lost has it as corrected, and is written to anew',
  async () => {
    const email = 'corrects@example.com'
    const browser = await lead(email, '202-555-0147')
    const [start = ''] = await slotsOf(browser)
    const more = { bookingId: 'corrected', name: 'Cora Rext', phone: '202-555-0188' }
    const lost = await book(browser, start, email, more)
    const corrected = { ...more, name: 'Cora Rect', phone: '202-555-0189', note: 'Mornings.' }
    const again = await book(browser, start, email, corrected)
    expect(again.status).toBe(200)
    expect(again.body.token).toBe(lost.body.token)
    expect(again.body.booking.attendeeName).toBe('Cora Rect')
    // Once more it is the same, and whoever only knows the id and the email corrects nothing.
    expect((await book(browser, start, email, corrected)).body.token).toBe(lost.body.token)
    expect((await book(clock.product.browser(), start, email, more)).body.token).toBe(lost.body.token)
    expect(await calls(email)).toMatchObject([
      { state: 'booked', sequence: 1, name: 'Cora Rect', phone: '+12025550189', note: 'Mornings.' },
    ])
    const { uid } = lost.body.booking
    expect(
      await clock.product.query(
        `select attendee_name, status, phone_e164, count(*) over ()::int from bookings
        join external_events event using (id) join external_event_updates step on step.external_event_id = event.id
        where uid = $1`,
        [uid],
      ),
    ).toEqual([{ attendee_name: 'Cora Rect', status: 'booked', phone_e164: '+12025550189', count: 1 }])
    const mails = await mailsTo(email)
    expect(mails.map(({ purpose }) => purpose)).toEqual(['booking-confirmed'])
    const invitation = mails[0]?.calendar_content.replaceAll(/\r\n[ \t]/g, '')
    expect(invitation).toContain('SEQUENCE:1')
    expect(invitation).toContain('Cora Rect')
    expect(await tagsOf(email)).toEqual(['VH01 - Lead', VH04])
  },
)

ordinaryTest(
  'whoever corrects the email of a booking whose answer was lost has the time, under that email alone',
  async () => {
    const browser = await lead('right@example.com', '202-555-0148')
    const [start = ''] = await slotsOf(browser)
    const more = { bookingId: 'corrected email' }
    const lost = await book(browser, start, 'wrong@example.com', more)
    const right = await book(browser, start, 'right@example.com', more)
    expect(right.status).toBe(200)
    expect(right.body.token).not.toBe(lost.body.token)
    expect((await book(browser, start, 'right@example.com', more)).body.token).toBe(right.body.token)
    expect(await calls('wrong@example.com')).toMatchObject([{ state: 'cancelled' }])
    expect(await calls('right@example.com')).toMatchObject([{ state: 'booked', sequence: 0 }])
    expect(await slotsOf(browser)).not.toContain(start)
    const purposes = async (email: string) => (await mailsTo(email)).map(({ purpose }) => purpose)
    expect(await purposes('wrong@example.com')).toEqual(['booking-cancelled'])
    expect(await purposes('right@example.com')).toEqual(['booking-confirmed'])
    expect(await tagsOf('right@example.com')).toEqual(['VH01 - Lead', VH04])
    // Another's browser takes the time from nobody.
    expect((await book(clock.product.browser(), start, 'else@example.com', more)).status).toBe(409)
  },
)

ordinaryTest('a corrected phone number leaves the lead whose number it was', async () => {
  await lead('number@example.com', '202-555-0149')
  const own = await lead('owns@example.com', '202-555-0150')
  const [start = ''] = await slotsOf(own)
  const email = 'unknown@example.com'
  const more = { bookingId: 'corrected phone' }
  const leadOf = async () =>
    clock.product.query(
      `select lead.email, event.joined_by from external_events event join leads lead on lead.id = event.lead_id
        where event.email = $1`,
      [email],
    )
  await book(own, start, email, { ...more, phone: '202-555-0149' })
  expect(await leadOf()).toEqual([{ email: 'number@example.com', joined_by: 'phone' }])
  await book(own, start, email, { ...more, phone: '202-555-0150' })
  expect(await leadOf()).toEqual([{ email: 'owns@example.com', joined_by: 'phone' }])
  expect(
    await clock.product.query(
      `select undone_at is null as holds from person_links link join external_events event
        on event.id::text = link.value where event.email = $1 order by link.at`,
      [email],
    ),
  ).toEqual([{ holds: false }, { holds: true }])
})

ordinaryTest('a number of which only the country was typed tells nobody whose call it is', async () => {
  const browser = clock.product.browser()
  const email = 'prefix@example.com'
  const start = (await slotsOf(browser))[6] ?? ''
  // As a browser's own filling in leaves it.
  expect((await book(browser, start, email, { phone: '+1' })).status).toBe(200)
  const [event] = await clock.product.query(
    "select phone_e164 from external_events where kind = 'booking' and email = $1",
    [email],
  )
  expect(event).toEqual({ phone_e164: null })
  expect(await calls(email)).toMatchObject([{ phone: '+1' }])
})

ordinaryTest('a request that an earlier release kept is found again', async () => {
  const browser = clock.product.browser()
  const [start = ''] = await slotsOf(browser)
  const email = 'earlier@example.com'
  const first = await book(browser, start, email, { bookingId: 'earlier' })
  const key = createHash('sha256')
    .update(JSON.stringify(['id earlier', email, start]))
    .digest('base64url')
  await clock.product.query('update calendar_bookings set request_key = $1 where email = $2', [key, email])
  expect((await book(browser, start, email, { bookingId: 'earlier' })).body.token).toBe(first.body.token)
})

thoroughTest('of 200 at the same moment one has the time, and 199 are told what is free', async () => {
  const start = (await slotsOf(clock.product.browser())).at(-1) ?? ''
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => bookInTheEnd(start, `crowd${index}@example.com`)),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(199)
  for (const { status, body } of answers) {
    if (status !== 409) continue
    expect(body.error).toBe('This time is no longer free. Please pick another one.')
    expect(body.slots.length).toBeGreaterThan(50)
    expect(body.slots).not.toContain(start)
  }
  expect(
    await clock.product.query('select count(*)::int from calendar_bookings where start_at = $1', [start]),
  ).toEqual([{ count: 1 }])
})

ordinaryTest('a day takes as many calls as the owner said, however many ask at once', async () => {
  await clock.owner.send('PUT', '/api/calendar/setup', {
    body: JSON.stringify({ mostPerDay: 3 }),
    headers: { 'content-type': 'application/json' },
  })
  const day = await clock.product
    .browser()
    .get('/api/calendar/slots?from=2026-11-25T08:00:00Z&to=2026-11-26T08:00:00Z')
  const answers = await Promise.all(
    day.body.slots.map((start: string, index: number) => bookInTheEnd(start, `day${index}@example.com`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const left = await clock.product
    .browser()
    .get('/api/calendar/slots?from=2026-11-25T08:00:00Z&to=2026-11-26T08:00:00Z')
  expect(left.body.slots).toEqual([])
})

ordinaryTest('a day off that an earlier version stored in the year 26 is off', async () => {
  const visitor = clock.product.browser()
  const morning = (await slotsOf(visitor)).filter((start) => start.includes('T18:')).at(-1) ?? ''
  const day = morning.slice(0, 10)
  const store = async (...days: { date: string; hours: { from: string; to: string }[] }[]) => {
    await clock.product.query(
      `update calendar_settings set rules = coalesce(rules, '{}') || jsonb_build_object('days', $1::jsonb)`,
      [JSON.stringify(days)],
    )
    return (await clock.owner.get('/api/calendar/setup')).body.rules.days
  }
  const typed = { date: day.replace(/^20/, '00'), hours: [] }
  expect(await store(typed)).toEqual([{ date: day, hours: [] }])
  expect(await slotsOf(visitor)).not.toContain(morning)
  const since = { date: day, hours: [{ from: '10:00', to: '11:00' }] }
  expect(await store(typed, since)).toEqual([since])
  expect(await slotsOf(visitor)).toContain(morning)
  expect(await store()).toEqual([])
})

ordinaryTest('a booking moves and is cancelled by its link, and its time is free again', async () => {
  const browser = await lead('mover@example.com', '202-555-0144')
  const [start = '', , , later = ''] = await slotsOf(browser)
  const { token, booking } = (await book(browser, start, 'mover@example.com')).body
  const path = `/api/calendar/bookings/${token}`
  const stranger = clock.product.browser()
  expect((await stranger.get(path)).body.uid).toBe(booking.uid)
  const moved = await stranger.post(`${path}/move`, { start: later })
  expect(moved.body.booking).toMatchObject({ uid: booking.uid, startTime: later, state: 'booked' })
  expect(await slotsOf(stranger)).toContain(start)
  // Moving to a time that somebody else has.
  const other = await book(clock.product.browser(), start, 'other@example.com')
  expect(other.status).toBe(200)
  const taken = await stranger.post(`${path}/move`, { start })
  expect(taken.status).toBe(409)
  // Its own time counts as free for it.
  expect(taken.body.slots).toContain(later)
  const cancelled = await stranger.post(`${path}/cancel`, { reason: 'Ill' })
  expect(cancelled.body.booking).toMatchObject({ state: 'cancelled', canChange: false })
  expect((await stranger.post(`${path}/cancel`, {})).status).toBe(200)
  expect((await stranger.post(`${path}/move`, { start: later })).status).toBe(409)
  expect(await slotsOf(stranger)).toContain(later)
  const [person] = await clock.product.query('select person_id from leads where email = $1', [
    'mover@example.com',
  ])
  const journey = await clock.owner.get(`/api/customer-journey/${person?.person_id}`)
  expect(journey.body.bookings.map(({ step, reason }: Record<string, string>) => [step, reason])).toEqual([
    ['created', null],
    ['rescheduled', null],
    ['cancelled', 'Ill'],
  ])
  expect(await tagsOf('mover@example.com')).toEqual(['VH01 - Lead', VH04])
  expect(await clock.product.query('select status from bookings where uid = $1', [booking.uid])).toEqual([
    { status: 'cancelled' },
  ])
  // Whoever cancelled may book the same time once more.
  expect((await book(browser, later, 'mover@example.com')).status).toBe(200)
})

ordinaryTest('a wrong link opens nothing, and what is no booking is refused in words', async () => {
  const browser = clock.product.browser()
  const [start = ''] = await slotsOf(browser)
  const { token } = (await book(browser, start, 'owner-of@example.com')).body
  for (const wrong of [
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    'x',
    `${token}A`,
    '%00',
    '..%2F..',
  ])
    expect([404, 422], wrong).toContain((await browser.get(`/api/calendar/bookings/${wrong}`)).status)
  for (const [fields, field] of [
    [{ start: 'tomorrow' }, 'start'],
    [{ start: '2026-11-19' }, 'start'],
    [{ email: 'nobody' }, 'email'],
    [{ name: '' }, 'name'],
    [{ note: 'x'.repeat(1001) }, 'note'],
    [{ phone: '\u0000' }, 'phone'],
  ] as const) {
    const answer = await browser.post('/api/calendar/bookings', {
      ...asked(start, 'a@example.com'),
      ...fields,
    })
    expect(answer.status, field).toBe(422)
    expect(Object.keys(answer.body.fields)).toEqual([field])
  }
  // Times that were never offered: at night, in the past, beyond the horizon, off the steps.
  for (const never of [
    '2026-11-20T10:00:00Z',
    '2026-11-01T18:00:00Z',
    '2027-06-01T18:00:00Z',
    '2026-11-20T18:07:00Z',
    '+275760-09-13T00:00:00Z',
  ]) {
    const answer = await browser.post('/api/calendar/bookings', asked(never, 'a@example.com'))
    expect([409, 422], never).toContain(answer.status)
  }
  expect((await book(browser, start, 'bot@example.com', { website: 'https://spam.example' })).status).toBe(
    422,
  )
  expect(await calls('a@example.com')).toEqual([])
})

ordinaryTest(
  'without scripts a form books, moves and cancels, and comes back with what was typed',
  async () => {
    const browser = clock.product.browser()
    const page = await browser.get('/booking?timezone=Europe/Berlin')
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('strict-origin')
    const [, start = ''] = /name="start"[^>]* value="([^"]+)"/.exec(page.text) ?? []
    const [, bookingId = ''] = /name="bookingId"[^>]* value="([^"]+)"/.exec(page.text) ?? []
    expect(await slotsOf(browser)).toContain(start)
    const wrong = await form(browser, '/api/calendar/bookings', {
      ...{ start, bookingId, name: 'Grace <b>', email: 'grace@', timezone: 'Europe/Berlin' },
    })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('value="Grace &lt;b&gt;"')
    expect(wrong.text).toContain('Please enter an email address')
    expect(wrong.text).toContain(bookingId)
    expect(wrong.text).toContain('data-returns-to="/booking"')
    const fields = { start, bookingId, name: 'Grace', email: 'grace@example.com', timezone: 'Europe/Berlin' }
    const booked = await form(browser, '/api/calendar/bookings', fields)
    expect(booked.status).toBe(303)
    const address = booked.headers.get('location') ?? ''
    expect(address).toMatch(/^\/booking\/[\w-]{75}\?done=booked$/)
    expect(
      (await form(clock.product.browser(), '/api/calendar/bookings', fields)).headers.get('location'),
    ).toBe(address)
    const own = await browser.get(address)
    expect(own.text).toContain('Call Successfully Booked!')
    const [path = ''] = address.split('?')
    const token = path.replace('/booking/', '')
    // It is made of any letters.
    expect(own.text.replaceAll(token, '')).not.toMatch(/tracker|fbq|connect\.facebook/)
    const taken = await form(clock.product.browser(), '/api/calendar/bookings', {
      ...{ ...fields, bookingId: 'another', email: 'late@example.com' },
    })
    expect(taken.status).toBe(409)
    expect(taken.text).toContain('This time is no longer free')
    const later = (await slotsOf(browser)).at(-1) ?? ''
    const unmoved = await form(browser, `/api/calendar/bookings/${token}/move`, {})
    expect(unmoved.text).toContain('Please pick a time.')
    expect(unmoved.text).toContain(`data-returns-to="/booking/${token}"`)
    const moved = await form(browser, `/api/calendar/bookings/${token}/move`, { start: later })
    expect(moved.headers.get('location')).toBe(`/booking/${token}?done=moved`)
    const file = await browser.get(`${path}/call.ics`)
    expect(file.headers.get('content-type')).toContain('text/calendar')
    expect(file.text).toContain(`DTSTART:${later.replace(/[-:]|\.\d+/g, '')}`)
    expect(file.text).toContain('SEQUENCE:1')
    expect((await form(browser, `/api/calendar/bookings/${token}/cancel`, {})).status).toBe(303)
    expect((await browser.get(`${path}?done=cancelled`)).text).toContain('This call is cancelled')
    expect((await browser.get('/booking/nothing')).status).toBe(404)
  },
)

ordinaryTest(
  'a note may have several lines, however they are sent, and the coach reads it in them',
  async () => {
    const browser = clock.product.browser()
    const [start = '', , , other = ''] = await slotsOf(browser)
    const note = async (email: string) => (await calls(email)).map(({ note }) => note)
    const sent = await book(browser, start, 'lines@example.com', { note: '\n My idea\n\n1, 2;\tlater \n' })
    expect(sent.status).toBe(200)
    expect(await note('lines@example.com')).toEqual(['My idea\n\n1, 2; later'])
    const fields = { start: other, name: 'Lin', email: 'crlf@example.com', note: 'One\r\nTwo' }
    expect((await form(clock.product.browser(), '/api/calendar/bookings', fields)).status).toBe(303)
    expect(await note('crlf@example.com')).toEqual(['One\nTwo'])
    const upcoming: { email: string; note: string }[] = (await clock.owner.get('/api/calendar/upcoming')).body
    expect(upcoming.find(({ email }) => email === 'crlf@example.com')?.note).toBe('One\nTwo')
    const { feed } = (await clock.owner.get('/api/calendar/setup')).body
    const unfolded = (await browser.get(new URL(feed).pathname)).text.replaceAll(/\r\n[ \t]/g, '')
    expect(unfolded).toContain('DESCRIPTION:Lin\\ncrlf@example.com\\nOne\\nTwo\\nMove or cancel')
    expect(unfolded).toContain('\\nMy idea\\n\\n1\\, 2\\; later\\nMove or cancel')
  },
)

ordinaryTest(
  'once it has begun a call can no longer be changed, and the owner says how it went',
  async () => {
    const browser = await lead('shown@example.com', '202-555-0145')
    const [start = ''] = await slotsOf(browser)
    const { token, booking } = (await book(browser, start, 'shown@example.com')).body
    clock.pass((Date.parse(start) - clock.now().getTime()) / 1000 + 60)
    for (const what of ['move', 'cancel'])
      expect((await browser.post(`/api/calendar/bookings/${token}/${what}`, { start })).status).toBe(409)
    const { body } = await clock.owner.get('/api/calendar/upcoming')
    const row = body.find(({ email }: { email: string }) => email === 'shown@example.com')
    expect(row).toMatchObject({ name: 'Ada Kern', isOver: true, outcome: null, manage: null })
    for (const outcome of ['no_show', 'held'] as const) {
      expect((await clock.owner.post(`/api/calendar/upcoming/${row.id}/outcome`, { outcome })).status).toBe(
        200,
      )
      const after = (await clock.owner.get('/api/calendar/upcoming')).body
      expect(after.find(({ id }: { id: string }) => id === row.id).outcome).toBe(outcome)
      clock.pass(1)
    }
    expect(await clock.product.query('select status from bookings where uid = $1', [booking.uid])).toEqual([
      { status: 'held' },
    ])
    expect((await browser.get('/api/calendar/upcoming')).status).toBe(401)
  },
)

ordinaryTest(
  'the feed holds every call for the coach’s calendar app, at an address that can be renewed',
  async () => {
    const { feed } = (await clock.owner.get('/api/calendar/setup')).body
    const { pathname } = new URL(feed)
    const browser = clock.product.browser()
    const { status, headers, text } = await browser.get(pathname)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/calendar')
    const uids = [...text.matchAll(/^UID:(.+)@/gm)].map(([, uid]) => uid)
    const stored = await clock.product.query('select uid from calendar_bookings')
    expect(uids.sort()).toEqual(stored.map(({ uid }) => uid).sort())
    expect(text).toContain('STATUS:CANCELLED')
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const renewed = (await clock.owner.post('/api/calendar/feed/renew', {})).body.feed
    expect((await browser.get(pathname)).status).toBe(404)
    expect((await browser.get(new URL(renewed).pathname)).status).toBe(200)
  },
)

ordinaryTest('whoever is erased is in the calendar no more', async () => {
  const browser = await lead('gone@example.com', '202-555-0146')
  const [start = ''] = await slotsOf(browser)
  expect((await book(browser, start, 'gone@example.com')).status).toBe(200)
  const [person] = await clock.product.query('select person_id from leads where email = $1', [
    'gone@example.com',
  ])
  const held = await clock.owner.get(`/api/people/${person?.person_id}/export`)
  expect(held.body.calendarBookings).toHaveLength(1)
  expect((await clock.owner.post(`/api/people/${person?.person_id}/erase`, {})).status).toBe(200)
  expect(await calls('gone@example.com')).toEqual([])
  expect(await slotsOf(browser)).toContain(start)
  // Their time is free again, so nobody is expected then.
  const upcoming: { startTime: string }[] = (await clock.owner.get('/api/calendar/upcoming')).body
  expect(upcoming.map(({ startTime }) => startTime)).not.toContain(start)
})

ordinaryTest(
  'a call that was said to be cancelled stands again at the time to which it is moved',
  async () => {
    const browser = await lead('again@example.com', '202-555-0148')
    const [start = '', , , later = ''] = await slotsOf(browser)
    const { token, booking } = (await book(browser, start, 'again@example.com')).body
    const upcoming = async () =>
      (await clock.owner.get('/api/calendar/upcoming')).body.flatMap(
        (call: { uid: string; startTime: string }) => (call.uid === booking.uid ? [call.startTime] : []),
      )
    expect(await upcoming()).toEqual([start])
    clock.pass(60)
    expect(
      (await clock.owner.post(`/api/bookings/${booking.uid}/outcome`, { outcome: 'cancelled' })).status,
    ).toBe(200)
    expect(await upcoming()).toEqual([])
    clock.pass(60)
    expect((await browser.post(`/api/calendar/bookings/${token}/move`, { start: later })).status).toBe(200)
    expect(await upcoming()).toEqual([later])
  },
)
