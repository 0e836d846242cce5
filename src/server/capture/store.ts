import { sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import { isOwnersBrowser } from '#server/counting/who-is-counted.ts'
import type { Queryable } from '#server/platform/database.ts'

/** Makes captures of one email, and then of one phone, wait for each other until the transaction ends. */
export async function lockContact(
  transaction: Queryable,
  email: string,
  phone: string | null,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email}`}, 0))`.execute(transaction)
  if (phone)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`phone ${phone}`}, 0))`.execute(transaction)
}

/** What is known of the visitor that captures: its person and touches. */
export async function readVisitorTouches(
  transaction: Queryable,
  visitorId: string,
): Promise<
  | {
      person_id: string | null
      first_touch: Attribution
      last_touch: Attribution
      landing_path: string | null
      last_counted_at: Date | null
      is_owners: boolean
    }
  | undefined
> {
  const { rows } = await sql<{
    person_id: string | null
    first_touch: Attribution
    last_touch: Attribution
    landing_path: string | null
    last_counted_at: Date | null
    is_owners: boolean
  }>`select person_id, first_touch, last_touch, landing_path, last_counted_at, ${isOwnersBrowser('visitors')} as is_owners
    from visitors where id = ${visitorId}`.execute(transaction)
  return rows[0]
}

/** The lead of an email. */
export async function findLeadByEmail(
  transaction: Queryable,
  email: string,
): Promise<
  | {
      id: string
      person_id: string
      name: string
      phone_e164: string | null
      last_counted_at: Date | null
      last_touch: Attribution
    }
  | undefined
> {
  const { rows } = await sql<{
    id: string
    person_id: string
    name: string
    phone_e164: string | null
    last_counted_at: Date | null
    last_touch: Attribution
  }>`select id, person_id, name, phone_e164, last_counted_at, last_touch from leads where email = ${email} for update`.execute(
    transaction,
  )
  return rows[0]
}

/** Whether a person is known by some email already. */
export async function hasLead(transaction: Queryable, personId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from leads where person_id = ${personId} limit 1`.execute(transaction)
  return rows.length > 0
}

/** Creates a person. */
export async function insertPerson(transaction: Queryable, id: string, at: Date): Promise<void> {
  await sql`insert into people (id, created_at) values (${id}, ${at})`.execute(transaction)
}

/** A lead's row as a capture writes it. */
export type LeadChange = {
  id: string
  personId: string
  visitorId: string
  email: string
  name: string
  phone: string
  phoneE164: string | null
  slug: string
  captureSource: 'customer' | 'analytics'
  at: Date
  counted: boolean
  firstTouch: Attribution
  lastTouch: Attribution
  landingPath: string | null
  leadMagnet: string | null
  ipAddress: string | null
  userAgent: string | null
  details: Record<string, unknown>
  contactChanged: boolean
}

// A submit released from quarantine may be older than what the lead already says.
const isNewest = sql`(excluded.last_captured_at >= leads.last_captured_at)`

/**
 * Creates the lead of an email or brings it up to date. The first touch and the first page are kept;
 * name, phone and the last touch follow the newest capture.
 */
export async function saveLead(transaction: Queryable, lead: LeadChange): Promise<void> {
  const countedAt = lead.counted ? lead.at : null
  await sql`
    insert into leads (id, person_id, visitor_id, email, name, phone, phone_e164, slug, capture_source, capture_count,
      first_captured_at, last_captured_at, last_counted_at, first_touch, last_touch, landing_path, lead_magnet,
      ip_address, user_agent, details)
    values (${lead.id}, ${lead.personId}, ${lead.visitorId}, ${lead.email}, ${lead.name}, ${lead.phone},
      ${lead.phoneE164}, ${lead.slug}, ${lead.captureSource}, 1, ${lead.at}, ${lead.at}, ${countedAt},
      ${JSON.stringify(lead.firstTouch)}, ${JSON.stringify(lead.lastTouch)}, ${lead.landingPath},
      ${lead.leadMagnet}, ${lead.ipAddress}, ${lead.userAgent}, ${JSON.stringify(lead.details)})
    on conflict (email) do update set
      visitor_id = case when ${isNewest} then excluded.visitor_id else leads.visitor_id end,
      name = case when ${isNewest} then excluded.name else leads.name end,
      phone = case when ${isNewest} then excluded.phone else leads.phone end,
      phone_e164 = case when ${isNewest} then coalesce(excluded.phone_e164, leads.phone_e164)
        else coalesce(leads.phone_e164, excluded.phone_e164) end,
      capture_source = case when leads.capture_source = 'customer' then 'customer' else excluded.capture_source end,
      capture_count = leads.capture_count + 1,
      first_captured_at = least(leads.first_captured_at, excluded.first_captured_at),
      last_captured_at = greatest(leads.last_captured_at, excluded.last_captured_at),
      last_counted_at = greatest(leads.last_counted_at, excluded.last_counted_at),
      first_touch = case when leads.first_touch = '{}' then excluded.first_touch else leads.first_touch end,
      last_touch = case when excluded.last_touch = '{}' or not ${isNewest} then leads.last_touch else excluded.last_touch end,
      lead_magnet = case when ${isNewest} then coalesce(excluded.lead_magnet, leads.lead_magnet)
        else coalesce(leads.lead_magnet, excluded.lead_magnet) end,
      ip_address = case when ${isNewest} then coalesce(excluded.ip_address, leads.ip_address)
        else coalesce(leads.ip_address, excluded.ip_address) end,
      user_agent = case when ${isNewest} then coalesce(excluded.user_agent, leads.user_agent)
        else coalesce(leads.user_agent, excluded.user_agent) end,
      details = case when ${isNewest} then leads.details || excluded.details
        else excluded.details || leads.details end,
      crm_contact_stale = leads.crm_contact_stale or ${lead.contactChanged}`.execute(transaction)
}

/** Counts one more capture of a lead that changes nothing of what the lead says. */
export async function countRepeatedCapture(
  transaction: Queryable,
  leadId: string,
  capture: { at: Date; hidden: boolean; isForm: boolean },
): Promise<void> {
  await sql`update leads set capture_count = capture_count + 1,
      capture_source = case when ${capture.isForm} then 'customer' else capture_source end,
      first_captured_at = least(first_captured_at, ${capture.at}),
      last_captured_at = greatest(last_captured_at, ${capture.at}),
      last_counted_at = greatest(last_counted_at, ${capture.hidden ? null : capture.at})
    where id = ${leadId}`.execute(transaction)
}

/** Notes why something is known to belong to a person, once per person and value. */
export async function linkPerson(
  transaction: Queryable,
  link: {
    id: string
    personId: string
    kind: 'email' | 'phone' | 'visitor'
    value: string
    captureId: string
    /** Given where the owner said so. */
    by?: 'owner'
    at: Date
  },
): Promise<void> {
  await sql`
    insert into person_links (id, person_id, kind, value, evidence, at)
    select ${link.id}, ${link.personId}, ${link.kind}, ${link.value},
      ${JSON.stringify({ captureId: link.captureId, by: link.by })}::jsonb, ${link.at}
    where not exists (select from person_links where person_id = ${link.personId} and kind = ${link.kind}
      and value = ${link.value} and undone_at is null)`.execute(transaction)
}
