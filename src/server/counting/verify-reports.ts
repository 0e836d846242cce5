import { type RawBuilder, sql } from 'kysely'
import type { Timezone } from '#contract/range.ts'
import type { Database } from '#server/platform/database.ts'
import { adPeopleAnew } from './ad-people.ts'
import { touchOf } from './ad-touches.ts'
import { OTHER } from './named-values.ts'
import { recountAll } from './recount-portion.ts'
import { readRecounting } from './recount-queue.ts'
import { rollUpPending } from './roll-up.ts'
import { rollUpAll } from './roll-up-portion.ts'
import { isKept } from './sealed.ts'
import { type Check, valueChecks } from './verify-values.ts'
import { isCaptureHidden, isViewHidden } from './who-is-counted.ts'

/** One number that is not what the raw events say. */
export type Difference = { what: string; where: string; stored: number; counted: number }

/**
 * Recounts every rollup from the raw events and the blocks, trusting none of the flags kept for speed, and what is
 * counted for good by its sums, and returns what differs. An empty list means that cards, lists and charts tell the truth. What waits is counted before.
 */
export async function verifyReports(
  database: Database,
  say: (line: string) => void = () => {},
): Promise<Difference[]> {
  for (;;) {
    const recounting = await readRecounting(database)
    if (recounting)
      say(
        `What was hidden or brought back is counted first: ${recounting.of - recounting.done} visitors wait.`,
      )
    await recountAll(database)
    await rollUpPending(database, { patiently: true })
    const differences = await findDifferences(database)
    if (differences) return differences
  }
}

/** What differs now; undefined where something was hidden meanwhile and is not counted yet. */
function findDifferences(database: Database): Promise<Difference[] | undefined> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      if (await readRecounting(transaction)) return undefined
      await rollUpAll(transaction)
      await sql`set local jit = off`.execute(transaction)
      const differences: Difference[] = []
      const zones = await sql<{ name: Timezone }>`
        select name from counted_timezones where counted_at is not null order by id`.execute(transaction)
      const all = [...checks, ...valueChecks(zones.rows.map(({ name }) => name))]
      for (const [what, stored, counted] of all) {
        const { rows } = await sql<{ where: string; stored: number; counted: number }>`
          with stored as materialized (${stored}), counted as materialized (${counted})
          select place as "where", coalesce(stored.number, 0)::bigint as stored, coalesce(counted.number, 0)::bigint as counted
          from stored full join counted using (place)
          where coalesce(stored.number, 0) <> coalesce(counted.number, 0) order by place limit 50`.execute(
          transaction,
        )
        for (const row of rows) differences.push({ what, ...row })
      }
      return differences
    })
}

/** Page views and captures that count and are not counted for good, decided from what is stored of visitors, blocks and spam themselves. */
const views = sql`
  select view.visitor_id as id, view.at from page_views view join visitors visitor on visitor.id = view.visitor_id
  where ${isKept(sql`view.at`)} and not ${isViewHidden('view', 'visitor')}`
const captures = sql`
  select lead_id, visitor_id, at from lead_captures capture
  where lead_id is not null and ${isKept(sql`at`)} and not ${isCaptureHidden('capture')}`
// What somebody did in sealed months is told by no event any more.
const isKeptWhole = (visitorId: RawBuilder<unknown>) =>
  sql`not exists (select from sealed_visitors sealed where sealed.visitor_id = ${visitorId})`

const checks: Check[] = [
  [
    'page views of a visitor',
    sql`select id::text as place, page_view_count as number from visitors`,
    sql`select place, sum(number) as number from (
      select id::text as place, 1 as number from (${views}) view
      union all select visitor_id::text, views from sealed_visitors) one group by 1`,
  ],
  [
    'visits of a visitor',
    sql`select id::text as place, visit_count as number from visitors`,
    sql`select id::text as place, count(*) filter (where is_first) as number from (
      select id, is_kept and (lag(at) over (partition by id order by at, is_kept) is null
        or at - lag(at) over (partition by id order by at, is_kept) > interval '30 minutes') as is_first
      from (select id, at, true as is_kept from (${views}) view
        union all select visitor_id, last_view_at, false from sealed_visitors where last_view_at is not null) view
      union all select visitor_id, true from sealed_visitors cross join generate_series(1, visits)) one group by 1`,
  ],
  [
    'last counted view of a visitor',
    sql`select id::text as place, extract(epoch from last_view_at)::bigint as number from visitors`,
    sql`select id::text as place, extract(epoch from max(at))::bigint as number from (
      ${views} union all select visitor_id, last_view_at from sealed_visitors) view group by 1`,
  ],
  [
    'last counted capture of a lead',
    sql`select id::text as place, extract(epoch from last_counted_at)::bigint as number from leads`,
    sql`select lead_id::text as place, extract(epoch from max(at))::bigint as number from (
      ${captures} union all select lead_id, visitor_id, at from lead_captures
      where lead_id is not null and not hidden and not ${isKept(sql`at`)}) capture group by 1`,
  ],
  [
    'last counted view or capture of a visitor',
    sql`select id::text as place, extract(epoch from last_counted_at)::bigint as number from visitors`,
    sql`select id::text as place, extract(epoch from max(at))::bigint as number from (
      ${views} union all select visitor_id, at from (${captures}) capture
      union all select visitor_id, greatest(last_view_at, last_capture_at) from sealed_visitors) one group by 1`,
  ],
  [
    'the ad that brought a visitor first',
    sql`select visitor_id || ' ' || touch as place, 1 as number
      from counted_ad_visitors counted join ad_touches on id = touch_id where touch <> ${OTHER} and ${isKeptWhole(sql`counted.visitor_id`)}`,
    sql`select visitor_id || ' ' || touch as place, 1 as number from (
      select distinct on (visitor_id) visitor_id, touch from (
        select view.visitor_id, view.at, view.path, ${touchOf(sql`view.attribution`)} as touch
        from page_views view join visitors visitor on visitor.id = view.visitor_id
        where ${isKept(sql`view.at`)} and not ${isViewHidden('view', 'visitor')}
        union all
        select visitor_id, at, slug, ${touchOf(sql`attribution`)} from lead_captures capture
        where lead_id is not null and ${isKept(sql`at`)} and not ${isCaptureHidden('capture')}
      ) event order by visitor_id, at, path) first_one
      where ${isKeptWhole(sql`first_one.visitor_id`)} and not exists (select from counted_ad_visitors counted join ad_touches on id = touch_id
        where counted.visitor_id = first_one.visitor_id and ad_touches.touch = ${OTHER})`,
  ],
  [
    'leads by ad and when they reached what',
    sql`select concat_ws(' ', lead_id, first_one.touch, last_one.touch, first_at, last_at, between_at, saw_pitch_at, applied_at,
        booked_at) as place, 1 as number
      from counted_ad_people people join ad_touches first_one on first_one.id = first_touch_id
      join ad_touches last_one on last_one.id = last_touch_id`,
    sql`select concat_ws(' ', lead_id, first_touch, last_touch, first_at, last_at, between_at, saw_pitch_at, applied_at,
        booked_at) as place, 1 as number from (${adPeopleAnew}) people`,
  ],
]
