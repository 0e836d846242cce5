import { expect, test } from 'vitest'
import { parseIcal } from './parse-ical.ts'

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (uid: string, ...lines: string[]) => [
  ...['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T000000Z'],
  ...lines,
  'END:VEVENT',
]
const text = (...lines: string[]) => calendar(...event('1', ...lines))
const span = {
  from: Date.parse('2026-11-18T00:00Z'),
  to: Date.parse('2026-12-18T00:00Z'),
  timezone: 'America/Los_Angeles',
}
const readWhole = async (whole: string) =>
  (await parseIcal({ ...span, text: whole })).map(
    ({ from, to }) =>
      `${new Date(from).toISOString().slice(0, 16)} ${new Date(to).toISOString().slice(11, 16)}`,
  )
const read = (...lines: string[]) => readWhole(text(...lines))

test('exceptions, moved times and timezones as Outlook names them are understood', async () => {
  expect(
    await read(
      'DTSTART;TZID="W. Europe Standard Time":20261119T100000',
      'DTEND;TZID="W. Europe Standard Time":20261119T110000',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'EXDATE;TZID="W. Europe Standard Time":20261126T100000',
    ),
  ).toEqual(['2026-11-19T09:00 10:00', '2026-12-03T09:00 10:00'])
})

test('a day is one of the coach’s', async () => {
  expect(await read('DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261121')).toEqual([
    '2026-11-20T08:00 08:00',
  ])
})

