import { Socket } from 'node:net'
import { Client, type ClientConfig, type PoolClient } from 'pg'

// How long nothing is heard of a statement before the server is asked about it.
const ASKED_AFTER_MS = 5000
// How much longer than the longest statement an answer may take while the server cannot be asked.
const GRACE_MS = 2000
const ASKING_MS = 2000

/**
 * Ends a pooled connection that the network lost without a word, so that only what runs on it fails: soon after the server
 * can be asked and is not at work on it, and where it cannot be asked once a statement that may take `statementTimeoutMs`
 * would be over. A statement that the server is at work on goes on, however long it takes.
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
  const longestMs = statementTimeoutMs + GRACE_MS
  const askedAfterMs = Math.min(ASKED_AFTER_MS, longestMs)
  const passed = () => socket.bytesRead + socket.bytesWritten
  let silence = { passed: -1, since: 0 }
  const ask = async () => {
    // Once it is over a socket's time begins again only with its next byte.
    socket.setTimeout(askedAfterMs)
    if (passed() !== silence.passed) silence = { passed: passed(), since: performance.now() - askedAfterMs }
    const isBusy = 'readyForQuery' in client && client.readyForQuery !== true
    if (!isBusy) return
    const silentMs = performance.now() - silence.since
    const process = 'processID' in client ? Number(client.processID) : 0
    const which = isPooled ? pooledFor(silentMs - GRACE_MS) : { text: 'pid = $1', values: [process] }
    const found = await isAtWork(connection, which)
    // Its answer may have come meanwhile, as after a halt of this process.
    if (passed() !== silence.passed) return
    if (found === false || (found === 'unknown' && silentMs >= longestMs)) socket.destroy()
  }
  socket.setTimeout(askedAfterMs)
  socket.on('timeout', ask)
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
): Promise<boolean | 'unknown'> {
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
    return 'unknown'
  } finally {
    // A server that swallows packets never confirms the end.
    void other.end().catch(() => {})
  }
}
