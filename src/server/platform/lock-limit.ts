import { sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'

/**
 * Runs a transaction in which no statement waits longer than `milliseconds` for what another has locked: it fails then
 * (`isLockTimeout`) and gives its connection back.
 */
export function withLockLimit<T>(
  database: Database,
  milliseconds: number,
  run: (transaction: Transaction<unknown>) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = ${sql.lit(milliseconds)}`.execute(transaction)
    return run(transaction)
  })
}
