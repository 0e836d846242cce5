import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'

/** The lock of a name, as an expression: who asks for it waits until the transaction that has it ends. */
export const lockOn = (name: string): RawBuilder<unknown> =>
  sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`

/**
 * Takes locks one after the other until the transaction ends. What was committed meanwhile is seen by the next statement,
 * not by this one, so nothing is read here.
 */
export async function takeLocks(transaction: Queryable, locks: RawBuilder<unknown>[]): Promise<void> {
  await sql`select ${sql.join(locks)}`.execute(transaction)
}
