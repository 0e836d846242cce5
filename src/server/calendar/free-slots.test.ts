import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CalendarRules, defaultRules } from '#contract/calendar-hours.ts'
import { freeSlots, type Occupied } from './free-slots.ts'

const MINUTE = 60_000
const at = (text: string) => Date.parse(text)
const nothing: Occupied = { calls: [], busy: [] }
const always = (timezone: string, more: Partial<CalendarRules> = {}): CalendarRules => ({
  ...defaultRules(timezone),
  week: Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]),
  noticeHours: 0,
  pauseMinutes: 0,
  mostPerDay: 0,
  lengthMinutes: 30,
  everyMinutes: 30,
  ...more,
})
const slotsOf = (rules: CalendarRules, from: string, to: string, occupied = nothing) =>
  freeSlots(rules, occupied, { now: at(from), from: at(from), to: at(to) }).map((slot) =>
    new Date(slot).toISOString().slice(0, 16),
  )

test.each([
  [
    'Australia/Sydney, when clocks go forward',
    'Australia/Sydney',
    '2026-10-03T14:00Z',
    '2026-10-04T13:00Z',
    46,
  ],
  ['Australia/Sydney, when they go back', 'Australia/Sydney', '2027-04-03T13:00Z', '2027-04-04T14:00Z', 50],
  [
    'Los Angeles, when clocks go forward',
    'America/Los_Angeles',
    '2027-03-14T08:00Z',
    '2027-03-15T07:00Z',
    46,
  ],
  ['Los Angeles, when they go back', 'America/Los_Angeles', '2026-11-01T07:00Z', '2026-11-02T08:00Z', 50],
  ['29 February', 'Europe/Berlin', '2028-02-28T23:00Z', '2028-02-29T23:00Z', 48],
])('a whole day has all of its half hours: %s', (_what, timezone, from, to, number) => {
  const slots = slotsOf(always(timezone), from, to)
  expect(slots).toHaveLength(number)
  expect(new Set(slots).size).toBe(number)
})

test('hours that the clock jumps over begin when it has jumped', () => {
  const rules = always('America/Los_Angeles', {
    week: Array.from({ length: 7 }, () => [{ from: '02:30', to: '04:00' }]),
  })
  // 3:00 of that morning, right after 1:59.
  expect(slotsOf(rules, '2027-03-14T08:00Z', '2027-03-15T07:00Z')).toEqual([
    '2027-03-14T10:00',
    '2027-03-14T10:30',
  ])
})

test('23:30 is the last half hour of a day, and an hour from then on needs the next day', () => {
  const evening = always('UTC', {
    week: Array.from({ length: 7 }, () => [{ from: '23:00', to: '24:00' }]),
  })
  expect(slotsOf(evening, '2026-12-01T20:00Z', '2026-12-02T10:00Z')).toEqual([
    '2026-12-01T23:00',
    '2026-12-01T23:30',
  ])
  const hour = { ...evening, lengthMinutes: 60 }
  expect(slotsOf(hour, '2026-12-01T20:00Z', '2026-12-02T10:00Z')).toEqual(['2026-12-01T23:00'])
  const overnight = {
    ...hour,
    week: hour.week.map(() => [
      { from: '00:00', to: '00:30' },
      { from: '23:00', to: '24:00' },
    ]),
  }
  expect(slotsOf(overnight, '2026-12-01T20:00Z', '2026-12-02T10:00Z')).toEqual([
    '2026-12-01T23:00',
    '2026-12-01T23:30',
  ])
})

test('a pause stands once between two calls, and on both sides of what is busy', () => {
  const rules = always('UTC', {
    week: Array.from({ length: 7 }, () => [{ from: '09:00', to: '12:00' }]),
    pauseMinutes: 15,
    everyMinutes: 15,
  })
  const call = {
    start: at('2026-12-01T10:00Z'),
    kept: { from: at('2026-12-01T10:00Z'), to: at('2026-12-01T10:45Z') },
  }
  expect(slotsOf(rules, '2026-12-01T08:00Z', '2026-12-01T13:00Z', { calls: [call], busy: [] })).toEqual(
    ['09:00', '09:15', '10:45', '11:00', '11:15', '11:30'].map((time) => `2026-12-01T${time}`),
  )
  const busy = [{ from: at('2026-12-01T10:00Z'), to: at('2026-12-01T10:30Z') }]
  expect(slotsOf(rules, '2026-12-01T08:00Z', '2026-12-01T13:00Z', { calls: [], busy })).toEqual(
    ['09:00', '09:15', '10:45', '11:00', '11:15', '11:30'].map((time) => `2026-12-01T${time}`),
  )
})

test('a day that has its number of calls by the coach’s clock offers no more', () => {
  const rules = always('America/Los_Angeles', { mostPerDay: 1, horizonDays: 3 })
  // 17:00 of the first of December there, the second in UTC.
  const start = at('2026-12-02T01:00Z')
  const calls = [{ start, kept: { from: start, to: start + 30 * MINUTE } }]
  const slots = slotsOf(rules, '2026-12-01T08:00Z', '2026-12-03T08:00Z', { calls, busy: [] })
  expect(slots[0]).toBe('2026-12-02T08:00')
})

