import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'

/** By what an account of the CRM is known again; its id itself is nobody else's to read. */
export const fingerprintOf = (accountId: string): string =>
  createHash('sha256').update(accountId).digest('hex')

/**
 * Makes an account of the CRM the one that contacts' ids belong to. Where it was another before, the ids of that one are
 * forgotten, since they name nobody here: each lead is found by its email again when there is something to deliver.
 */
async function adoptCrmAccount(database: Database, accountId: string): Promise<void> {
  const fingerprint = fingerprintOf(accountId)
  await database.transaction().execute(async (transaction) => {
    await sql`insert into crm_account (id, fingerprint) values (1, ${fingerprint})
      on conflict (id) do nothing`.execute(transaction)
    const { rows } = await sql<{ fingerprint: string }>`
      select fingerprint from crm_account where id = 1 for update`.execute(transaction)
    if (rows[0]?.fingerprint === fingerprint) return
    await sql`update leads set crm_contact_id = null, crm_contact_stale = true
      where crm_contact_id is not null`.execute(transaction)
    await sql`update crm_account set fingerprint = ${fingerprint} where id = 1`.execute(transaction)
  })
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
