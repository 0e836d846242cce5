import { z } from 'zod'
import { cutText } from './text.ts'

/** The ten timezones the dashboard offers (docs/spec.md, 'Date ranges'); the first is the default. */
export const timezones = [
  'America/Los_Angeles',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'UTC',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
  'Asia/Shanghai',
  'Australia/Sydney',
] as const

/** One of the ten timezones. */
export type Timezone = (typeof timezones)[number]

/** Date ranges with their labels, in the order of the picker (docs/spec.md, 'Date ranges'). */
export const rangeLabels = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7-days': 'Last 7 days',
  'last-14-days': 'Last 14 days',
  'last-28-days': 'Last 28 days',
  'last-30-days': 'Last 30 days',
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-month': 'Last month',
  all: 'Maximum',
  custom: 'Custom',
} as const

/** A range's name. */
export type RangeName = keyof typeof rangeLabels

const rangeNames = Object.keys(rangeLabels) as [RangeName, ...RangeName[]]
/** Whether a text such as 2026-02-28 is a day that the calendar has. */
export const isCalendarDay = (text: string): boolean => {
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date like 2026-11-21')
  .refine(isCalendarDay, 'must be a day of the calendar')

/**
 * The range of a dashboard read: whole days `from`..`to` (both included) in the timezone `tz`; see `rangeAsked` for what
 * it is where no range is named.
 */
export const RangeQuery = z.object({
  range: z.enum(rangeNames).optional().meta({ default: 'this-week' }),
  from: day.optional(),
  to: day.optional(),
  tz: z.enum(timezones).default('America/Los_Angeles'),
})
export type RangeQuery = z.output<typeof RangeQuery>

/** Which range is asked for: the one that is named, else days of one's own where a day is, else the one given. */
export const rangeAsked = (
  { range, from, to }: Pick<RangeQuery, 'range' | 'from' | 'to'>,
  otherwise: RangeName = 'this-week',
): RangeName => range ?? (from || to ? 'custom' : otherwise)

/** A page of a list: search text, size (100 unless asked, at most 1,000) and where the page before ended. */
export const ListQuery = RangeQuery.extend({
  q: z
    .string()
    // What is copied from a page or a document may have blanks that keep a name on one line.
    .overwrite((text) => cutText(text.replace(/\p{Zs}/gu, ' '), text.length))
    .max(200)
    .default(''),
  limit: z.coerce.number<number | string>().int().min(1).max(1000).default(100),
  cursor: z.string().max(200).optional(),
})
export type ListQuery = z.output<typeof ListQuery>

/** By which of its columns a list can be asked for, where it is short enough to be put in order; newest first unless asked. */
export const sorting = <const Names extends readonly [string, ...string[]]>(names: Names) => ({
  sort: z.enum(names).optional(),
  dir: z.enum(['asc', 'desc']).default('asc'),
})

const value = z.string().max(200).optional()

/** By what the owner narrows reads to a part of the traffic. */
export const trafficFilter = {
  source: value,
  page: z.string().max(500).optional(),
  campaign: value,
  ad: value,
}
