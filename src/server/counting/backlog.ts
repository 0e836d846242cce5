import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** The condition on a row of `visitor_activity` that it waits to be counted. */
export const isWaiting: RawBuilder<unknown> = sql`exists (select from rollup_queue waiting
  where waiting.visitor_id = visitor_activity.visitor_id and waiting.at = visitor_activity.at
    and waiting.path = visitor_activity.path and (waiting.capture_id is null) = visitor_activity.is_view)`

/** So many waiting events are counted while a reader waits; more are a rush. */
const RUSH = 20_000

/** Whether more page views wait to be counted than a reader would want to wait for. */
export async function isBacklogLong(database: Queryable): Promise<boolean> {
  return (await countWaiting(database, sql`limit ${RUSH + 1}`)) > RUSH
}

/** So few are counted while a reader hardly notices. */
const FEW = 1000

/** How many events wait, out of the counts by value; 0 where they are so few that a reader counts them. */
export async function countLeftOut(database: Queryable): Promise<number> {
  const waiting = await countWaiting(database, sql``)
  return waiting > FEW ? waiting : 0
}

/** Whether more waits than a reader would count along: what keeps coming meanwhile is no backlog. */
export async function isFarBehind(database: Queryable): Promise<boolean> {
  // Looked at after each portion: millions that wait must not be counted each time.
  const { rows } = await sql<{ is_far: boolean }>`
    select exists (select from rollup_queue offset ${FEW}) or exists (select from pending_leads offset ${FEW})
      or exists (select from pending_visitors offset ${FEW}) as is_far`.execute(database)
  return rows[0]?.is_far ?? false
}

const CROWD = { views: 5000, withinMs: 10_000 }

/** Whether the visitors of a rush are still coming: by what they viewed within the last ten seconds. */
export async function isCrowdComing(database: Queryable, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - CROWD.withinMs)
  return (await countWaiting(database, sql`where at >= ${since}`)) > CROWD.views
}

async function countWaiting(database: Queryable, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from rollup_queue ${which}) waiting`.execute(database)
  return rows[0]?.count ?? 0
}
