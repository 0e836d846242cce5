import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { knownBy, visitorsKnownTo } from '#server/tracking/known-to-browser.ts'

/** Something a visitor reached in the funnel, once per kind and key. */
export type Milestone = {
  id: string
  visitorId: string
  kind: 'video_progress' | 'application' | 'booking'
  key: string
  at: Date
  evidence: { page?: string; watchTime?: number } & Record<string, unknown>
  leadId: string | null
}

/** Stores a milestone; false where the visitor has reached it before. */
export async function insertMilestone(transaction: Queryable, milestone: Milestone): Promise<boolean> {
  const { rows } = await sql`
    insert into milestones (id, visitor_id, kind, key, at, evidence, lead_id)
    values (${milestone.id}, ${milestone.visitorId}, ${milestone.kind}, ${milestone.key}, ${milestone.at},
      ${JSON.stringify(milestone.evidence)}, ${milestone.leadId})
    on conflict (visitor_id, kind, key) do nothing returning id`.execute(transaction)
  return rows.length > 0
}

/**
 * Ties milestones without a lead to the lead that their visitor became, and returns them, oldest first: its own, and
 * what was reached before the hand-off that it opened. A booking is only the lead's where it was claimed for the
 * lead's own email in a browser that is known as that person's; in any other each keeps how it is known. With them, the
 * furthest second of the video that the lead had reached before; null where none.
 */
export async function adoptMilestones(
  transaction: Queryable,
  lead: { id: string; email: string; visitorId: string; isLinked: boolean },
): Promise<{
  reached: Pick<Milestone, 'id' | 'kind' | 'at' | 'evidence'>[]
  watchedBefore: number | null
}> {
  const isOwn = lead.isLinked ? sql`evidence ->> 'email' = ${lead.email}` : sql`false`
  const { rows: reached } = await sql<
    Pick<Milestone, 'id' | 'kind' | 'at' | 'evidence'> & { watchedBefore: number | null }
  >`
    with adopted as (
      update milestones set lead_id = ${lead.id},
        evidence = milestones.evidence || ${JSON.stringify(knownBy(lead.isLinked))}::jsonb
      from ${visitorsKnownTo(lead.visitorId)} known
      where milestones.visitor_id = known.visitor_id and at <= known.until and lead_id is null
        and (kind <> 'booking' or ${isOwn})
      returning id, kind, at, evidence
    )
    select adopted.*, ${furthestOf(sql`lead_id = ${lead.id}`)} as "watchedBefore"
    from adopted order by at, id`.execute(transaction)
  return { reached, watchedBefore: reached[0]?.watchedBefore ?? null }
}

/** Takes back from a lead what a browser reached that is not its person's; that it was reached stays. */
export async function dropMilestones(
  transaction: Queryable,
  visitorId: string,
  leadId: string,
): Promise<void> {
  await sql`update milestones set lead_id = null, evidence = evidence - 'knownBy'
    where visitor_id = ${visitorId} and lead_id = ${leadId}`.execute(transaction)
}

/** Notes that what a browser reached for a lead is known to be that person's. */
export async function confirmMilestones(
  transaction: Queryable,
  visitorId: string,
  leadId: string,
): Promise<void> {
  await sql`update milestones set evidence = evidence - 'knownBy'
    where visitor_id = ${visitorId} and lead_id = ${leadId}`.execute(transaction)
}

/** Makes several browsers of one lead take turns until the transaction ends. */
export async function lockLead(transaction: Queryable, leadId: string): Promise<void> {
  await sql`select from leads where id = ${leadId} for no key update`.execute(transaction)
}

/**
 * The furthest second of the video that a lead has reached in any browser or, without a lead, the visitor; null where
 * nothing was watched yet.
 */
export async function furthestWatched(
  database: Queryable,
  of: { visitorId: string } | { leadId: string },
): Promise<number | null> {
  const whose =
    'leadId' in of ? sql`lead_id = ${of.leadId}` : sql`visitor_id = ${of.visitorId} and lead_id is null`
  const { rows } = await sql<{ furthest: number | null }>`select ${furthestOf(whose)} as furthest`.execute(
    database,
  )
  return rows[0]?.furthest ?? null
}

const furthestOf = (whose: RawBuilder<unknown>) => sql`(
  select floor(max((evidence ->> 'watchTime')::numeric))::integer from milestones
  where kind = 'video_progress' and ${whose})`

/** The seconds of the video that rules wait for, without repetition. */
export async function awaitedSeconds(database: Queryable): Promise<number[]> {
  const { rows } = await sql<{ second: number }>`
    select distinct coalesce((conditions ->> 'watchTime')::integer, 0) as second from auto_tag_rules
    where is_active and trigger = 'video_progress'`.execute(database)
  return rows.map(({ second }) => second)
}
