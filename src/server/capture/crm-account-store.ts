import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database.ts'
import { forgetContactsToDelete } from './crm-erasure-store.ts'

const AT_ONCE = 5000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** By what an account of the CRM is known again; its id itself is nobody else's to read. */
export const fingerprintOf = (accountId: string): string =>
  createHash('sha256').update(accountId).digest('hex')

/** Forgets the ids of the next leads' contacts; returns the last of these leads, or null where there are no more. */
async function forgetContacts(transaction: Queryable, after: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with next as (
      select id from leads where id > ${after} and crm_contact_id is not null order by id limit ${AT_ONCE}
    )
    update leads set crm_contact_id = null, crm_contact_stale = true from next where leads.id = next.id
    returning leads.id`.execute(transaction)
  const ids = rows.map(({ id }) => id).sort()
  return ids.length < AT_ONCE ? null : (ids.at(-1) ?? null)
}

/**
 * Makes an account of the CRM the one that contacts' ids belong to. Where it was another before, the ids of that one are
 * forgotten, since they name nobody here: each lead is found by its email again when there is something to deliver.
 * Portion by portion, so that no lead waits for all others; processes that do it at once take turns.
 */
async function adoptCrmAccount(database: Database, accountId: string): Promise<void> {
  const fingerprint = fingerprintOf(accountId)
  let after: string | null = BEFORE_ALL
  while (after !== null) {
    const from: string = after
    after = await database.transaction().execute(async (transaction) => {
      await sql`insert into crm_account (id, fingerprint) values (1, ${fingerprint})
        on conflict (id) do nothing`.execute(transaction)
      const { rows } = await sql<{ fingerprint: string }>`
        select fingerprint from crm_account where id = 1 for update`.execute(transaction)
      if (rows[0]?.fingerprint === fingerprint) return null
      const last = await forgetContacts(transaction, from)
      await forgetContactsToDelete(transaction)
      // Until the last portion nobody's, so that no job that is under way brings an id of either account.
      const whose = last === null ? fingerprint : `not yet ${fingerprint}`
      await sql`update crm_account set fingerprint = ${whose} where id = 1`.execute(transaction)
      return last
    })
  }
}

/** Adopts the account that is in use at the moment of the call, where this process has not done so already. */
export function adoptOnce(database: Database, accountId: () => string | undefined): () => Promise<void> {
  let adopted: string | undefined
  return async () => {
    const current = accountId()
    if (current === undefined || current === adopted) return
    await adoptCrmAccount(database, current)
    adopted = current
  }
}
