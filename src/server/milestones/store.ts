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
): Promise<Pick<Milestone, 'kind' | 'at' | 'evidence'>[]> {
  const { rows } = await sql<Pick<Milestone, 'kind' | 'at' | 'evidence'>>`
    with adopted as (
      update milestones set lead_id = ${lead.id} where visitor_id = ${visitorId} and lead_id is null
        and (kind <> 'booking' or evidence ->> 'email' = ${lead.email})
      returning kind, at, evidence
    ) select * from adopted order by at`.execute(transaction)
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
