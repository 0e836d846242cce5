import type { Pool, PoolClient } from 'pg'

/** Sends statements down one connection without waiting for the answers of those before; they are done in their order. */
export type Pipeline = { run(statement: Statement, values: unknown[]): Promise<void> }

/** A statement and the name under which a connection keeps it parsed: another text, another name. */
export type Statement = { name: string; text: string }

/**
 * A pipeline on a pool whose connections may be sent several statements at once (pg's `pipeline`). Each statement is a
 * transaction of its own. Where the connection is lost all that are on their way fail, and the next opens another.
 * Every `replanAfterMs` the database plans statements anew: a plan made while a table, or its partition of a new month,
 * was empty reads all of it once it is full, and is kept until the table is analysed. `pooled` is for a pooler that gives
 * each transaction to another session: there nothing is kept parsed, and each statement is planned anew.
 */
export function pipelineOn(pool: Pool, replanAfterMs: number | 'pooled'): Pipeline {
  let shared: { client: Promise<PoolClient>; users: number } | null = null
  let plannedAt = performance.now()
  return {
    async run(statement, values) {
      const mine = shared ?? { client: pool.connect(), users: 0 }
      shared = mine
      mine.users += 1
      try {
        const client = await mine.client
        if (replanAfterMs === 'pooled') {
          await inOwnSession(client, statement.text, values)
          return
        }
        if (performance.now() - plannedAt >= replanAfterMs) {
          plannedAt = performance.now()
          // Goes before the statement on the same connection; where that is lost the statement says so.
          client.query('discard plans').catch(() => {})
        }
        await client.query({ ...statement, values })
      } catch (error) {
        // Whoever comes next starts with a connection that is known to be sound.
        if (shared === mine) shared = null
        throw error
      } finally {
        mine.users -= 1
        if (mine.users === 0) {
          if (shared === mine) shared = null
          mine.client.then(
            (client) => client.release(),
            () => {},
          )
        }
      }
    },
  }
}

/** Which session it is done in is not known before, so what is said of its plans is said in its transaction. */
async function inOwnSession(client: PoolClient, text: string, values: unknown[]): Promise<void> {
  const begun = client.query('begin; set local plan_cache_mode = force_custom_plan')
  const done = client.query({ text, values })
  // Of a statement that failed it takes back what there is.
  const committed = client.query('commit')
  await Promise.all([begun, done, committed])
}
