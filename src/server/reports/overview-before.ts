import { addDays, differenceInCalendarDays, format, parseISO } from 'date-fns'
import { sql } from 'kysely'
import type { Overview } from '#contract/page-analytics.ts'
import type { Timezone } from '#contract/range.ts'
import type { Database } from '#server/platform/database.ts'
import { countDistinct, countEvents } from './count-distinct.ts'
import { type Range, startOfLocalDay } from './resolve-range.ts'

type Before = NonNullable<Overview['previous']>

/**
 * The period before: as many days, ending the day before the range begins. While today is in the range its last
 * day is counted up to the same moment, so that a morning is compared with a morning.
 */
export async function countBefore(database: Database, range: Range, now: Date): Promise<Before> {
  const dayOf = (offset: number) => format(addDays(parseISO(range.firstDay), offset), 'yyyy-MM-dd')
  const firstDay = firstDayBefore(range).text
  const isOver = range.end <= now
  const before: Range = {
    tz: range.tz,
    firstDay,
    lastDay: dayOf(isOver ? -1 : -2),
    start: startOfLocalDay(range.tz, firstDay),
    end: isOver ? range.start : startOfLocalDay(range.tz, dayOf(-1)),
  }
  const whole = await countWholeDays(database, before)
  if (isOver) return whole
  const elapsed = now.getTime() - startOfLocalDay(range.tz, range.lastDay).getTime()
  // On the night clocks go back a day is an hour longer than the one before it.
  const until = new Date(Math.min(before.end.getTime() + Math.max(0, elapsed), range.start.getTime()))
  const last = await countPartOfDay(database, before.start, before.end, until)
  return {
    visitors: whole.visitors + last.visitors,
    pageViews: whole.pageViews + last.pageViews,
    leads: whole.leads + last.leads,
  }
}

/** The first day of the period before. */
export function firstDayBefore({ tz, firstDay, lastDay }: Range): { tz: Timezone; text: string } {
  const first = parseISO(firstDay)
  const days = differenceInCalendarDays(parseISO(lastDay), first) + 1
  return { tz, text: format(addDays(first, -days), 'yyyy-MM-dd') }
}

async function countWholeDays(database: Database, range: Range): Promise<Before> {
  if (range.lastDay < range.firstDay) return { visitors: 0, pageViews: 0, leads: 0 }
  const [visitors, pageViews, leads] = await Promise.all([
    countDistinct(database, 'visitor', range),
    countEvents(database, 'view', range.start, range.end),
    countDistinct(database, 'lead', range),
  ])
  return { visitors, pageViews, leads }
}

/** What came on the last day up to a moment; who was there on the days before it is counted there already. */
async function countPartOfDay(database: Database, start: Date, day: Date, until: Date): Promise<Before> {
  const { rows } = await sql<Before>`
    select
      (select count(*) from page_views where not hidden and at >= ${day} and at < ${until}) as "pageViews",
      (select count(distinct visitor_id) from page_views view where not hidden and at >= ${day} and at < ${until}
        and not exists (select from page_views earlier where earlier.visitor_id = view.visitor_id
          and not earlier.hidden and earlier.at >= ${start} and earlier.at < ${day})) as visitors,
      (select count(distinct lead_id) from lead_captures capture where not hidden and lead_id is not null
        and at >= ${day} and at < ${until}
        and not exists (select from lead_captures earlier where earlier.lead_id = capture.lead_id
          and not earlier.hidden and earlier.at >= ${start} and earlier.at < ${day})) as leads`.execute(
    database,
  )
  return rows[0] ?? { visitors: 0, pageViews: 0, leads: 0 }
}
