import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { POOLED } from '#server/platform/database.ts'
import { AddressProblem, UnreachableAddress } from './address-problem.ts'

// A notification arrives within milliseconds; a machine may be busy.
const ARRIVES_WITHIN_MS = 15_000
// What a pooler swallows never comes.
const THROUGH_POOLER_MS = 3000

/**
 * Looks where DATABASE_URL and DATABASE_DIRECT_URL lead, and says whether a pooler is behind the first. Throws an
 * `AddressProblem` where they lead to two databases, or where what is sent over the one is not heard at the other
 * (LISTEN), and an `UnreachableAddress` where one takes no connection.
 */
export async function checkAddresses(
  url: string,
  directUrl: string,
  patienceMs = ARRIVES_WITHIN_MS,
): Promise<{ isPooled: boolean }> {
  const isOne = url === directUrl
  const sender = await reach('DATABASE_URL', url)
  try {
    const sent = await whereIs(sender)
    // PostgreSQL itself: what one session sends there another hears.
    if (isOne && !sent.isPooled) return { isPooled: false }
    const listener = await reach(isOne ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL', directUrl)
    try {
      const heard = await whereIs(listener)
      if (sent.identity !== heard.identity)
        throw new AddressProblem(
          'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: both have to name the same one.',
        )
      const patience = heard.isPooled ? Math.min(patienceMs, THROUGH_POOLER_MS) : patienceMs
      if (!(await isHeard(listener, sender, patience)))
        throw new AddressProblem(
          isOne
            ? 'DATABASE_URL leads to a pooler that passes no notifications on (LISTEN): name PostgreSQL’s own address in DATABASE_DIRECT_URL (docs/install.md, Through PgBouncer).'
            : 'DATABASE_DIRECT_URL leads to a pooler that passes no notifications on (LISTEN): name PostgreSQL’s own address there (docs/install.md, Through PgBouncer).',
        )
      return { isPooled: sent.isPooled }
    } finally {
      await listener.end().catch(() => {})
    }
  } finally {
    await sender.end().catch(() => {})
  }
}

async function reach(variable: string, connectionString: string): Promise<Client> {
  // As long as a start may wait for a server that comes up beside it.
  const settings: ClientConfig = {
    connectionString,
    connectionTimeoutMillis: 5000,
    application_name: POOLED,
  }
  const client = new Client(settings)
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new UnreachableAddress(variable, error)
  }
}

/** Which database of which running server a connection leads to, and whether what answers it is a pooler. */
async function whereIs(client: Client): Promise<{ identity: string; isPooled: boolean }> {
  const { rows } = await client.query<{ identity: string; process: number }>(
    `select oid || ' ' || pg_postmaster_start_time() as identity, pg_backend_pid() as process
     from pg_database where datname = current_database()`,
  )
  // A pooler tells a number of its own, as it gives each transaction to whichever process is free.
  const told = 'processID' in client ? Number(client.processID) : undefined
  return { identity: rows[0]?.identity ?? '', isPooled: told !== rows[0]?.process }
}

/** Whether what is sent over one connection is heard on another that is listening. */
async function isHeard(listener: Client, sender: Client, patienceMs: number): Promise<boolean> {
  const channel = `leadline_look_${randomBytes(6).toString('hex')}`
  const heard = new Promise<boolean>((resolve) => {
    const late = setTimeout(() => resolve(false), patienceMs)
    listener.on('notification', (message) => {
      if (message.channel !== channel) return
      clearTimeout(late)
      resolve(true)
    })
  })
  await listener.query(`listen ${channel}`)
  await sender.query('select pg_notify($1, $2)', [channel, ''])
  const isArrived = await heard
  // A pooler may have kept the session that listens, for whoever comes next.
  await listener.query(`unlisten ${channel}`).catch(() => {})
  return isArrived
}