test.each([
  '/freeassociation.sourceforge.net/Europe/Berlin',
  '/mozilla.org/20050126_1/Europe/Berlin',
  'Mitteleuropäische Zeit',
  'Own: zone',
  'Berlin',
])('the timezone “%s” is the one that the calendar describes under this name', async (name) => {
  const change = (kind: string, month: number, from: string, to: string) => [
    ...[`BEGIN:${kind}`, 'DTSTART:19700101T020000', `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
    ...[`RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU`, `END:${kind}`],
  ]
  const zone = [
    ...['BEGIN:VTIMEZONE', `TZID:${name}`],
    ...change('STANDARD', 10, '+0200', '+0100'),
    ...change('DAYLIGHT', 3, '+0100', '+0200'),
    'END:VTIMEZONE',
  ]
  const named = /[:;,]/.test(name) ? `"${name}"` : name
  const weekly = event(
    '1',
    ...[`DTSTART;TZID=${named}:20261001T100000`, `DTEND;TZID=${named}:20261001T110000`],
    ...['RRULE:FREQ=WEEKLY;COUNT=10', `EXDATE;TZID=${named}:20261126T100000`],
  )
  const utc = event('2', 'DTSTART:20261210T120000Z', 'DTEND:20261210T130000Z')
  expect(await readWhole(calendar(...zone, ...weekly, ...utc))).toEqual([
    '2026-11-19T09:00 10:00',
    '2026-12-03T09:00 10:00',
    '2026-12-10T12:00 13:00',
  ])
})

test('single times of a series that is somebody else’s all keep busy', async () => {
  const single = (day: string) =>
    event('team', `RECURRENCE-ID:${day}T170000Z`, `DTSTART:${day}T180000Z`, `DTEND:${day}T190000Z`)
  expect(
    await readWhole(calendar(...single('20261119'), ...single('20261126'), ...single('20261203'))),
  ).toEqual(['2026-11-19T18:00 19:00', '2026-11-26T18:00 19:00', '2026-12-03T18:00 19:00'])
})

test('a time that the coach made busy in a series that is not is one', async () => {
  expect(
    await readWhole(
      calendar(
        ...event(
          'gym',
          ...['DTSTART:20261119T170000Z', 'DTEND:20261119T180000Z', 'TRANSP:TRANSPARENT'],
          'RRULE:FREQ=WEEKLY',
        ),
        ...event(
          'gym',
          ...['RECURRENCE-ID:20261126T170000Z', 'DTSTART:20261126T170000Z', 'DTEND:20261126T180000Z'],
          'TRANSP:OPAQUE',
        ),
      ),
    ),
  ).toEqual(['2026-11-26T17:00 18:00'])
})

test.each([
  ['a rule that never ends nor goes on', 'RRULE:FREQ=WEEKLY;UNTIL='],
  ['a weekday that is none', 'RRULE:FREQ=WEEKLY;BYDAY=XX'],
  ['two beginnings', 'DTSTART:20261124T180000Z'],
])('an event with %s hides no other', async (_what, line) => {
  const hours = ['17', '18', '19', '20', '21', '22', '23']
  const others = hours.map((hour) =>
    event(`at-${hour}`, `DTSTART:20261119T${hour}0000Z`, `DTEND:20261119T${hour}3000Z`),
  )
  const broken = event('broken', 'DTSTART:20261124T170000Z', 'DTEND:20261124T173000Z', line)
  const whole = calendar(...[...others.slice(0, 4), broken, ...others.slice(4)].flat())
  expect(await readWhole(whole)).toEqual(hours.map((hour) => `2026-11-19T${hour}:00 ${hour}:30`))
})

test('a calendar that was cut off on its way is not taken for the whole', async () => {
  const whole = calendar(
    ...event('1', 'DTSTART:20261119T170000Z', 'DTEND:20261119T180000Z'),
    ...event('2', 'DTSTART:20261120T170000Z', 'DTEND:20261120T180000Z'),
  )
  const cut = whole.slice(0, whole.indexOf('UID:2'))
  await expect(parseIcal({ ...span, text: cut })).rejects.toThrow('The calendar cannot be read.')
})

test('a thread that takes longer than it may is ended', async () => {
  const whole = text('DTSTART:20261119T090000Z', 'DTEND:20261119T100000Z')
  await expect(parseIcal({ ...span, text: whole }, 1)).rejects.toThrow('takes too long')
})

test.each([
  ['text that only begins as a calendar', `BEGIN:VCALENDAR${'\r\nX'.repeat(10_000)}`],
  ['an event without times', text('SUMMARY:Nothing')],
  ['an end before its beginning', text('DTSTART:20261119T090000Z', 'DTEND:20261118T090000Z')],
  ['a year that never is', text('DTSTART:99991399T999999Z', 'DTEND:20261118T090000Z')],
  ['ten thousand nested parts', 'BEGIN:VCALENDAR\r\n'.repeat(10_000)],
])('%s keeps nothing busy and breaks nothing', async (_what, whole) => {
  const spans = await parseIcal({ ...span, text: whole }).catch((error: Error) => error.message)
  expect([JSON.stringify([]), JSON.stringify('The calendar cannot be read.')]).toContain(
    JSON.stringify(spans),
  )
})

test('each date that an event names beside its own is busy, without those that it takes back', async () => {
  expect(
    await read(
      'DTSTART;TZID=Europe/Berlin:20261119T100000',
      'DTEND;TZID=Europe/Berlin:20261119T113000',
      'RDATE;TZID=Europe/Berlin:20261123T140000,20261124T140000',
      'RDATE:20261126T080000Z',
      'RDATE;VALUE=PERIOD:20261127T080000Z/PT30M,20261128T080000Z/20261128T090000Z',
      'EXDATE;TZID=Europe/Berlin:20261124T140000',
    ),
  ).toEqual([
    '2026-11-19T09:00 10:30',
    '2026-11-23T13:00 14:30',
    '2026-11-26T08:00 09:30',
    '2026-11-27T08:00 08:30',
    '2026-11-28T08:00 09:00',
  ])
  expect(await read('DTSTART;VALUE=DATE:20261120', 'RDATE;VALUE=DATE:20261122')).toEqual([
    '2026-11-20T08:00 08:00',
    '2026-11-22T08:00 08:00',
  ])
})

test('a series by no clock is the coach’s on both sides of a change of clocks, whatever this machine’s is', async () => {
  const dst = { from: Date.parse('2027-03-08T00:00Z'), to: Date.parse('2027-04-05T00:00Z') }
  const lines = ['DTSTART:20270301T090000', 'DTEND:20270301T100000', 'RRULE:FREQ=WEEKLY;COUNT=10']
  const spans = await parseIcal({ ...dst, timezone: 'America/Los_Angeles', text: text(...lines) })
  expect(spans.map(({ from }) => new Date(from).toISOString())).toEqual([
    '2027-03-08T17:00:00.000Z',
    '2027-03-15T16:00:00.000Z',
    '2027-03-22T16:00:00.000Z',
    '2027-03-29T16:00:00.000Z',
  ])
})

test('two events of one name are both busy', async () => {
  const one = (start: string) => event('same', `DTSTART:${start}Z`, 'DURATION:PT1H')
  expect(await readWhole(calendar(...one('20261119T080000'), ...one('20261120T080000')))).toEqual([
    '2026-11-19T08:00 09:00',
    '2026-11-20T08:00 09:00',
  ])
})
