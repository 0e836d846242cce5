import { sql } from 'kysely'
import type { Timezone } from '#contract/range.ts'
import type { PastTime } from '#contract/retention.ts'
import { firstWholeDay, readSealedBefore } from '#server/counting/sealed.ts'
import type { Database } from '#server/platform/database.ts'
import { findMonthsBefore } from '#server/platform/month-partitions.ts'
import { viewsByMonth } from '#server/tracking/store.ts'

/** The instant `months` before another, which is null for ever. */
export function monthsBefore(now: Date, months: number): Date {
  const day = now.getUTCDate()
  const first = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1, now.getUTCHours(), now.getUTCMinutes()),
  )
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return new Date(first.getTime() + (Math.min(day, last) - 1) * 86_400_000)
}

/** Before when page views are past their time: the beginning of the month (of UTC) in which it ends, as whole months go. */
export function viewsEnd(now: Date, months: number): Date {
  const end = monthsBefore(now, months)
  return new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth()))
}

/** The page views that are past a time in months (null: none are), as a night of now would take them away. */
export async function findPastTime(
  database: Database,
  months: number | null,
  now: Date,
  timezone: Timezone,
): Promise<PastTime> {
  const sealed = await readSealedBefore(database)
  const end = months === null ? sealed : laterOf(viewsEnd(now, months), sealed)
  if (!end) return { pageViews: 0, firstDay: null, keptFrom: null, bytes: 0 }
  const found = await findMonthsBefore(database, viewsByMonth, end)
  const { rows } = await sql<{ views: number; first: string | null; kept: string }>`
    select count(*) as views, (min(at) at time zone ${timezone})::date::text as first,
      ${firstWholeDay(sql`${end}::timestamptz`, timezone)} as kept
    from page_views where at < ${end}`.execute(database)
  const { views = 0, first = null, kept = null } = rows[0] ?? {}
  const bytes = found.reduce((sum, month) => sum + month.bytes, 0)
  return { pageViews: views, firstDay: first, keptFrom: kept, bytes: views === 0 ? 0 : bytes }
}

const laterOf = (one: Date, other: Date | null): Date => (other && other > one ? other : one)
