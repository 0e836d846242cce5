import { sql } from 'kysely'
import type { JoinedBy } from '#contract/payments.ts'
import { endPersonLink, notePersonLink } from '#server/capture/person-link-store.ts'
import type { Queryable } from '#server/platform/database.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import {
  type ExternalEvent,
  type ExternalEventKind,
  type FoundLead,
  linkToLead,
  lockByKey,
  setPhone,
} from './store.ts'

/**
 * Joins an external event that is nobody's yet to the lead it leads to, and keeps by what; returns the external event as it is then. What
 * the owner has settled stays as it is.
 */
export async function matchToLeadByWays(
  parts: { newId: NewId },
  transaction: Queryable,
  event: ExternalEvent,
  at: Date,
): Promise<ExternalEvent> {
  if (event.lead_id || event.settled_by_owner) return event
  const found = await findLead(transaction, event)
  if (!found) return event
  return linkFound(parts, transaction, event, { ...found, at })
}

/**
 * Joins to the lead of our own id what was only known by something weaker, because the id came with later news; what the
 * owner has settled stays.
 */
export async function preferReference(
  parts: { newId: NewId },
  transaction: Queryable,
  event: ExternalEvent,
  at: Date,
): Promise<ExternalEvent> {
  const { reference, lead_id: leadId, joined_by: by, settled_by_owner: isSettled } = event
  if (!reference || !leadId || isSettled || by === 'reference' || by === 'owner') return event
  const lead = await findByReference(transaction, reference)
  if (!lead) return event
  await endPersonLink(transaction, event.id, at)
  return linkFound(parts, transaction, event, { lead, by: 'reference', at })
}

/**
 * Puts the corrected phone number to an external event, and looks anew for whose it is where only the one before led to
 * somebody; undefined where there is no such event.
 */
export async function correctPhone(
  parts: { newId: NewId },
  transaction: Queryable,
  told: { kind: ExternalEventKind; key: string; phone: string | null },
  at: Date,
): Promise<ExternalEvent | undefined> {
  const before = await lockByKey(transaction, told)
  if (!before) return undefined
  await setPhone(transaction, before.id, told.phone)
  const event = { ...before, phone_e164: told.phone }
  const isOfOther = before.phone_e164 !== told.phone && event.joined_by === 'phone' && !event.settled_by_owner
  if (!isOfOther) return matchToLeadByWays(parts, transaction, event, at)
  await endPersonLink(transaction, event.id, at)
  await linkToLead(transaction, event.id, { leadId: null, by: null, at, isOwners: false })
  return matchToLeadByWays(parts, transaction, { ...event, lead_id: null, joined_by: null }, at)
}

async function linkFound(
  parts: { newId: NewId },
  transaction: Queryable,
  event: ExternalEvent,
  { lead, by, at }: { lead: FoundLead; by: Way; at: Date },
): Promise<ExternalEvent> {
  await linkToLead(transaction, event.id, { leadId: lead.id, by, at, isOwners: false })
  await notePersonLink(transaction, {
    id: parts.newId(),
    personId: lead.personId,
    eventKind: event.kind,
    externalEventId: event.id,
    evidence: { by, leadId: lead.id },
    at,
  })
  return { ...event, lead_id: lead.id, joined_by: by }
}

type Hints = Pick<ExternalEvent, 'kind' | 'email' | 'phone_e164' | 'reference'>

/** Finds whose an external event is, by the strongest way that leads to exactly one person; null where none does. */
async function findLead(transaction: Queryable, event: Hints): Promise<{ lead: FoundLead; by: Way } | null> {
  for (const by of waysOf[event.kind]) {
    const lead = await ways[by](transaction, event)
    if (lead) return { lead, by }
  }
  return null
}

const ways: Record<Way, (transaction: Queryable, event: Hints) => Promise<FoundLead | null>> = {
  email: async (transaction, { email }) => (email ? findByEmail(transaction, email) : null),
  phone: async (transaction, { phone_e164: phone }) => (phone ? findByPhone(transaction, phone) : null),
  reference: async (transaction, { reference }) =>
    reference ? findByReference(transaction, reference) : null,
  'same-email': async (transaction, { reference }) =>
    reference ? findByUnconfirmed(transaction, reference) : null,
  visitor: async (transaction, { email, kind }) => (email ? findByClaim(transaction, email, kind) : null),
}

