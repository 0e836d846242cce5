import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { type ExternalEventKind, type Way, waysOf } from './match-ways.ts'
import type { ExternalEvent, FoundLead } from './store.ts'

type Hints = Pick<ExternalEvent, 'kind' | 'email' | 'phone_e164' | 'reference'>

/** Finds whose an external event is, by the strongest way that leads to exactly one person; null where none does. */
export async function findLead(
  transaction: Queryable,
  event: Hints,
): Promise<{ lead: FoundLead; by: Way } | null> {
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
