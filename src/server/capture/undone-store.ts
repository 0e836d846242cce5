import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { isBrowserOf, MOST_HAND_OFFS, visitorsKnownTo } from '#server/tracking/known-to-browser.ts'

/** A browser and those that opened its hand-offs, or one of theirs, and what of theirs counts for a lead. */
const countedBy = (visitorId: string): RawBuilder<unknown> => sql`(
  with recursive own (visitor_id, step) as (
    select ${visitorId}::uuid, 0
    union
    select link.visitor_id, own.step + 1 from own
    join visitor_links link on link.from_visitor_id = own.visitor_id and link.undone_at is null
    where own.step < ${MOST_HAND_OFFS}
  )
  select milestone.visitor_id, milestone.lead_id from milestones milestone
  where milestone.visitor_id in (select visitor_id from own) and milestone.lead_id is not null
  union
  select own.visitor_id, event.lead_id from own join external_events event on event.reference = own.visitor_id::text
  where event.lead_id is not null)`

/** The emails of the leads for which something counts that a browser did, or one that opened its hand-offs. */
export async function emailsKnownBy(transaction: Queryable, visitorId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct email from leads where id in (select lead_id from ${countedBy(visitorId)} counted)
    order by email`.execute(transaction)
  return rows.map(({ email }) => email)
}

/**
 * The leads for which something counts that a browser did, or one that opened its hand-offs, although these know nothing of
 * the lead: they gave its email in none, are not known as its person's, and opened no hand-off of one that did.
 */
export async function leadsKnownNoMore(
  transaction: Queryable,
  visitorId: string,
): Promise<{ leadId: string; visitorIds: string[] }[]> {
  const { rows } = await sql<{ leadId: string; visitorIds: string[] }>`
    select counted.lead_id as "leadId", array_agg(counted.visitor_id) as "visitorIds"
    from ${countedBy(visitorId)} counted join leads lead on lead.id = counted.lead_id
    where not ${isBrowserOf(sql.ref('counted.visitor_id'), sql.ref('lead.person_id'))}
      and not exists (select from ${visitorsKnownTo(sql.ref('counted.visitor_id'))} known
        join lead_captures capture on capture.visitor_id = known.visitor_id and capture.at <= known.until
        where lead.id in (capture.lead_id, capture.claimed_lead_id))
    group by counted.lead_id order by counted.lead_id`.execute(transaction)
  return rows
}

/** The persons that a browser was joined to by the hand-offs that were undone at a time, whose it is by nothing else. */
export async function personsLeft(transaction: Queryable, visitorId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select distinct person_id from person_links joined where kind = 'visitor' and value = ${visitorId}
      and evidence ->> 'by' = 'hand-off' and undone_at = ${at}
      and not ${isBrowserOf(sql`${visitorId}`, sql.ref('joined.person_id'))}`.execute(transaction)
  return rows.map(({ person_id }) => person_id)
}
