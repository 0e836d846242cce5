import { Client, type ClientBase } from 'pg'

// A server that answers at all answers this at once.
const ANSWERS_WITHIN_MS = 1500
// PostgreSQL's documentation, appendix A: read_only_sql_transaction.
const READ_ONLY = '25006'

/** The server takes no writes: a replica, or a primary that was replaced. Its code is PostgreSQL's own for that. */
class ReadOnlyServer extends Error {
  readonly code = READ_ONLY
  constructor() {
    super('the database takes no writes')
  }
}

/** Throws where a connection leads to a server that takes no writes, or that is silent for so long; the connection is ended then. */
export const refuseReadOnly = (client: ClientBase, answersWithinMs = ANSWERS_WITHIN_MS): Promise<void> =>
  orEnd(client, async () => {
    const asked = { text: 'show transaction_read_only', query_timeout: answersWithinMs }
    const { rows } = await client.query<{ transaction_read_only: string }>(asked)
    if (rows[0]?.transaction_read_only === 'on') throw new ReadOnlyServer()
  })

/** Sets for a new connection what `settings` say, as SQL; one whose server refuses them or is silent for so long is ended. */
export const beginWith = (client: ClientBase, settings: string[], answersWithinMs: number): Promise<void> =>
  orEnd(client, async () => {
    const asked = { text: settings.join('; '), query_timeout: answersWithinMs }
    if (settings.length > 0) await client.query(asked)
  })

async function orEnd(client: ClientBase, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    // A farewell to a silent server would be waited for.
    if (client instanceof Client) client.connection.stream.destroy()
    throw error
  }
}

/**
 * Ends a connection once its server says that it takes no writes any more, so that the next one is opened to the server
 * that does: a primary that was replaced may leave its old connections open, and each write there would fail for ever.
 */
export function endWhenReadOnly(client: ClientBase): void {
  if (!(client instanceof Client)) return
  client.connection.on('errorMessage', (message: unknown) => {
    const isReadOnly = message instanceof Error && 'code' in message && message.code === READ_ONLY
    if (isReadOnly) void client.end().catch(() => {})
  })
}
