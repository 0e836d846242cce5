import { z } from 'zod'
import { line } from './text.ts'
import { isTimezone } from './timezone-name.ts'

/** A timezone by its name, such as `Europe/Berlin`. */
export const TimezoneName = z.string().refine(isTimezone, 'must be a timezone, such as Europe/Berlin')

const clockTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time, such as 09:30')

/** A part of a day by the coach's clock; a day ends at 24:00. */
export const HourRange = z
  .object({ from: clockTime, to: clockTime })
  .refine(({ from, to }) => from < to, { message: 'must end after it begins', path: ['to'] })
export type HourRange = z.output<typeof HourRange>

const byStart = (one: HourRange, other: HourRange) => one.from.localeCompare(other.from)

/** The hours of one day, in order; none is a day off. */
const DayHours = z
  .array(HourRange)
  .max(8, 'must have at most 8 entries')
  .transform((hours) => hours.toSorted(byStart))
  .refine(
    (hours) => hours.every(({ from }, index) => index === 0 || from >= (hours[index - 1]?.to ?? '')),
    'must not overlap',
  )

const isDate = (value: string): boolean => {
  const at = new Date(`${value}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === value
  )
}

/** A day of the calendar, such as 2026-12-24. */
export const CalendarDate = z.string().refine(isDate, 'must be a day, such as 2026-12-24')

/** The days of a week in their order; Monday is the first. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

const whole = (min: number, max: number) =>
  z
    .number('must be a number')
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)

/** When calls can be booked in the coach's own calendar, and what is said of them. */
export const CalendarRules = z.object({
  timezone: TimezoneName,
  /** The hours of each weekday, Monday first. */
  week: z.array(DayHours).length(7, 'must have seven days'),
  /** Days with hours of their own, which replace the weekday's; without any the day is off. */
  days: z
    .array(z.object({ date: CalendarDate, hours: DayHours }))
    .max(400, 'must have at most 400 entries')
    .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, 'must name each day once'),
  lengthMinutes: whole(5, 480),
  /** How far apart the times are that are offered. */
  everyMinutes: whole(5, 480),
  pauseMinutes: whole(0, 480),
  noticeHours: whole(0, 720),
  horizonDays: whole(1, 90),
  /** How many calls a day may have; 0 is as many as fit. */
  mostPerDay: whole(0, 50),
  title: line(120).refine((value) => value !== '', 'must not be empty'),
  /** Where the call takes place: the address of a video room, or words. */
  place: line(500),
})
export type CalendarRules = z.output<typeof CalendarRules>

const workday = [
  { from: '09:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
]

/** What holds until the owner says otherwise: working hours, half an hour a call, two weeks ahead. */
export const defaultRules = (timezone: string): CalendarRules => ({
  timezone,
  week: weekdays.map((_day, index) => (index < 5 ? workday : [])),
  days: [],
  lengthMinutes: 30,
  everyMinutes: 30,
  pauseMinutes: 15,
  noticeHours: 4,
  horizonDays: 14,
  mostPerDay: 6,
  title: 'Strategy call',
  place: '',
})
