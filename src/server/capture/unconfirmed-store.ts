import { sql } from 'kysely'
import type { UnconfirmedDetails } from '#contract/unconfirmed.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { isBrowserOf, MOST_HAND_OFFS } from '#server/tracking/known-to-browser.ts'

/**
 * The details that other browsers gave with a lead's email, one row per browser; undefined for an unknown lead. Of a person
 * who was erased there are none, and nothing is left to decide.
 */
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
        and exists (select from leads where id = ${leadId} and erased_at is null)
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
      select name, visitor_id from own order by at desc, id desc limit 1
    ), now as (
      select newest.visitor_id,
        -- What its form did not ask is as it was said before.
        coalesce((select name from own where name <> split_part(email, '@', 1) order by at desc, id desc limit 1),
          newest.name) as name,
        coalesce((select phone from own where phone <> '' order by at desc, id desc limit 1), '') as phone,
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

/**
 * Makes a browser a person's, unless it is somebody else's who left their details in it, and with it those that were
 * theirs by its hand-offs before it was parted.
 */
export async function giveBrowser(
  transaction: Queryable,
  newId: NewId,
  { visitorId, personId, at }: { visitorId: string; personId: string; at: Date },
): Promise<void> {
  for (
    let given = [visitorId];
    given.length > 0;
    given = await giveOpeners(transaction, newId, given, personId, at)
  )
    await sql`update visitors set person_id = ${personId} where id = any(${given}::uuid[])
      and not exists (select from leads where leads.person_id = visitors.person_id)`.execute(transaction)
}

/**
 * Links those to the person again that were theirs by these browsers' hand-offs, and returns them: not those that have
 * become somebody else's, or whose hand-off the owner undid.
 */
async function giveOpeners(
  transaction: Queryable,
  newId: NewId,
  given: string[],
  personId: string,
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ value: string; evidence: object }>`
    select distinct on (parted.value) parted.value, parted.evidence from person_links parted
    join visitor_links link on link.visitor_id::text = parted.value
      and link.from_visitor_id::text = parted.evidence ->> 'fromVisitorId' and link.undone_at is null
    join visitors opener on opener.id = link.visitor_id and opener.person_id is null
    where parted.person_id = ${personId} and parted.kind = 'visitor' and parted.undone_at is not null
      and parted.evidence ->> 'by' = 'hand-off' and parted.evidence ->> 'fromVisitorId' = any(${given}::text[])
      and not exists (select from person_links now where now.person_id = ${personId} and now.kind = 'visitor'
        and now.value = parted.value and now.undone_at is null)
    order by parted.value, parted.at desc`.execute(transaction)
  const links = rows.map((row) => ({ ...row, id: newId() }))
  await sql`
    insert into person_links (id, person_id, kind, value, evidence, at)
    select id, ${personId}, 'visitor', value, evidence, ${at}
    from json_to_recordset(${JSON.stringify(links)}::json) as link (id uuid, value text, evidence jsonb)`.execute(
    transaction,
  )
  return links.map(({ value }) => value)
}

/**
 * Ends what made a browser, and what was typed in it, a person's, and what made those theirs that opened its hand-offs;
 * that they once were stays on record.
 */
export async function takeBrowser(
  transaction: Queryable,
  claim: { visitorId: string; personId: string; captureIds: string[]; at: Date },
): Promise<void> {
  const { visitorId, personId, captureIds, at } = claim
  await sql`update person_links set undone_at = ${at} where person_id = ${personId} and undone_at is null
    and ((kind = 'visitor' and value = ${visitorId})
      or (kind = 'phone' and evidence ->> 'captureId' = any(${captureIds}::text[])))`.execute(transaction)
  for (
    let parted = [visitorId];
    parted.length > 0;
    parted = await takeOpeners(transaction, parted, personId, at)
  )
    await sql`update visitors set person_id = (
        select person_id from person_links where kind = 'visitor' and value = visitors.id::text and undone_at is null
        order by at desc, id desc limit 1)
      where id = any(${parted}::uuid[]) and person_id = ${personId}`.execute(transaction)
}

/**
 * Those that opened the hand-offs of a browser, or one of theirs, and are known as this lead's by nothing else: what they
 * did counted for it only by that browser.
 */
export async function openersOf(
  transaction: Queryable,
  { visitorId, leadId, personId }: Claim,
): Promise<string[]> {
  const opener = sql.ref('opener.visitor_id')
  const { rows } = await sql<{ visitor_id: string }>`
    with recursive opener (visitor_id, step) as (
      select visitor_id, 1 from visitor_links where from_visitor_id = ${visitorId} and undone_at is null
      union
      select link.visitor_id, opener.step + 1 from opener
      join visitor_links link on link.from_visitor_id = opener.visitor_id and link.undone_at is null
      where opener.step < ${MOST_HAND_OFFS}
    )
    select distinct visitor_id from opener where visitor_id <> ${visitorId} and not ${isBrowserOf(opener, sql`${personId}`)}
      and not exists (select from lead_captures own where own.visitor_id = opener.visitor_id
        and ${leadId} in (own.lead_id, own.claimed_lead_id))`.execute(transaction)
  return rows.map(({ visitor_id }) => visitor_id)
}

/** Parts those that opened the hand-offs of parted browsers from the person; returns those that are theirs no more. */
async function takeOpeners(
  transaction: Queryable,
  parted: string[],
  personId: string,
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    update person_links set undone_at = ${at} where person_id = ${personId} and kind = 'visitor' and undone_at is null
      and evidence ->> 'by' = 'hand-off' and evidence ->> 'fromVisitorId' = any(${parted}::text[])
    returning value`.execute(transaction)
  const openers = [...new Set(rows.map(({ value }) => value))]
  const { rows: others } = await sql<{ value: string }>`
    select opener.value from unnest(${openers}::text[]) opener (value)
    where not exists (select from person_links link where link.person_id = ${personId} and link.kind = 'visitor'
      and link.value = opener.value and link.undone_at is null)`.execute(transaction)
  return others.map(({ value }) => value)
}