async function findByEmail(transaction: Queryable, email: string): Promise<FoundLead | null> {
  const { rows } = await sql<FoundLead>`
    select id, person_id as "personId" from leads where email = ${email}`.execute(transaction)
  return rows[0] ?? null
}

/** A phone of one person is that person's; one that two people share is nobody's. */
async function findByPhone(transaction: Queryable, phone: string): Promise<FoundLead | null> {
  const { rows } = await sql<FoundLead>`
    select id, person_id as "personId" from leads where phone_e164 = ${phone}
    order by last_captured_at desc, id`.execute(transaction)
  return onlyOne(rows)
}

/**
 * Our own word that travelled along: the submit behind a token, the id of a lead or visitor as they went out once, or
 * the email that a form was opened with.
 */
async function findByReference(transaction: Queryable, reference: string): Promise<FoundLead | null> {
  if (!isId(reference)) return reference.includes('@') ? findByEmail(transaction, reference) : null
  const { rows } = await sql<FoundLead>`
    select lead.id, lead.person_id as "personId" from leads lead
    where lead.id = ${reference} and lead.erased_at is null
    union all
    (select lead.id, lead.person_id from lead_captures capture join leads lead on lead.id = capture.lead_id
      where (capture.visitor_id = ${reference} or capture.id = ${reference}) and lead.erased_at is null
        and capture.confirmation is distinct from 'open' order by capture.at desc limit 1)`.execute(
    transaction,
  )
  return rows[0] ?? null
}

/** The lead whose email was given in the browser that our word travelled from, while nobody has said whose it is. */
async function findByUnconfirmed(transaction: Queryable, reference: string): Promise<FoundLead | null> {
  if (!isId(reference)) return null
  const { rows } = await sql<FoundLead>`
    select lead.id, lead.person_id as "personId" from lead_captures capture
    join leads lead on lead.id = capture.lead_id
    where (capture.visitor_id = ${reference} or capture.id = ${reference}) and lead.erased_at is null
      and capture.confirmation = 'open' order by capture.at desc limit 1`.execute(transaction)
  return rows[0] ?? null
}

/** The lead of the one browser that claimed this email for itself when it came back from the vendor. */
async function findByClaim(
  transaction: Queryable,
  email: string,
  kind: ExternalEventKind,
): Promise<FoundLead | null> {
  const { rows } = await sql<FoundLead>`
    select own.id, own."personId" from (
      select distinct visitor_id from milestones where evidence ->> 'email' = ${email} and kind = ${kind}
    ) claim cross join lateral (
      select lead.id, lead.person_id as "personId" from lead_captures capture
      join leads lead on lead.id = capture.lead_id
      where capture.visitor_id = claim.visitor_id and lead.erased_at is null
        and capture.confirmation is distinct from 'open' order by capture.at desc limit 1
    ) own`.execute(transaction)
  return onlyOne(rows)
}

const onlyOne = (leads: FoundLead[]): FoundLead | null =>
  new Set(leads.map(({ personId }) => personId)).size === 1 ? (leads[0] ?? null) : null

/** A way to find whose an external event is, without the owner and without others of its kind. */
type Way = Exclude<JoinedBy, 'owner' | 'subscription'>

/**
 * The ways in which an external event of each kind is joined, the strongest first. A payment and a call carry the id we gave
 * them; what is typed into a form or a calendar is stronger than an id that travelled in its address.
 * The weakest is the id of a browser that only gave the lead's email.
 */
const waysOf: Record<ExternalEventKind, Way[]> = {
  application: ['email', 'phone', 'reference', 'visitor', 'same-email'],
  booking: ['email', 'phone', 'reference', 'visitor', 'same-email'],
  payment: ['reference', 'email', 'phone', 'visitor', 'same-email'],
  call: ['reference', 'phone', 'email', 'same-email'],
}
