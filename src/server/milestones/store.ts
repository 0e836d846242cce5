import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

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
 * Ties a visitor's milestones without a lead to the lead it became, and gives them, oldest first. A booking is only
 * the lead's where it was claimed for the lead's own email.
 */
export async function adoptMilestones(
  transaction: Queryable,
  visitorId: string,
  lead: { id: string; email: string },
): Promise<Pick<Milestone, 'id' | 'kind' | 'at' | 'evidence'>[]> {
  const { rows } = await sql<Pick<Milestone, 'id' | 'kind' | 'at' | 'evidence'>>`
    with adopted as (
      update milestones set lead_id = ${lead.id} where visitor_id = ${visitorId} and lead_id is null
        and (kind <> 'booking' or evidence ->> 'email' = ${lead.email})
      returning id, kind, at, evidence
    ) select * from adopted order by at, id`.execute(transaction)
  return rows
}

/** The lead that this browser itself submitted last. */
export async function findOwnLead(
  database: Queryable,
  visitorId: string,
): Promise<{ id: string; email: string; phone_e164: string | null } | undefined> {
  const { rows } = await sql<{ id: string; email: string; phone_e164: string | null }>`
    select lead.id, lead.email, lead.phone_e164 from lead_captures capture join leads lead on lead.id = capture.lead_id
    where capture.visitor_id = ${visitorId} and lead.erased_at is null
    order by capture.at desc limit 1`.execute(database)
  return rows[0]
}

/** Makes a visitor's watching and its captures wait for each other until the transaction ends. */
export async function lockVisitor(transaction: Queryable, visitorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`visitor ${visitorId}`}, 0))`.execute(transaction)
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
  const { rows } = await sql<{ furthest: number | null }>`
    select floor(max((evidence ->> 'watchTime')::numeric))::integer as furthest from milestones
    where kind = 'video_progress' and ${whose}`.execute(database)
  return rows[0]?.furthest ?? null
}

/** The seconds of the video that rules wait for, without repetition. */
export async function awaitedSeconds(database: Queryable): Promise<number[]> {
  const { rows } = await sql<{ second: number }>`
    select distinct coalesce((conditions ->> 'watchTime')::integer, 0) as second from auto_tag_rules
    where is_active and trigger = 'video_progress'`.execute(database)
  return rows.map(({ second }) => second)
}
