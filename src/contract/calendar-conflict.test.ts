import { expect, test } from 'vitest'
import { whyRulesExcludeAll } from './calendar-conflict.ts'
import { type CalendarRules, defaultRules } from './calendar-hours.ts'

// A Wednesday, 4 a.m. in New York.
const now = new Date('2026-11-18T09:00:00Z')
const why = (more: Partial<CalendarRules>, at = now) =>
  whyRulesExcludeAll({ ...defaultRules('America/New_York'), ...more }, at)
const off = Array.from({ length: 7 }, () => [])
const only = (day: number, from: string, to: string) =>
  off.map((_hours, index) => (index === day ? [{ from, to }] : []))

test('names the rule that leaves no time', () => {
  expect(why({ week: off })).toBe('No weekday has hours.')
  expect(why({ week: only(1, '09:00', '12:00'), horizonDays: 3 })).toBe(
    'Visitors can book at most 3 days ahead, and no day until then has hours.',
  )
  expect(why({ lengthMinutes: 300 })).toBe(
    'The call is 300 minutes long, and your hours are at most 240 minutes at a time.',
  )
  expect(why({ noticeHours: 72, horizonDays: 1 })).toBe(
    'A minimum notice of 3 days leaves none of your hours, as visitors can book at most 1 day ahead.',
  )
  const fridayEvening = new Date('2026-11-20T23:00:00Z')
  expect(why({ noticeHours: 0, horizonDays: 1 }, fridayEvening)).toBe(
    'Visitors can book at most 1 day ahead, and your hours until then are over.',
  )
})

test('says nothing where a call fits', () => {
  expect(why({})).toBeNull()
  // Hours that meet are one stretch, over midnight, too.
  expect(why({ lengthMinutes: 60, week: only(3, '12:00', '13:00') })).toBeNull()
  const overnight = off.map((_hours, index) =>
    index === 3 ? [{ from: '23:30', to: '24:00' }] : index === 4 ? [{ from: '00:00', to: '00:30' }] : [],
  )
  expect(why({ lengthMinutes: 60, week: overnight })).toBeNull()
  expect(
    why({ week: off, days: [{ date: '2026-11-20', hours: [{ from: '10:00', to: '11:00' }] }] }),
  ).toBeNull()
  // A Saturday's hours are within reach of a notice of three days while its last call has yet to begin.
  const saturday = { week: only(5, '09:00', '12:00'), noticeHours: 72, horizonDays: 3 }
  expect(why(saturday)).toBeNull()
  expect(why(saturday, new Date('2026-11-18T17:00:00Z'))).toContain('minimum notice of 3 days')
})
