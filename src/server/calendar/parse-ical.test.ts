import { expect, test } from 'vitest'
import { parseIcal } from './parse-ical.ts'

const text = (...lines: string[]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20261101T000000Z'],
    ...lines,
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')
const span = {
  from: Date.parse('2026-11-18T00:00Z'),
  to: Date.parse('2026-12-18T00:00Z'),
  timezone: 'America/Los_Angeles',
}
const read = async (...lines: string[]) =>
  (await parseIcal({ ...span, text: text(...lines) })).map(
    ({ from, to }) =>
      `${new Date(from).toISOString().slice(0, 16)} ${new Date(to).toISOString().slice(11, 16)}`,
  )

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
