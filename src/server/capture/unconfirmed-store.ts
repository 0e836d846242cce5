import { sql } from 'kysely'
import type { UnconfirmedDetails } from '#contract/unconfirmed.ts'
import type { Queryable } from '#server/platform/database.ts'

/** The details that other browsers gave with a lead's email, one row per browser; undefined for an unknown lead. */
export async function listUnconfirmed(
  database: Queryable,
  leadId: string,
): Promise<UnconfirmedDetails[] | undefined> {
  const lead = await sql`select 1 from leads where id = ${leadId}`.execute(database)
  if (lead.rows.length === 0) return undefined
  const { rows } = await sql<
    Omit<UnconfirmedDetails, 'at' | 'decidedAt'> & { at: Date; decidedAt: Date | null }
  >`
    select id, visitor_id as "visitorId", confirmation as state, name, phone, details ->> 'phoneE164' as "phoneE164",
      slug as page, at, attribution ->> 'utm_source' as "utmSource", attribution ->> 'utm_campaign' as "utmCampaign",
      submits::integer, decided_at as "decidedAt"
    from (
      select capture.*, count(*) over (partition by visitor_id) as submits,
        row_number() over (partition by visitor_id order by at desc, id desc) as place
      from lead_captures capture where claimed_lead_id = ${leadId}
    ) one where place = 1 order by confirmation = 'open' desc, at desc, id desc`.execute(database)
  return rows.map(({ at, decidedAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}

/** A lead, and a browser that gave its email. */
export type Claim = {
  leadId: string
  personId: string
  email: string
  visitorId: string
  phoneE164: string | null
}

/** The claim of a capture; undefined where it is none, or the person is erased. */
export async function findClaim(transaction: Queryable, captureId: string): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    select lead.id as "leadId", lead.person_id as "personId", lead.email, capture.visitor_id as "visitorId",
      capture.details ->> 'phoneE164' as "phoneE164"
    from lead_captures capture join leads lead on lead.id = capture.claimed_lead_id
    where capture.id = ${captureId} and lead.erased_at is null`.execute(transaction)
  return rows[0]
}

/**
 * Writes the owner's word on every submit that a browser made with a lead's email, and returns their ids, oldest first.
 * What was parted belongs to nobody and is hidden; whether what is confirmed is hidden is worked out by the recount.
 */
export async function decideOnBrowser(
  transaction: Queryable,
  claim: { leadId: string; visitorId: string },
  confirmation: 'confirmed' | 'parted',
  at: Date,
): Promise<string[]> {
  const isParted = confirmation === 'parted'
  const leadId = isParted ? null : claim.leadId
  // What it submitted while it was taken for that person's is parted with the rest.
  const also = isParted ? sql`lead_id = ${claim.leadId}` : sql`false`
  const { rows } = await sql<{ id: string }>`
    with decided as (
      update lead_captures set lead_id = ${leadId}, claimed_lead_id = ${claim.leadId},
        confirmation = ${confirmation}, decided_at = ${at}, hidden = hidden or ${isParted}
      where visitor_id = ${claim.visitorId} and (claimed_lead_id = ${claim.leadId} or ${also})
      returning id, at
    ), receipts as (
      update consent_receipts set lead_id = ${leadId} where capture_id in (select id from decided)
    )
    select id from decided order by at, id`.execute(transaction)
  return rows.map(({ id }) => id)
}

/**
 * Makes a lead say what its own captures say: those that await the owner's word are left out. Returns whether the CRM's
 * contact has to be written again.
 */
export async function followOwnCaptures(transaction: Queryable, leadId: string): Promise<boolean> {
  const { rows } = await sql<{ isOther: boolean }>`
    with own as (
      select *, details ->> 'phoneE164' as phone_e164 from lead_captures
      where lead_id = ${leadId} and confirmation is distinct from 'open'
    ), newest as (
      select name, phone, visitor_id from own order by at desc, id desc limit 1
    ), now as (
      select newest.*,
        (select phone_e164 from own where phone_e164 is not null order by at desc, id desc limit 1) as phone_e164,
        coalesce((select attribution from own where attribution <> '{}' order by at desc, id desc limit 1), '{}') as touch,
        (select count(*) from lead_captures where lead_id = ${leadId}) as captures,
        (select min(at) from lead_captures where lead_id = ${leadId}) as first_at,
        (select max(at) from lead_captures where lead_id = ${leadId}) as last_at
      from newest
    ), before as (
      select name, phone_e164, last_touch from leads where id = ${leadId}
    ), written as (
      update leads set name = now.name, phone = now.phone, phone_e164 = now.phone_e164, visitor_id = now.visitor_id,
        last_touch = now.touch, capture_count = now.captures, first_captured_at = now.first_at,
        last_captured_at = now.last_at, crm_contact_stale = leads.crm_contact_stale
          or (leads.name, leads.phone_e164, leads.last_touch) is distinct from (now.name, now.phone_e164, now.touch)
      from now where leads.id = ${leadId}
    )
    select (before.name, before.phone_e164, before.last_touch)
      is distinct from (now.name, now.phone_e164, now.touch) as "isOther" from before, now`.execute(
    transaction,
  )
  return rows[0]?.isOther ?? false
}

/** Makes a browser a person's, unless it is somebody else's who left their details in it. */
export async function giveBrowser(
  transaction: Queryable,
  visitorId: string,
  personId: string,
): Promise<void> {
  await sql`update visitors set person_id = ${personId} where id = ${visitorId}
    and not exists (select from leads where leads.person_id = visitors.person_id)`.execute(transaction)
}

/** Ends what made a browser, and what was typed in it, a person's; that it once did stays on record. */
export async function takeBrowser(
  transaction: Queryable,
  claim: { visitorId: string; personId: string; captureIds: string[]; at: Date },
): Promise<void> {
  const { visitorId, personId, captureIds, at } = claim
  await sql`update person_links set undone_at = ${at} where person_id = ${personId} and undone_at is null
    and ((kind = 'visitor' and value = ${visitorId})
      or (kind = 'phone' and evidence ->> 'captureId' = any(${captureIds}::text[])))`.execute(transaction)
  await sql`update visitors set person_id = (
      select person_id from person_links where kind = 'visitor' and value = ${visitorId} and undone_at is null
      order by at desc, id desc limit 1)
    where id = ${visitorId} and person_id = ${personId}`.execute(transaction)
}
