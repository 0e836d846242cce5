import { Socket } from 'node:net'
import { Client, type ClientConfig, type PoolClient } from 'pg'

// How much longer than the longest statement an answer may take before the server is asked about it.
const GRACE_MS = 2000
const ASKING_MS = 2000

/**
 * Ends a pooled connection that the network lost without a word, so that only what runs on it fails. A statement that
 * was allowed to take longer than `statementTimeoutMs`, and that the server is still at work on, goes on.
 */
export function endWhenLost(
  client: PoolClient,
  connection: ClientConfig,
  statementTimeoutMs: number,
  isPooled = false,
): void {
  // pg's types call every pooled client a ClientBase; the pool makes Clients.
  if (!(client instanceof Client)) return
  const socket = client.connection.stream
  if (!(socket instanceof Socket)) return
  const quietMs = statementTimeoutMs + GRACE_MS
  socket.setTimeout(quietMs, async () => {
    const isBusy = 'readyForQuery' in client && client.readyForQuery !== true
    if (!isBusy) return
    const process = 'processID' in client ? Number(client.processID) : 0
    const which = isPooled ? pooledFor(statementTimeoutMs) : { text: 'pid = $1', values: [process] }
    if (await isAtWork(connection, which)) socket.setTimeout(quietMs)
    else socket.destroy()
  })
}

/** A pooler hides which session works for whom; one of this pool that takes that long may be it. */
const pooledFor = (milliseconds: number) => ({
  text: `application_name = current_setting('application_name') and datname = current_database()
    and pid <> pg_backend_pid() and query_start < now() - $1 * interval '1 millisecond'`,
  values: [milliseconds],
})

/** Whether the server, asked over a connection of its own, is at work on what another connection waits for. */
async function isAtWork(
  connection: ClientConfig,
  { text, values }: { text: string; values: number[] },
): Promise<boolean> {
  const other = new Client({
    ...connection,
    connectionTimeoutMillis: ASKING_MS,
    query_timeout: ASKING_MS,
  })
  other.on('error', () => {})
  try {
    await other.connect()
    // One that waits for our next word, or for us to take its answer, has lost us as well.
    const { rowCount } = await other.query(
      `select from pg_stat_activity where ${text} and state = 'active'
        and wait_event_type is distinct from 'Client'`,
      values,
    )
    return rowCount !== 0
  } catch {
    return false
  } finally {
    // A server that swallows packets never confirms the end.
    void other.end().catch(() => {})
  }
}
