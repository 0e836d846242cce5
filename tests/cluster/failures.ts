import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { waitFor } from '#support/eventually.ts'
import type { Cluster, DatabaseNode } from './start-cluster.ts'

/** A way in which a primary is lost: what is done to it, and what lets it come back. */
export type Failure = {
  name: string
  begin(cluster: Cluster, primary: DatabaseNode): Promise<void>
  heal(cluster: Cluster, primary: DatabaseNode): Promise<void>
}

// As long as clients meet a primary that takes no writes.
const READ_ONLY_MS = 3000

/** The four ways that `npm run test:cluster` tries. */
export const failures: Failure[] = [
  {
    name: 'killed',
    begin: (_cluster, primary) => primary.kill(),
    async heal(_cluster, primary) {
      primary.start()
    },
  },
  {
    name: 'frozen',
    async begin(_cluster, primary) {
      primary.freeze()
    },
    async heal(_cluster, primary) {
      primary.thaw()
    },
  },
  {
    name: 'cut off',
    async begin(_cluster, primary) {
      for (const wire of primary.wires) wire.swallow()
    },
    async heal(_cluster, primary) {
      for (const wire of primary.wires) {
        // What was swallowed stays dead until it is cut.
        await wire.refuse()
        await wire.pass()
      }
    },
  },
  {
    name: 'fenced',
    async begin(_cluster, primary) {
      await asSuperuser(primary, [
        'alter system set default_transaction_read_only = on',
        'select pg_reload_conf()',
      ])
      await pause(READ_ONLY_MS)
      await switchOver(primary)
    },
    async heal(_cluster, primary) {
      await waitFor('the old primary to take connections', () =>
        asSuperuser(primary, [
          'alter system reset default_transaction_read_only',
          'select pg_reload_conf()',
        ]).then(
          () => true,
          () => false,
        ),
      )
    },
  },
]

async function switchOver(primary: DatabaseNode): Promise<void> {
  await waitFor('Patroni to take the order', async () => {
    const answer = await fetch(`${primary.restUrl}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: primary.name }),
      signal: AbortSignal.timeout(60_000),
    })
    return answer.ok
  })
}

async function asSuperuser(node: DatabaseNode, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: node.superuserUrl, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}
