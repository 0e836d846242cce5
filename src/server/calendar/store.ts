import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { CalendarRules, defaultRules } from '#contract/calendar-hours.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { Occupied, Span } from './free-slots.ts'
import { UID_HOST } from './uid-host.ts'

/** The calendar's one row, as far as it is read often. */
export type CalendarRow = {
  rules: CalendarRules
  feedVersion: number
  busyAddress: string | null
  busyHost: string | null
  busyEtag: string | null
  busyModified: string | null
  busyReadAt: Date | null
  busyProblem: string | null
}

/** Reads the calendar's settings; what was never set, or can no longer be read, is as delivered, in the timezone given. */
export async function readCalendar(database: Queryable, timezone: string): Promise<CalendarRow> {
  const { rows } = await sql<Omit<CalendarRow, 'rules'> & { rules: unknown }>`
    select rules, feed_version as "feedVersion", busy_address as "busyAddress", busy_host as "busyHost",
      busy_etag as "busyEtag", busy_modified as "busyModified", busy_read_at as "busyReadAt", busy_problem as "busyProblem"
    from calendar_settings where id = 1`.execute(database)
  const [row] = rows
  if (!row) throw new Error('the calendar’s row is gone')
  const stored = CalendarRules.safeParse({ ...defaultRules(timezone), ...Object(row.rules) })
  if (!stored.success) return { ...row, rules: defaultRules(timezone) }
  return { ...row, rules: { ...stored.data, days: inWholeYears(stored.data.days) } }
}

/**
 * Days as they were meant: the field for a day gives one that is typed as 12/24/26 in the year 26, and earlier
 * versions stored it so. One that was set since in its whole year has precedence.
 */
function inWholeYears(days: CalendarRules['days']): CalendarRules['days'] {
  const named = new Set(days.map(({ date }) => date))
  return days.flatMap((day) => {
    const date = day.date.replace(/^00(?=\d\d-)/, '20')
    return date !== day.date && named.has(date) ? [] : { ...day, date }
  })
}

/** Whether the owner has ever said when calls can be booked. */
export async function hasCalendarRules(database: Queryable): Promise<boolean> {
  const { rows } = await sql`select 1 from calendar_settings
    where id = 1 and rules - ${UID_HOST}::text <> '{}'`.execute(database)
  return rows.length > 0
}

/** Keeps the timezone that holds now with rules that an earlier version saved without one: they were meant in it. */
export async function keepTimezone(database: Queryable, timezone: string): Promise<void> {
  await sql`update calendar_settings set rules = rules || ${JSON.stringify({ timezone })}::jsonb
    where id = 1 and rules - ${UID_HOST}::text <> '{}' and rules -> 'timezone' is null`.execute(database)
}

/**
 * Changes the rules that are named, and keeps the timezone that held until then; two changes at once both hold. False where
 * one of them is another by now than what it takes the place of: then nothing is changed.
 */
export const changeRules = (
  database: Database,
  change: Partial<CalendarRules>,
  by: { at: Date; timezone: string; inPlaceOf?: Partial<CalendarRules> | undefined },
): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    const { inPlaceOf } = by
    if (inPlaceOf && !(await isAsSeen(transaction, change, { rules: inPlaceOf, timezone: by.timezone })))
      return false
    await writeRules(transaction, change, by)
    return true
  })

async function isAsSeen(
  transaction: Queryable,
  change: Partial<CalendarRules>,
  seen: { rules: Partial<CalendarRules>; timezone: string },
): Promise<boolean> {
  await sql`select from calendar_settings where id = 1 for update`.execute(transaction)
  const { rules } = await readCalendar(transaction, seen.timezone)
  // The same once more is a second try after an answer that was lost.
  return CalendarRules.keyof().options.every(
    (name) =>
      change[name] === undefined ||
      seen.rules[name] === undefined ||
      [seen.rules[name], change[name]].some((one) => isDeepStrictEqual(one, rules[name])),
  )
}

async function writeRules(
  database: Queryable,
  change: Partial<CalendarRules>,
  { at, timezone }: { at: Date; timezone: string },
): Promise<void> {
  // Hours are saved by the clock that they were shown in, whatever the dashboard's is from then on.
  const kept = JSON.stringify({ timezone })
  await sql`update calendar_settings
    set rules = ${kept}::jsonb || coalesce(rules, '{}') || ${JSON.stringify(change)}::jsonb, updated_at = ${at}
    where id = 1`.execute(database)
  // Whole days, and times without a timezone, are read by the calendar's own.
  if (change.timezone !== undefined)
    await sql`update calendar_settings set busy_tried_at = null, busy_etag = null, busy_modified = null where id = 1`.execute(
      database,
    )
}

/** Gives the feed another address. */
export async function renewFeed(database: Queryable, at: Date): Promise<void> {
  await sql`update calendar_settings set feed_version = feed_version + 1, updated_at = ${at} where id = 1`.execute(
    database,
  )
}

const A_DAY = 86_400_000

/** What occupies the time around a span, the call of a uid aside. */
export async function readOccupied(
  database: Queryable,
  { from, to }: Span,
  exceptUid: string | null = null,
): Promise<Occupied> {
  // A day more on both sides: calls are counted by whole days of the coach's clock, and pauses reach out.
  const since = new Date(from - 2 * A_DAY)
  const until = new Date(to + 2 * A_DAY)
  const { rows } = await sql<{ start: Date | null; from: Date; to: Date }>`
    select start_at as start, lower(kept) as from, upper(kept) as to from calendar_bookings
    where state = 'booked' and start_at between ${since} and ${until} and uid is distinct from ${exceptUid}
    union all
    select null, starts_at, ends_at from calendar_busy where ends_at > ${since} and starts_at < ${until}`.execute(
    database,
  )
  const occupied: Occupied = { calls: [], busy: [] }
  for (const { start, from: begin, to: end } of rows) {
    const span = { from: begin.getTime(), to: end.getTime() }
    if (start) occupied.calls.push({ start: start.getTime(), kept: span })
    else occupied.busy.push(span)
  }
  return occupied
}
