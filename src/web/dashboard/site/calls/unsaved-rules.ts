import { z } from 'zod'
import { CalendarRules, type HourRange } from '#contract/calendar-hours.ts'
import { isSame } from '#web/dashboard/site/document/is-same.ts'
import { keptInTab } from '#web/dashboard/ui/kept-in-tab.ts'

// As they are typed: what is wrong with them is said when they are saved.
const Hours = z.array(z.object({ from: z.string(), to: z.string() }))

const Bounds = z.object({
  timezone: z.string(),
  lengthMinutes: z.number(),
  everyMinutes: z.number(),
  pauseMinutes: z.number(),
  noticeHours: z.number(),
  horizonDays: z.number(),
  mostPerDay: z.number(),
  title: z.string(),
  place: z.string(),
})

const Kept = z.object({
  bounds: Bounds.partial(),
  week: z.record(z.string(), Hours),
  days: z.record(z.string(), Hours.nullable()),
})

/**
 * What was changed of the calendar's rules and is not saved: bounds by name, weekdays by their place, days of their own by
 * date, null for one that has regular hours again.
 */
export type UnsavedRules = z.output<typeof Kept>

/** Nothing that is not saved. */
export const nothingUnsaved: UnsavedRules = { bounds: {}, week: {}, days: {} }

/** What stood in place of what is not saved when it was changed here: kept beside it. */
export const keptSeen = keptInTab('calendar-rules-seen', (value) => Kept.safeParse(value).data)

/** Where what is not saved is kept while the tab is open. */
export const keptRules = keptInTab('calendar-rules', (value) => Kept.safeParse(value).data)

const Day = z.object({ day: z.string() })

/** No day that is typed and not added. */
export const noDay = { day: '' }

/** Where a day off that is typed and not added is kept while the tab is open. */
export const keptDay = keptInTab('calendar-day-off', (value) => Day.safeParse(value).data)

/** The rules as they are stored, with what was changed and is not saved. */
export function withUnsaved(stored: CalendarRules, { bounds, week, days }: UnsavedRules): CalendarRules {
  const named = new Map<string, HourRange[] | null>(stored.days.map(({ date, hours }) => [date, hours]))
  for (const [date, hours] of Object.entries(days)) named.set(date, hours)
  return {
    ...stored,
    ...bounds,
    week: stored.week.map((hours, index) => week[index] ?? hours),
    days: [...named]
      .flatMap(([date, hours]) => (hours ? [{ date, hours }] : []))
      .sort((one, other) => one.date.localeCompare(other.date)),
  }
}

/** What is not saved, with a day off that is typed and not added; one that has hours of its own already keeps them. */
export const withDayOff = (unsaved: UnsavedRules, { days }: CalendarRules, typed: string): UnsavedRules =>
  typed === '' || days.some(({ date }) => date === typed)
    ? unsaved
    : { ...unsaved, days: { ...unsaved.days, [typed]: [] } }

/** Rules by name, without those that are stored like that already. */
export function notStored(stored: CalendarRules, rules: CalendarRules): Partial<CalendarRules> {
  const left: Partial<CalendarRules> = { ...rules }
  for (const name of CalendarRules.keyof().options) if (isSame(left[name], stored[name])) delete left[name]
  return left
}

/** What is not saved any more once all that was sent is. */
export function withoutSent({ bounds, week, days }: UnsavedRules, sent: UnsavedRules): UnsavedRules {
  const left = { bounds: { ...bounds }, week: { ...week }, days: { ...days } }
  for (const name of Bounds.keyof().options)
    if (left.bounds[name] === sent.bounds[name]) delete left.bounds[name]
  for (const [index, hours] of Object.entries(sent.week))
    if (isSame(left.week[index], hours)) delete left.week[index]
  for (const [date, hours] of Object.entries(sent.days))
    if (isSame(left.days[date], hours)) delete left.days[date]
  return left
}

/** What each rule that is changed here stood for when it was changed first: what is stored, where nothing was changed of it. */
export function seenBefore(
  stored: CalendarRules,
  { unsaved, seen }: { unsaved: UnsavedRules; seen: UnsavedRules },
  { bounds = {}, week = {}, days = {} }: Partial<UnsavedRules>,
): UnsavedRules {
  const now = { bounds: { ...seen.bounds }, week: { ...seen.week }, days: { ...seen.days } }
  for (const name of Bounds.keyof().options)
    if (name in bounds && !(name in unsaved.bounds)) now.bounds = { ...now.bounds, [name]: stored[name] }
  for (const index of Object.keys(week))
    if (!(index in unsaved.week)) now.week[index] = stored.week[Number(index)] ?? []
  for (const date of Object.keys(days)) if (!(date in unsaved.days)) now.days[date] = hoursOf(stored, date)
  return now
}

const hoursOf = ({ days }: CalendarRules, date: string): HourRange[] | null =>
  days.find((day) => day.date === date)?.hours ?? null

/** What saving would replace that another window stored since it was changed here, as it is stored now. */
export function replacedBy(stored: CalendarRules, unsaved: UnsavedRules, seen: UnsavedRules): UnsavedRules {
  const isReplaced = (now: unknown, before: unknown, mine: unknown) =>
    before !== undefined && !isSame(now, before) && !isSame(now, mine)
  const replaced: UnsavedRules = { bounds: {}, week: {}, days: {} }
  for (const name of Bounds.keyof().options)
    if (name in unsaved.bounds && isReplaced(stored[name], seen.bounds[name], unsaved.bounds[name]))
      replaced.bounds = { ...replaced.bounds, [name]: stored[name] }
  for (const [index, mine] of Object.entries(unsaved.week)) {
    const now = stored.week[Number(index)] ?? []
    if (isReplaced(now, seen.week[index], mine)) replaced.week[index] = now
  }
  for (const [date, mine] of Object.entries(unsaved.days)) {
    const now = hoursOf(stored, date)
    if (isReplaced(now, seen.days[date], mine)) replaced.days[date] = now
  }
  return replaced
}
