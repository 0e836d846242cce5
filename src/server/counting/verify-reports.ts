import { sql } from 'kysely'
import type { Timezone } from '#contract/range.ts'
import type { Database } from '#server/platform/database.ts'
import { recountAll } from './recount-portion.ts'
import { readRecounting } from './recount-queue.ts'
import { rollUpPending } from './roll-up.ts'
import { rollUpAll } from './roll-up-portion.ts'
import { type Check, valueChecks } from './verify-values.ts'
import { isCaptureHidden, isViewHidden } from './who-is-counted.ts'

/** One number that is not what the raw events say. */
export type Difference = { what: string; where: string; stored: number; counted: number }

/**
 * Recounts every rollup from the raw events and the blocks, trusting none of the flags kept for speed, and
 * gives what differs. An empty list means that cards, lists and charts tell the truth. What waits is counted before.
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

/** Page views and captures that count, decided from what is stored of visitors, blocks and spam themselves. */
const views = sql`
  select view.visitor_id as id, view.at from page_views view join visitors visitor on visitor.id = view.visitor_id
  where not ${isViewHidden('view', 'visitor')}`
const captures = sql`
  select lead_id, visitor_id, at from lead_captures capture where lead_id is not null and not ${isCaptureHidden('capture')}`

const checks: Check[] = [
  [
    'page views of a visitor',
    sql`select id::text as place, page_view_count as number from visitors`,
    sql`select id::text as place, count(*) as number from (${views}) view group by 1`,
  ],
  [
    'visits of a visitor',
    sql`select id::text as place, visit_count as number from visitors`,
    sql`select id::text as place, count(*) filter (where is_first) as number from (
      select id, lag(at) over (partition by id order by at) is null
        or at - lag(at) over (partition by id order by at) > interval '30 minutes' as is_first
      from (${views}) view) one group by 1`,
  ],
  [
    'last counted view of a visitor',
    sql`select id::text as place, extract(epoch from last_view_at)::bigint as number from visitors`,
    sql`select id::text as place, extract(epoch from max(at))::bigint as number from (${views}) view group by 1`,
  ],
  [
    'last counted capture of a lead',
    sql`select id::text as place, extract(epoch from last_counted_at)::bigint as number from leads`,
    sql`select lead_id::text as place, extract(epoch from max(at))::bigint as number from (${captures}) capture group by 1`,
  ],
  [
    'last counted view or capture of a visitor',
    sql`select id::text as place, extract(epoch from last_counted_at)::bigint as number from visitors`,
    sql`select id::text as place, extract(epoch from max(at))::bigint as number from (
      ${views} union all select visitor_id, at from (${captures}) capture) one group by 1`,
  ],
]
