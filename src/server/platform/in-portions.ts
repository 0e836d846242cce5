import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

const PORTION = 1000

/** Runs a statement that changes at most `limit` rows, each time in a transaction of its own, until it changes none. */
export async function inPortions(
  database: Database,
  statement: (limit: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await statement(sql`${PORTION}`).execute(database)
    if (!numAffectedRows) return
  }
}
