import pg from 'pg'
import { onTestFinished } from 'vitest'
import { waitFor } from './eventually.ts'

/** A transaction of a test's own that holds locks for as long as the test wants. */
export type LockHolder = {
  client: pg.Client
  /** The server's processes that wait for it: other work of the product may wait for locks of its own. */
  heldUp(): Promise<number[]>
  /** The server's processes that wait for those. */
  behind(): Promise<number[]>
  /** Waits until somebody waits for it. */
  untilHeldUp(who: string): Promise<unknown>
  /** Commits, so that whoever waits goes on. */
  letGo(): Promise<void>
}

/** Begins a transaction with a statement that locks something, and ends it with the test at the latest. */
export async function holdLocks(databaseUrl: string, statement: string): Promise<LockHolder> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  // A server ends what is idle in a transaction, after a quarter of a minute at times: a busy machine may take longer.
  await client.query(`set idle_in_transaction_session_timeout = 0; begin; ${statement}`)
  const heldUp = () => heldUpBy(client)
  return {
    client,
    heldUp,
    behind: async () => waitingFor(client, await heldUp()),
    untilHeldUp: (who) => waitFor(who, async () => (await heldUp()).length > 0),
    letGo: async () => void (await client.query('commit')),
  }
}

/** The server's processes that wait for what a connection holds. */
export async function heldUpBy(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return waitingFor(client, [rows[0].pid])
}

async function waitingFor(client: pg.Client, pids: number[]): Promise<number[]> {
  const { rows } = await client.query(
    'select pid from pg_locks where not granted and pg_blocking_pids(pid) && $1',
    [pids],
  )
  return rows.map(({ pid }) => pid)
}
