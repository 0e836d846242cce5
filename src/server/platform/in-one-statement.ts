import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'

/** Queries by the name under which the others of their statement may refer to them. */
export type NamedQueries = Record<string, RawBuilder<unknown>>

/**
 * Runs queries as one statement and returns the rows of `answer`, which may refer to them by name. All of them see the
 * database as it was before, and none may write a row that another writes. Foreign keys are checked at the end.
 */
export async function inOneStatement<Row>(
  transaction: Queryable,
  queries: NamedQueries,
  answer: RawBuilder<Row>,
): Promise<Row[]> {
  const named = Object.entries(queries).map(([name, query]) => sql`${sql.ref(name)} as (${query})`)
  const { rows } = await sql<Row>`with ${sql.join(named)} ${answer}`.execute(transaction)
  return rows
}
