import { sql } from 'kysely'
import type { Failure } from '#server/integrations/failure.ts'
import type { Queryable } from '#server/platform/database.ts'
import { heldFor, isFree } from '#server/platform/held-until.ts'
import type { LeadOrigin } from './crm-analytics.ts'
import { isHeldTest } from './test-lead.ts'

/** A lead as far as its delivery to the CRM needs it. */
export type Deliverable = LeadOrigin & {
  email: string
  name: string
  phone_e164: string | null
  timezone: string | null
  crm_contact_id: string | null
  crm_contact_stale: boolean
  crm_failing_since: Date | null
  last_captured_at: Date
}

/**
 * Takes the exclusive right to deliver a lead for so many milliseconds, so that two processes never deliver it at once.
 * Undefined when another holds it. A tag that came after a lead was set aside has its full time anew; a job that is left
 * over from before brings none.
 */
export async function leaseLead(
  database: Queryable,
  leadId: string,
  ms: number,
): Promise<Deliverable | undefined> {
  const { rows } = await sql<Deliverable>`
    update leads set crm_lease_until = ${heldFor(ms)},
      crm_failing_since = case when crm_state = 'parked' and exists (
        select from lead_tags where lead_id = leads.id and state = 'waiting') then null else crm_failing_since end
    where id = ${leadId} and erased_at is null and not ${isHeldTest('leads')}
      and ${isFree('crm_lease_until')}
    returning id, email, name, phone_e164, slug, lead_magnet, details ->> 'timezone' as timezone,
      details ->> 'deviceType' as device_type, landing_path, first_touch, last_touch, crm_contact_id, crm_contact_stale, crm_failing_since, last_captured_at`.execute(
    database,
  )
  return rows[0]
}

/** Keeps that right for so many milliseconds from now on. */
export async function holdLead(database: Queryable, leadId: string, ms: number): Promise<void> {
  await sql`update leads set crm_lease_until = ${heldFor(ms)}
    where id = ${leadId} and crm_lease_until is not null`.execute(database)
}

/** Whether there is a lead to deliver: one that was not erased and is no test that goes nowhere. */
export async function leadExists(database: Queryable, leadId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from leads where id = ${leadId} and erased_at is null and not ${isHeldTest('leads')}`.execute(
      database,
    )
  return rows.length > 0
}

/**
 * Keeps the CRM's contact id, unless another account has taken the CRM's place since, where it names nobody. A capture or
 * a word of the owner's that came meanwhile leaves it stale, to be written once more.
 */
export async function keepContact(
  database: Queryable,
  lead: Deliverable,
  { contactId, account }: { contactId: string; account: string | undefined },
): Promise<void> {
  const isGone = sql`exists (select from crm_account where fingerprint <> ${account ?? null}::text)`
  await sql`update leads set crm_contact_id = case when ${isGone} then null else ${contactId} end,
    crm_contact_stale = ${isGone} or crm_contact_stale and (last_captured_at <> ${lead.last_captured_at}
      or name <> ${lead.name} or phone_e164 is distinct from ${lead.phone_e164})
    where id = ${lead.id} and erased_at is null`.execute(database)
}

/** Forgets a contact that is gone at the CRM. */
export async function forgetContact(database: Queryable, leadId: string): Promise<void> {
  await sql`update leads set crm_contact_id = null, crm_contact_stale = true
    where id = ${leadId} and erased_at is null`.execute(database)
}

/** Ends a lease with what came of it; false where the lead was erased meanwhile, of which nothing is kept. */
export async function endLease(
  database: Queryable,
  leadId: string,
  outcome: { at: Date } & (
    | { state: 'delivered'; reason: string | null; kind: null }
    | ({ state: 'waiting' | 'failing' | 'parked' } & Failure)
  ),
): Promise<boolean> {
  const { rows } = await sql`update leads set
      crm_lease_until = null,
      crm_state = ${outcome.state},
      crm_reason = ${outcome.reason},
      crm_failure_kind = ${outcome.kind},
      crm_delivered_at = case when ${outcome.state} = 'delivered' then ${outcome.at} else crm_delivered_at end,
      crm_failing_since = case when ${outcome.state} = 'delivered' then null
        when ${outcome.state} = 'waiting' then crm_failing_since
        else coalesce(crm_failing_since, ${outcome.at}) end
    where id = ${leadId} and erased_at is null returning id`.execute(database)
  if (rows.length > 0) return true
  await sql`update leads set crm_lease_until = null where id = ${leadId}`.execute(database)
  return false
}

/** How a lead's delivery stands, locked against others who would put it back into the queue. */
export async function lockDelivery(transaction: Queryable, leadId: string): Promise<string | undefined> {
  const { rows } = await sql<{ crm_state: string }>`
    select crm_state from leads where id = ${leadId} for no key update`.execute(transaction)
  return rows[0]?.crm_state
}

/** Lets a lead wait for delivery again; one that had been set aside gets its full time anew. */
export async function resetDelivery(transaction: Queryable, leadId: string): Promise<void> {
  await sql`update leads set crm_reason = null, crm_failure_kind = null, crm_state = 'waiting',
    crm_failing_since = case when crm_state = 'failing' then crm_failing_since end
    where id = ${leadId}`.execute(transaction)
}

/** The leads with something that could not be delivered, the longest waiting first, and their number in all. */
export async function failedLeads(
  transaction: Queryable,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await sql<{ id: string; total: number }>`
    with failed as (
      select id from leads where crm_state in ('failing', 'parked')
      union select lead_id from lead_tags where state = 'parked' and not evidence ? 'heldBack'
    )
    select id, count(*) over () as total from leads join failed using (id)
    order by last_captured_at, id limit ${limit}`.execute(transaction)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}
