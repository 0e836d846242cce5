import { type Kysely, sql } from 'kysely'

/** A migration that runs statements one after the other. */
export const applyAll =
  (statements: string[]) =>
  async (database: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  }
