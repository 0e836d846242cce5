import { sql } from 'kysely'
import type { Overview } from '#contract/page-analytics.ts'
import type { Timezone } from '#contract/range.ts'
import { zoneId } from '#server/counting/counted-values.ts'
import { dayIn } from '#server/counting/local-days.ts'
import { peopleFrom } from '#server/counting/read-values.ts'
import { addDays, daysBetween, type Range, startOfLocalDay } from '#server/counting/resolve-range.ts'
import type { Database } from '#server/platform/database.ts'
import { countEverybody, countViews } from './count-distinct.ts'

const HOUR_MS = 3_600_000

type Before = NonNullable<Overview['previous']>

/**
 * The period before: as many days, ending the day before the range begins. While today is in the range, the day that
 * stands for it is counted up to the same moment, so that a morning is compared with a morning, and none after it: of days
 * that have not come there is nothing to compare.
 */
export async function countBefore(database: Database, range: Range, now: Date): Promise<Before> {
  const dayOf = (offset: number) => addDays(range.firstDay, offset)
  const firstDay = firstDayBefore(range).text
  const isOver = range.end <= now
  const today = dayIn(range.tz, now)
  // How many days of the range have gone by, and with them of the period before.
  const past = daysBetween(range.firstDay, today)
  const days = daysBetween(firstDay, range.firstDay)
  const before: Range = {
    tz: range.tz,
    firstDay,
    lastDay: dayOf(isOver ? -1 : past - days - 1),
    start: startOfLocalDay(range.tz, firstDay),
    end: isOver ? range.start : startOfLocalDay(range.tz, dayOf(past - days)),
  }
  if (past < 0) return { visitors: 0, pageViews: 0, leads: 0 }
  const whole = await countWholeDays(database, before)
  if (isOver) return whole
  const elapsed = now.getTime() - startOfLocalDay(range.tz, today).getTime()
  // On the night clocks go back a day is an hour longer than the one before it.
  const until = new Date(
    Math.min(before.end.getTime() + elapsed, startOfLocalDay(range.tz, dayOf(past - days + 1)).getTime()),
  )
  const last = await countPartOfDay(database, before, until)
  return {
    visitors: whole.visitors + last.visitors,
    pageViews: whole.pageViews + last.pageViews,
    leads: whole.leads + last.leads,
  }
}

/** The first day of the period before. */
export function firstDayBefore({ tz, firstDay, lastDay }: Range): { tz: Timezone; text: string } {
  return { tz, text: addDays(firstDay, -daysBetween(firstDay, lastDay) - 1) }
}

async function countWholeDays(database: Database, range: Range): Promise<Before> {
  if (range.lastDay < range.firstDay) return { visitors: 0, pageViews: 0, leads: 0 }
  const { visitors, pageViews, leads } = await countEverybody(database, range)
  return { visitors, pageViews, leads }
}

/**
 * What came on the last day up to a moment; who was there on the days before it is counted there already. Whole hours
 * are counted already; of the one the moment lies in, the events of its shorter part are read, and taken away again
 * where that is the later one.
 */
async function countPartOfDay(database: Database, range: Range, until: Date): Promise<Before> {
  const { start, end: day } = range
  const elapsed = (until.getTime() - day.getTime()) / HOUR_MS
  const hours = Math.round(elapsed)
  const hour = new Date(day.getTime() + hours * HOUR_MS)
  const [from, to, sign] = hour < until ? [hour, until, 1] : [until, hour, -1]
  const counted = await sql<{ kind: 'visitor' | 'lead'; people: number }>`
    select kind, sum(${peopleFrom(range.firstDay)})::bigint as people
    from counted_values value join value_days on value_id = value.id
    where value.dimension = 'arrival' and value.within = '' and value.value::integer < ${hours}
      and tz = ${zoneId(range.tz)} and day = ${dayIn(range.tz, day)}::date group by kind`.execute(database)
  const people = (kind: 'visitor' | 'lead') => counted.rows.find((row) => row.kind === kind)?.people ?? 0
  const { rows } = await sql<Before>`
    with seen as materialized (
      select visitor_id, count(*) filter (where is_view) as views from visitor_activity
      where not hidden and at >= ${from} and at < ${to} group by 1
    ), captured as materialized (
      select distinct lead_id from lead_captures where not hidden and lead_id is not null and at >= ${from} and at < ${to}
    )
    select
      (select coalesce(sum(views), 0)::bigint from seen) as "pageViews",
      (select count(*) from seen where not exists (
        select from visitor_activity earlier where earlier.visitor_id = seen.visitor_id
          and not earlier.hidden and earlier.at >= ${start} and earlier.at < ${from})
        and not exists (select from sealed_visitors sealed where sealed.visitor_id = seen.visitor_id
          and greatest(sealed.last_view_at, sealed.last_capture_at) >= ${start})) as visitors,
      (select count(*) from captured where not exists (
        select from lead_captures earlier where earlier.lead_id = captured.lead_id
          and not earlier.hidden and earlier.at >= ${start} and earlier.at < ${from})) as leads`.execute(
    database,
  )
  const { visitors = 0, pageViews = 0, leads = 0 } = rows[0] ?? {}
  return {
    visitors: people('visitor') + sign * visitors,
    pageViews: (await countViews(database, day, hour)) + sign * pageViews,
    leads: people('lead') + sign * leads,
  }
}
