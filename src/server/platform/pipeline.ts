import type { Pool, PoolClient } from 'pg'

/** Sends statements down one connection without waiting for the answers of those before; they are done in their order. */
export type Pipeline = { run(statement: Statement, values: unknown[]): Promise<void> }

/** A statement and the name under which a connection keeps it parsed: another text, another name. */
export type Statement = { name: string; text: string }

/**
 * A pipeline on a pool whose connections may be sent several statements at once (pg's `pipeline`). Each statement is a
 * transaction of its own. Where the connection is lost all that are on their way fail, and the next opens another.
 */
export function pipelineOn(pool: Pool): Pipeline {
  let shared: { client: Promise<PoolClient>; users: number } | null = null
  return {
    async run(statement, values) {
      const mine = shared ?? { client: pool.connect(), users: 0 }
      shared = mine
      mine.users += 1
      try {
        const client = await mine.client
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
