import { sql } from 'kysely'
import type { Failure } from '#server/integrations/failure.ts'
import type { Queryable } from '#server/platform/database.ts'
import { isFree } from '#server/platform/held-until.ts'
import { isHeldTest } from './test-lead.ts'

/** A contact that the CRM has to delete. */
export type CrmErasure = {
  id: string
  leadId: string
  email: string
  contactId: string | null
  failingSince: Date | null
}

/**
 * Notes the contacts that the CRM has to delete for leads about to be erased, and returns the ids of the notes. A lead
 * that was never sent anywhere needs none; a test of the owner's that was not sent least of all: the contact of that email
 * is the owner's own.
 */
export async function noteErasures(
  transaction: Queryable,
  newId: () => string,
  leadIds: string[],
  options: { at: Date; isCrmConnected: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; email: string; crm_contact_id: string | null }>`
    select id, email, crm_contact_id from leads
    where id = any(${leadIds}::uuid[]) and erased_at is null
      and ((${options.isCrmConnected} and not ${isHeldTest('leads')}) or crm_contact_id is not null or crm_state <> 'waiting'
        or crm_failing_since is not null)`.execute(transaction)
  const ids: string[] = []
  for (const lead of rows) {
    const id = newId()
    await sql`insert into crm_erasures (id, lead_id, email, contact_id, asked_at)
      values (${id}, ${lead.id}, ${lead.email}, ${lead.crm_contact_id}, ${options.at})`.execute(transaction)
    ids.push(id)
  }
  return ids
}

/** A contact that is still to be deleted; undefined once it is. `isLeased` while its lead is being delivered. */
export async function openErasure(
  database: Queryable,
  id: string,
): Promise<(CrmErasure & { isLeased: boolean }) | undefined> {
  const { rows } = await sql<CrmErasure & { isLeased: boolean }>`
    select erasure.id, lead_id as "leadId", erasure.email, contact_id as "contactId",
      failing_since as "failingSince", not ${isFree('lead.crm_lease_until')} as "isLeased"
    from crm_erasures erasure join leads lead on lead.id = erasure.lead_id
    where erasure.id = ${id} and erasure.email is not null`.execute(database)
  return rows[0]
}

/** Notes that the CRM has deleted a contact: from now on nothing here says whose it was. */
export async function finishErasure(database: Queryable, id: string, at: Date): Promise<void> {
  await sql`update crm_erasures set state = 'done', email = null, contact_id = null, reason = null,
    failure_kind = null, failing_since = null, done_at = ${at} where id = ${id}`.execute(database)
}

/** Forgets the ids of contacts that are still to be deleted, so that each is looked up by its email. */
export async function forgetContactsToDelete(transaction: Queryable): Promise<void> {
  await sql`update crm_erasures set contact_id = null where state <> 'done' and contact_id is not null`.execute(
    transaction,
  )
}

/** Notes why a contact is not deleted yet, or that it was set aside. */
export async function noteErasureFailure(
  database: Queryable,
  id: string,
  failure: Failure & { state: 'failing' | 'parked'; at: Date },
): Promise<void> {
  await sql`update crm_erasures set state = ${failure.state}, reason = ${failure.reason},
    failure_kind = ${failure.kind},
    failing_since = coalesce(failing_since, ${failure.at}) where id = ${id} and email is not null`.execute(
    database,
  )
}

/**
 * Lets deletions that were set aside or are failing wait again, all or the one named, and returns them. One that had been
 * set aside gets its full time anew.
 */
export async function reopenErasures(
  transaction: Queryable,
  id: string | null,
): Promise<{ id: string; wasFailing: boolean }[]> {
  const { rows } = await sql<{ id: string; wasFailing: boolean }>`
    with failed as (
      select id, state = 'failing' as is_failing from crm_erasures
      where state in ('failing', 'parked') and (${id}::uuid is null or id = ${id}) for update
    )
    update crm_erasures erasure set state = 'waiting', reason = null, failure_kind = null,
      failing_since = case when is_failing then failing_since end
    from failed where erasure.id = failed.id returning erasure.id, is_failing as "wasFailing"`.execute(
    transaction,
  )
  return rows
}
