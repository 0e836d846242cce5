import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { type ListeningServer, listenLocally } from '#support/listening-server.ts'
import { runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { statementsOf } from '#support/statements-of.ts'
import { clockedProduct } from './clocked-product.ts'

// A Wednesday, 10:00 in Los Angeles.
const clock = clockedProduct()
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {}
let asked: string[] = []
let feeds: ListeningServer
const server = createServer((request, response) => {
  asked.push(`${request.url} ${request.headers['if-none-match'] ?? ''}`.trim())
  answer(request, response)
})
beforeAll(async () => {
  feeds = await listenLocally(server, { cut: () => server.closeAllConnections() })
})
afterAll(() => feeds.goDown())

const calendar = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//test//EN',
    ...events.flatMap((lines, index) => [
      'BEGIN:VEVENT',
      `UID:event-${index}`,
      'DTSTAMP:20261101T000000Z',
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const answerWith = (text: string, headers: Record<string, string> = {}) => {
  answer = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/calendar', ...headers }).end(text)
}
const put = async (address: string) => {
  asked = []
  const { status, body } = await clock.owner.send('PUT', '/api/calendar/busy', {
    body: JSON.stringify({ address }),
    headers: { 'content-type': 'application/json' },
  })
  return { status, body }
}
const feed = (path = '/secret-token/basic.ics') => `http://localhost:${feeds.port}${path}`
const offered = async (from: string, to: string): Promise<string[]> =>
  (await clock.product.browser().get(`/api/calendar/slots?from=${from}&to=${to}`)).body.slots.map(
    (slot: string) => slot.slice(11, 16),
  )
// Thursday, 9:00 to 17:00 in Los Angeles.
const thursday = () => offered('2026-11-19T08:00:00Z', '2026-11-20T08:00:00Z')

ordinaryTest('what the coach’s own calendar says keeps times from being offered', async () => {
  answerWith(
    calendar(
      ['DTSTART:20261119T170000Z', 'DTEND:20261119T180000Z', 'SUMMARY:Dentist'],
      [
        'DTSTART;TZID=America/Los_Angeles:20261112T130000',
        'DTEND;TZID=America/Los_Angeles:20261112T150000',
        'RRULE:FREQ=WEEKLY',
      ],
      ['DTSTART:20261119T233000Z', 'DTEND:20261120T003000Z', 'TRANSP:TRANSPARENT'],
      ['DTSTART:20261120T000000Z', 'DTEND:20261120T003000Z', 'STATUS:CANCELLED'],
      ['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261121', 'SUMMARY:Day off'],
      ['DTSTART:20261123T150000', 'DTEND:20261123T170000', 'SUMMARY:No timezone'],
    ),
  )
  const { body } = await put(feed())
  expect(body.busyTimes).toMatchObject({ isSet: true, host: 'localhost', problem: null })
  expect(JSON.stringify(body)).not.toContain('secret-token')
  // With a quarter of an hour of pause around them: 9:00-10:00 and 13:00-15:00 there are busy.
  expect(await thursday()).toEqual(['18:30', '19:00', '19:30', '23:30', '00:00', '00:30'])
  expect(await offered('2026-11-20T08:00:00Z', '2026-11-21T08:00:00Z')).toEqual([])
  // By the coach's clock, not by this machine's: 15:00 to 17:00 in Los Angeles.
  expect((await offered('2026-11-23T08:00:00Z', '2026-11-24T08:00:00Z')).at(-1)).toBe('22:00')
  const [row] = await clock.product.query('select * from calendar_settings')
  expect(JSON.stringify(row)).not.toContain('secret-token')
})

ordinaryTest(
  'it is read again by itself, whole only where it has changed, and goes on holding while it fails',
  async () => {
    let now = clock.now()
    const product = await runProduct({ clock: { now: () => now }, lookForBusyTimesEveryMs: 50 })
    onTestFinished(product.end)
    const owner = await product.owner()
    const slots = async () => (await product.browser().get('/api/calendar/slots')).body.slots
    const free = (await slots())[0]
    answer = (request, response) => {
      if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end()
      else
        response
          .writeHead(200, { etag: '"one"' })
          .end(calendar(['DTSTART:20261118T180000Z', 'DTEND:20261119T010000Z']))
    }
    asked = []
    await owner.send('PUT', '/api/calendar/busy', {
      body: JSON.stringify({ address: feed('/kept.ics') }),
      headers: { 'content-type': 'application/json' },
    })
    expect(await slots()).not.toContain(free)
    const held: ServerResponse[] = []
    answer = (_request, response) => void held.push(response)
    now = new Date(now.getTime() + 13 * 60_000)
    await waitFor('it is asked whether it has changed', () => asked.includes('/kept.ics "one"'))
    answer = (_request, response) => response.writeHead(500).end()
    now = new Date(now.getTime() + 13 * 60_000)
    const { busyTimes } = await waitFor('the failure is told', async () => {
      const { body } = await owner.get('/api/calendar/setup')
      // Nor has the look that is held up told that it waited too long.
      return body.busyTimes.problem === 'The address answered with status 500.' && body
    })
    expect(busyTimes).toMatchObject({ busy: 1 })
    expect(await slots()).not.toContain(free)
    // What an overtaken look brings late says nothing of how it is now.
    expect(held).toHaveLength(1)
    for (const response of held) response.writeHead(304).end()
    await pause(400)
    expect((await owner.get('/api/calendar/setup')).body.busyTimes).toEqual(busyTimes)
  },
)

ordinaryTest('that no time is free, and why, is said of one reading', async () => {
  answerWith(calendar(['DTSTART:20261101T000000Z', 'DTEND:20271101T000000Z']))
  expect((await put(feed())).status).toBe(200)
  const cookie = [...clock.owner.cookies].map((pair) => pair.join('=')).join('; ')
  const asked = await statementsOf(async () => {
    const answer = await clock.product.app.inject({ url: '/api/calendar/setup', headers: { cookie } })
    expect(answer.json()).toMatchObject({
      freeSlots: 0,
      whyNoneFree: 'The calendar that busy times are read from keeps all of your hours busy.',
    })
  })
  expect(asked.filter((statement) => statement.includes('lower(kept)'))).toHaveLength(1)
})

thoroughTest(
  'a calendar that never changes is worked out again each half day, so that what repeats goes on',
  async () => {
    let now = clock.now()
    const product = await runProduct({ clock: { now: () => now }, lookForBusyTimesEveryMs: 50 })
    onTestFinished(product.end)
    const owner = await product.owner()
    answer = (request, response) => {
      if (request.headers['if-none-match'] === '"same"') response.writeHead(304).end()
      else
        response
          .writeHead(200, { etag: '"same"' })
          .end(calendar(['DTSTART:20261101T100000Z', 'DTEND:20261101T110000Z', 'RRULE:FREQ=DAILY']))
    }
    asked = []
    await owner.send('PUT', '/api/calendar/busy', {
      body: JSON.stringify({ address: feed('/daily.ics') }),
      headers: { 'content-type': 'application/json' },
    })
    const lastBusy = async () =>
      (await product.query('select max(starts_at) as last from calendar_busy'))[0]?.last.getTime()
    const first = await lastBusy()
    for (let reads = 2; reads <= 6; reads++) {
      now = new Date(now.getTime() + 5 * 3_600_000)
      await waitFor('it is read again', () => asked.length === reads)
      await waitFor('what was read is kept', async () => {
        const { body } = await owner.get('/api/calendar/setup')
        return body.busyTimes.readAt === now.toISOString()
      })
    }
    expect(await lastBusy()).toBe(first + 86_400_000)
    expect(asked.filter((one) => one === '/daily.ics')).toHaveLength(3)
  },
)

ordinaryTest.each([
  ['no calendar', () => answerWith('<html>Sign in</html>'), 'no calendar in iCal format'],
  [
    'an error',
    () => {
      answer = (_request, response) => response.writeHead(404).end()
    },
    'status 404',
  ],
  [
    'no end',
    () => {
      answer = (_request, response) => {
        const more = () => {
          if (!response.destroyed) response.write('X'.repeat(1 << 20), () => setImmediate(more))
        }
        response.writeHead(200)
        response.on('error', () => {})
        more()
      }
    },
    'too large',
  ],
  [
    'a way in a circle',
    () => {
      answer = (_request, response) => response.writeHead(302, { location: '/circle.ics' }).end()
    },
    'without an end',
  ],
  [
    'a way into a private network',
    () => {
      answer = (_request, response) => response.writeHead(302, { location: 'https://10.0.0.1/x.ics' }).end()
    },
    'not on the internet',
  ],
  [
    'a way to this machine by number',
    () => {
      answer = (_request, response) =>
        response.writeHead(302, { location: 'https://[::ffff:10.0.0.1]/' }).end()
    },
    'not on the internet',
  ],
  [
    'a way to a file',
    () => {
      answer = (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    },
    'not on the internet',
  ],
])('a feed that is %s is told in words, and booking goes on', async (_what, prepare, words) => {
  prepare()
  const { status, body } = await put(feed('/hostile.ics'))
  expect(status).toBe(200)
  expect(body.busyTimes.problem).toContain(words)
  expect(body.busyTimes.problem).not.toContain('hostile.ics')
  expect((await thursday()).length).toBeGreaterThan(5)
})

ordinaryTest.each([
  ['every second', ['RRULE:FREQ=SECONDLY']],
  ['every minute of a day that never is', ['RRULE:FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30']],
  ['on a day that never is', ['RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31']],
  [
    'once in a dense year',
    [
      `RRULE:FREQ=YEARLY;COUNT=1;BYMONTH=${Array.from({ length: 12 }, (_n, i) => i + 1)};BYHOUR=${Array.from({ length: 24 }, (_n, i) => i)};BYMINUTE=${Array.from({ length: 60 }, (_n, i) => i)}`,
    ],
  ],
  [
    'for hundreds of years, day by day',
    ['RRULE:FREQ=DAILY', 'DTSTART:16010101T090000Z', 'DTEND:16010101T093000Z'],
  ],
  [
    'by an override of itself',
    ['RRULE:FREQ=DAILY', 'RECURRENCE-ID:20261119T170000Z', 'RDATE:20261119T170000Z'],
  ],
])('a calendar that repeats %s ends in time, and the server answers meanwhile', async (_what, lines) => {
  const times = lines.some((line) => line.startsWith('DTSTART'))
    ? []
    : ['DTSTART:20261101T090000Z', 'DTEND:20261101T093000Z']
  answerWith(calendar([...times, ...lines], ['DTSTART:20261119T170000Z', 'DTEND:20261119T180000Z']))
  const putting = put(feed('/bomb.ics'))
  const health = await clock.product.browser().get('/healthz')
  expect(health.status).toBe(200)
  const { status, body } = await putting
  expect([200, 503]).toContain(status)
  if (status === 200 && body.busyTimes.problem === null) expect((await thursday())[0]).not.toBe('17:00')
})

ordinaryTest.each([
  'http://example.com/a.ics',
  'https://10.1.2.3/a.ics',
  'https://192.168.0.1/a.ics',
  'https://169.254.169.254/latest',
  'https://user:secret@example.com/a.ics',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'not an address',
])('%s is not read at all', async (address) => {
  const { status, body } = await put(address)
  expect(status).toBe(422)
  expect(body.fields.address).toEqual(expect.any(String))
})

ordinaryTest('a server on the internet never reads from itself', async () => {
  const product = await runProduct({ environment: { PUBLIC_URL: 'https://coach.example' } })
  onTestFinished(product.end)
  const owner = await product.owner({ origin: 'https://coach.example', host: 'coach.example' })
  asked = []
  for (const address of [
    feed(),
    'https://127.0.0.1/a.ics',
    'https://[::1]/a.ics',
    'https://localhost/a.ics',
  ]) {
    const { status } = await owner.send('PUT', '/api/calendar/busy', {
      body: JSON.stringify({ address }),
      headers: { 'content-type': 'application/json' },
    })
    expect(status, address).toBe(422)
  }
  expect(asked).toEqual([])
})

ordinaryTest('taken away, it keeps nothing busy any more', async () => {
  answerWith(calendar(['DTSTART:20261119T170000Z', 'DTEND:20261120T003000Z']))
  await put(feed())
  expect(await thursday()).toEqual([])
  const { body } = await put('')
  expect(body.busyTimes).toEqual({ isSet: false, host: null, readAt: null, busy: 0, problem: null })
  expect((await thursday()).length).toBeGreaterThan(5)
})
