import { type RawBuilder, sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import { isBlocked, isOwnersBrowser } from '#server/counting/who-is-counted.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Rule } from '#server/tagging/matching-rules.ts'
import { activeRulesAsJson } from '#server/tagging/store.ts'
import { isBrowserOf } from '#server/tracking/known-to-browser.ts'
import type { Capture } from './submit.ts'

/** What a submission became when it came first, and who sent it. */
export type KnownSubmit = {
  captureId: string
  leadId: string | null
  visitorId: string | null
  email: string
}

/** All that is known of who submits, before the submit itself is stored. */
export type Known = {
  /** What the same submission became when it came first. */
  submission: KnownSubmit | null
  visitor: {
    personId: string | null
    /** Whether that person has a lead, of whatever email. */
    hasLead: boolean
    firstTouch: Attribution
    lastTouch: Attribution
    landingPath: string | null
    isOwners: boolean
  } | null
  /** The lead of the email, locked. */
  lead: {
    id: string
    personId: string
    name: string
    phoneE164: string | null
    lastTouch: Attribution
  } | null
  /** Whether the visitor's person was erased, so that nothing more is stored of it. */
  isErased: boolean
  /** Whether the browser is known as that lead's person's, and whether the owner said that it is somebody else's. */
  isLinked: boolean
  isParted: boolean
  /** Whether the address or the page is blocked now. */
  isBlocked: boolean
  /** When this email and this browser were counted last. */
  countedUntil: Date | null
  /** The rules that are switched on. */
  rules: Rule[]
}

/**
 * Reads in one statement what is known of who submits, and lets `recorded` store what is told of the visitor, unless the
 * same submission is here already or the visitor's person was erased. The caller holds the locks of contact and visitor.
 */
export async function identify(
  transaction: Queryable,
  who: Pick<Capture, 'visitorId' | 'submissionId' | 'email' | 'slug' | 'ipAddress'>,
  recorded: RawBuilder<unknown> = sql`null`,
): Promise<Known> {
  const isErased = sql`exists (select from erased_visitors where visitor_id = ${who.visitorId})`
  const { rows } = await sql<Known>`
    with submission as (
      select id, lead_id, visitor_id, email from lead_captures where submission_id = ${who.submissionId}
    ), visitor as materialized (
      select *, ${isOwnersBrowser('visitors')} as is_owners from visitors where id = ${who.visitorId} for update
    ), lead as materialized (
      select * from leads where email = ${who.email} for update
    )
    select
      case when submission.id is not null then
        json_build_object('captureId', submission.id, 'leadId', submission.lead_id, 'visitorId', submission.visitor_id,
          'email', submission.email) end as submission,
      case when visitor.id is not null then json_build_object('personId', visitor.person_id,
        'hasLead', exists (select from leads other where other.person_id = visitor.person_id),
        'firstTouch', visitor.first_touch, 'lastTouch', visitor.last_touch, 'landingPath', visitor.landing_path,
        'isOwners', visitor.is_owners) end as visitor,
      case when lead.id is not null then json_build_object('id', lead.id, 'personId', lead.person_id,
        'name', lead.name, 'phoneE164', lead.phone_e164, 'lastTouch', lead.last_touch) end as lead,
      ${isErased} as "isErased",
      ${isBrowserOf(sql`${who.visitorId}`, sql`lead.person_id`)} as "isLinked",
      exists (select from lead_captures where claimed_lead_id = lead.id and visitor_id = ${who.visitorId}
        and confirmation = 'parted') as "isParted",
      ${isBlocked(sql`${who.ipAddress}`, sql`${who.slug}`)} as "isBlocked",
      greatest(visitor.last_counted_at, lead.last_counted_at) as "countedUntil",
      ${activeRulesAsJson} as rules,
      -- Only now, when visitor and lead are locked and read as they were before.
      case when submission.id is null and not ${isErased} then ${recorded}::text end
    from (select) one left join submission on true left join visitor on true left join lead on true`.execute(
    transaction,
  )
  const [known] = rows
  if (!known) throw new Error('asking who submits gave no row')
  return known
}