const partsOf = (timezone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (moment: number) => {
    const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    return { date: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` }
  }
}

/** Minute by minute, by the clock on the wall alone: slow, and plain to see. */
function obvious(
  rules: CalendarRules,
  occupied: Occupied,
  { now, from, to }: { now: number; from: number; to: number },
): number[] {
  const clock = partsOf(rules.timezone)
  const minutes: { moment: number; date: string; time: string }[] = []
  const margin = 3 * 24 * 60 * MINUTE
  for (let moment = from - margin; moment < to + margin; moment += MINUTE)
    minutes.push({ moment, ...clock(moment) })
  const dates = [...new Set(minutes.map(({ date }) => date))].slice(1, -1)
  const today = clock(now).date
  const lastDate = new Date(at(`${today}T00:00Z`) + rules.horizonDays * 86_400_000).toISOString().slice(0, 10)
  const windows = dates
    .filter((date) => date <= lastDate)
    .flatMap((date) => {
      const own = rules.days.find((day) => day.date === date)
      const hours = own?.hours ?? rules.week[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7] ?? []
      const first = (time: string) =>
        minutes.find((one) => (one.date === date && one.time >= time) || one.date > date)?.moment ?? 0
      return hours.map((one) => ({ from: first(one.from), to: first(one.to) }))
    })
  const isOpen = (moment: number) => windows.some((one) => moment >= one.from && moment < one.to)
  const meet = (a: number, b: number, c: number, d: number) => a < d && c < b
  const length = rules.lengthMinutes * MINUTE
  const pause = rules.pauseMinutes * MINUTE
  const found: number[] = []
  for (let start = from; start < to; start += MINUTE) {
    if (start < now + rules.noticeHours * 60 * MINUTE) continue
    const isOnGrid = windows.some(
      (one) =>
        start >= one.from && start < one.to && (start - one.from) % (rules.everyMinutes * MINUTE) === 0,
    )
    if (!isOnGrid) continue
    let fits = true
    for (let moment = start; moment < start + length; moment += MINUTE) fits &&= isOpen(moment)
    if (!fits) continue
    if (occupied.calls.some(({ kept }) => meet(start, start + length + pause, kept.from, kept.to))) continue
    if (occupied.busy.some((one) => meet(start - pause, start + length + pause, one.from, one.to))) continue
    const day = clock(start).date
    const calls = occupied.calls.filter((call) => clock(call.start).date === day).length
    if (rules.mostPerDay > 0 && calls >= rules.mostPerDay) continue
    found.push(start)
  }
  return found
}

const clockTime = fc
  .integer({ min: 0, max: 96 })
  .map((quarter) =>
    quarter === 96
      ? '24:00'
      : `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  )
const hours = fc.uniqueArray(clockTime, { minLength: 0, maxLength: 4 }).map((times) => {
  const sorted = times.toSorted()
  return sorted.length < 2
    ? []
    : [
        { from: sorted[0] ?? '', to: sorted[1] ?? '' },
        ...(sorted.length === 4 ? [{ from: sorted[2] ?? '', to: sorted[3] ?? '' }] : []),
      ]
})
// Around the changes of clocks, a leap day, and the turn of a year.
const moments = fc.constantFrom(
  ['Australia/Sydney', '2026-10-03T00:00Z'],
  ['Australia/Sydney', '2027-04-03T00:00Z'],
  ['America/Los_Angeles', '2027-03-13T12:00Z'],
  ['America/Los_Angeles', '2026-10-31T12:00Z'],
  ['Europe/Berlin', '2028-02-28T12:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T00:00Z'],
  ['Asia/Kolkata', '2026-12-31T00:00Z'],
)
const minutesOf = (...choices: number[]) => fc.constantFrom(...choices)

test('what is offered is what the obvious way finds', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(
      moments,
      fc.record({
        week: fc.array(hours, { minLength: 7, maxLength: 7 }),
        own: hours,
        lengthMinutes: minutesOf(15, 30, 45, 60, 90),
        everyMinutes: minutesOf(15, 20, 30, 60),
        pauseMinutes: minutesOf(0, 10, 15),
        noticeHours: minutesOf(0, 4),
        horizonDays: minutesOf(1, 2, 14),
        mostPerDay: minutesOf(0, 1, 2),
      }),
      fc.array(fc.record({ start: fc.integer({ min: 0, max: 192 }), isCall: fc.boolean() }), {
        maxLength: 4,
      }),
      ([timezone = 'UTC', begin = ''], { own, ...chosen }, taken) => {
        const from = at(begin)
        const span = { now: from, from, to: from + 2 * 86_400_000 }
        const rules: CalendarRules = {
          ...defaultRules(timezone),
          ...chosen,
          days: [{ date: new Date(from + 86_400_000).toISOString().slice(0, 10), hours: own }],
        }
        const occupied: Occupied = { calls: [], busy: [] }
        for (const { start, isCall } of taken) {
          const begins = from + start * 15 * MINUTE
          const kept = { from: begins, to: begins + (rules.lengthMinutes + rules.pauseMinutes) * MINUTE }
          if (isCall) occupied.calls.push({ start: begins, kept })
          else occupied.busy.push(kept)
        }
        expect(freeSlots(rules, occupied, span)).toEqual(obvious(rules, occupied, span))
      },
    ),
    { numRuns: 25 },
  )
})
