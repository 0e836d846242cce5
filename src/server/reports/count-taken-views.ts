import { sql } from 'kysely'
import { timezones } from '#contract/range.ts'
import { NEVER } from './counts.ts'

/**
 * Adds page views to the totals by hour and to the distinct counts by day (design §5): further parts of a statement
 * whose first part, `taken`, takes them from `uncounted_views`.
 */
export const countingTaken = sql`
  fresh as materialized (
    -- Views that an older version took note of without a source are in these counts already.
    select date_trunc('hour', at, 'UTC') as hour, path, source, date_trunc('hour', previous, 'UTC') as previous_hour,
      count(*) as views
    from taken where source is not null group by 1, 2, 3, 4
  ), totals as (
    insert into hourly_totals (hour, kind, count) select hour, 'view', sum(views) from fresh group by 1 order by 1
    on conflict (hour, kind) do update set count = hourly_totals.count + excluded.count
  ), details as (
    insert into hourly_counts (hour, path, source, kind, count)
    select hour, path, source, 'view', sum(views) from fresh group by 1, 2, 3 order by 1, 2, 3
    on conflict (hour, path, source, kind) do update set count = hourly_counts.count + excluded.count
  ), cells as (
    insert into distinct_cells (kind, tz, day, previous_day, count)
    select 'visitor', tz, day, previous_day, sum(views) from (
      -- All timezones are whole hours from UTC, so a day is decided by the hour.
      select zone.tz, (hour at time zone zone.tz)::date as day,
        coalesce((previous_hour at time zone zone.tz)::date, ${NEVER}::date) as previous_day, views
      from (select hour, previous_hour, sum(views) as views from fresh group by 1, 2) one
      cross join unnest(${[...timezones]}::text[]) as zone (tz)
    ) cell where day <> previous_day group by 2, 3, 4 order by 2, 3, 4
    on conflict (kind, tz, day, previous_day) do update set count = distinct_cells.count + excluded.count
  )`
