import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/**
 * What one browser knows of a lead, because it typed it itself or opened a hand-off that was made afterwards. Nothing
 * else may be told to it. `isLinked` says whether it is known as that person's browser: only then may it change the
 * lead or set off a call.
 */
export type KnownSubmission = {
  captureId: string
  name: string
  email: string
  phone: string
  phoneE164: string | null
  /** The lead that the submit counts for; null where the owner said that it was somebody else's. */
  lead: { id: string; phoneE164: string | null; isLinked: boolean } | null
}

/** Nobody passes a visit on through more browsers than this. */
export const MOST_HAND_OFFS = 4
// Nor do more than a few pass theirs on to one: the newest are looked at, however many were made up.
const MOST_GIVERS = 50

/**
 * A visitor and those whose hand-offs it opened, each with the time up to which it may be told what was given there:
 * a subquery with the columns visitor_id and until.
 */
export const visitorsKnownTo = (visitorId: RawBuilder<unknown> | string): RawBuilder<unknown> => {
  const steps = Array.from({ length: MOST_HAND_OFFS + 1 }, (_, step) => sql.id(`known_${step}`))
  // One row for each visitor at every step: two browsers may open each other's links as often as they like.
  const opened = steps.slice(1).map(
    (step, before) => sql`${step} as (
      select link.from_visitor_id as visitor_id, max(least(known.until, link.handed_at)) as until
      from ${steps[before]} known
      join visitor_links link on link.visitor_id = known.visitor_id and link.undone_at is null
      group by 1 order by 2 desc limit ${MOST_GIVERS})`,
  )
  const all = steps.map((step) => sql`select visitor_id, until from ${step}`)
  return sql`(
    with known_0 as (select ${visitorId}::uuid as visitor_id, 'infinity'::timestamptz as until),
    ${sql.join(opened)}
    select visitor_id, max(until) as until from (${sql.join(all, sql` union all `)}) known group by visitor_id)`
}

/**
 * The lead that a page view belongs to: the one that its browser knew last before it, by its own submit or by a
 * hand-off. `visitorId` and `at` are the view's.
 */
export const leadOfView = (
  visitorId: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select lead_id, confirmation from (
    -- Views are kept by the second.
    (select lead_id, confirmation, at from lead_captures
      where visitor_id = ${visitorId} and lead_id is not null and date_trunc('second', at) <= ${at}
      order by at desc limit 1)
    union all
    (select capture.lead_id, capture.confirmation, capture.at from (
        select from_visitor_id, max(handed_at) as handed_at from visitor_links link
        where link.visitor_id = ${visitorId} and link.undone_at is null and link.opened_at <= ${at} group by 1
      ) giver
      cross join lateral (
        select lead_id, confirmation, at from lead_captures
        where visitor_id = giver.from_visitor_id and lead_id is not null and at <= giver.handed_at
        order by at desc limit 1
      ) capture
      order by capture.at desc limit 1)
  ) known order by at desc limit 1)`

/**
 * A person's browsers: those known as theirs, and those whose hand-off they opened, as long as these are nobody else's.
 * A subquery of ids, for the owner alone.
 */
export const browsersOfPerson = (personId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select id from visitors where person_id = ${personId}
  union
  select giver.id from visitor_links link join visitors opener on opener.id = link.visitor_id
  join visitors giver on giver.id = link.from_visitor_id
  where opener.person_id = ${personId} and giver.person_id is null and link.undone_at is null)`

/** Whether a browser is known as a person's, as a condition. */
export const isBrowserOf = (
  visitorId: RawBuilder<unknown>,
  personId: RawBuilder<unknown>,
) => sql<boolean>`exists (
  select from person_links where kind = 'visitor' and value = ${visitorId}::text and person_id = ${personId}
    and undone_at is null)`

/** The submit that a browser knows and that was sent last. It takes as long where there is none. */
export async function findKnownSubmission(
  database: Queryable,
  visitorId: string,
): Promise<KnownSubmission | undefined> {
  const { rows } = await sql<
    Omit<KnownSubmission, 'lead'> & { leadId: string | null; leadPhone: string | null; isLinked: boolean }
  >`
    select capture.id as "captureId", capture.name, capture.email, capture.phone,
      capture.details ->> 'phoneE164' as "phoneE164", capture.lead_id as "leadId", lead.phone_e164 as "leadPhone",
      ${isBrowserOf(sql`${visitorId}`, sql`lead.person_id`)} as "isLinked"
    from ${visitorsKnownTo(visitorId)} known
    cross join lateral (
      select own.* from lead_captures own
      where own.visitor_id = known.visitor_id and own.at <= known.until
        and exists (select from leads where id = coalesce(own.lead_id, own.claimed_lead_id) and erased_at is null)
      order by own.at desc, own.id desc limit 1
    ) capture
    join leads lead on lead.id = coalesce(capture.lead_id, capture.claimed_lead_id)
    order by capture.at desc, capture.id desc limit 1`.execute(database)
  const [row] = rows
  if (!row) return undefined
  const { leadId, leadPhone, isLinked, ...submission } = row
  return { ...submission, lead: leadId === null ? null : { id: leadId, phoneE164: leadPhone, isLinked } }
}

/** The evidence on whatever a browser says that is not known as its lead's but gave the same email. */
export const knownBy = (isLinked: boolean): { knownBy?: 'same-email' } =>
  isLinked ? {} : { knownBy: 'same-email' }
