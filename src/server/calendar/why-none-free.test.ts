import { expect, test } from 'vitest'
import { type CalendarRules, defaultRules } from '#contract/calendar-hours.ts'
import type { Occupied, Span } from './free-slots.ts'
import { whyNoneFree } from './why-none-free.ts'

// A Wednesday, before the hours of a calendar that looks one day ahead: Wednesday's and Thursday's.
const now = Date.parse('2026-11-18T04:00:00Z')
const day = (date: string): Span => ({
  from: Date.parse(`${date}T09:00:00Z`),
  to: Date.parse(`${date}T17:00:00Z`),
})
const wednesday = day('2026-11-18')
const thursday = day('2026-11-19')
const called = (kept: Span) => ({ start: kept.from, kept })
const why = (occupied: Partial<Occupied>, more: Partial<CalendarRules> = {}) =>
  whyNoneFree(
    { ...defaultRules('UTC'), horizonDays: 1, ...more },
    { calls: [], busy: [], ...occupied },
    { now, from: now, to: now + 4 * 86_400_000 },
  )

test('says what takes the times: rules, calls, the most a day, or the own calendar', () => {
  const short = { to: wednesday.from + 1_800_000 }
  expect(why({})).toBeNull()
  expect(why({ busy: [wednesday] })).toBeNull()
  expect(why({}, { noticeHours: 48 })).toContain('A minimum notice of 2 days leaves none')
  expect(why({ busy: [wednesday, thursday] })).toBe(
    'The calendar that busy times are read from keeps all of your hours busy.',
  )
  expect(why({ calls: [called(wednesday), called(thursday)] })).toBe('Booked calls take all of your hours.')
  expect(why({ calls: [called(wednesday)], busy: [thursday] })).toBe(
    'Booked calls and your busy times take all of your hours.',
  )
  const one = [called({ ...wednesday, ...short }), called({ from: thursday.from, to: thursday.from + 1 })]
  expect(why({ calls: one })).toBeNull()
  expect(why({ calls: one }, { mostPerDay: 1 })).toBe(
    'Every day that visitors can book has a call, and one is the most you allow.',
  )
})
