import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Takes the payer's name out of payments; the amounts stay, as books must. */
export async function erasePayments(transaction: Queryable, externalEventIds: string[]): Promise<void> {
  await sql`update payments set payer_name = null where id = any(${externalEventIds}::uuid[])`.execute(
    transaction,
  )
}
