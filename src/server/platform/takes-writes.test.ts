import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '#support/fresh-database.ts'
import { startTcpProxy } from '#support/tcp-proxy.ts'
import { openDatabase } from './database.ts'
import { isUnavailable } from './unavailable.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await emptyDatabase()
})
afterAll(() => fresh?.drop())

const open = (url = fresh.url, connectPatienceMs?: number) =>
  openDatabase({
    ...{ connection: { connectionString: url }, connectPatienceMs },
    takesWrites: true,
    maxConnections: 1,
    statementTimeoutMs: 5000,
    onLostConnection() {},
  })

/** A wire to the database, and the URL that leads through it. */
async function wireTo(heldMs?: (sent: Buffer) => number) {
  const { hostname, port, username, password, pathname } = new URL(fresh.url)
  const host = decodeURIComponent(hostname)
  const path = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${port || 5432}` }
    : { host, port: Number(port) }
  const wire = await startTcpProxy(() => path, heldMs)
  return { wire, url: `postgres://${username}:${password}@127.0.0.1:${wire.port}${pathname}` }
}
const idOf = async (client: PoolClient) =>
  Number((await client.query('select pg_backend_pid() as id')).rows[0].id)

it('leaves a server that stopped taking writes, so that the next connection leads to one that does', async () => {
  const { pool, close } = open()
  const client = await pool.connect()
  const before = await idOf(client)
  // As every connection meets it that was open when its primary was replaced.
  await client.query('set default_transaction_read_only = on')
  client.release()
  const failed = await pool.query('create table kept ()').catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: '25006' })
  expect(isUnavailable(failed)).toBe(true)
  await pool.query('create table kept ()')
  const after = await pool.connect()
  expect(await idOf(after)).not.toBe(before)
  after.release()
  await close()
})

it('leaves it in the middle of a transaction as well, and says that trying again helps', async () => {
  const { database, pool, close } = open()
  await pool.query('set default_transaction_read_only = on')
  const failed = await database
    .transaction()
    .execute((transaction) => transaction.schema.createTable('kept_too').execute())
    .catch((error: unknown) => error)
  expect(isUnavailable(failed), String(failed)).toBe(true)
  await database.transaction().execute((transaction) => transaction.schema.createTable('kept_too').execute())
  await close()
})

it('takes no connection to a server that takes no writes', async () => {
  const { pool: owner, close: closeOwner } = openDatabase({
    connection: { connectionString: fresh.url },
    maxConnections: 1,
    statementTimeoutMs: 5000,
    onLostConnection() {},
  })
  const { rows } = await owner.query('select current_database() as name')
  const say = (how: string) =>
    owner.query(`alter database ${rows[0].name} ${how} default_transaction_read_only`)
  await owner.query(`alter database ${rows[0].name} set default_transaction_read_only = on`)
  const { pool, close } = open()
  const failed = await pool.query('select 1').catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: '25006', message: 'the database takes no writes' })
  await say('reset')
  expect((await pool.query('select 1')).rowCount).toBe(1)
  await close()
  await closeOwner()
})

it('asks again for a moment where a connection is refused, and no longer', async () => {
  const { wire, url } = await wireTo()
  const { pool, close } = open(url)
  await wire.refuse()
  const begun = performance.now()
  const failed = await pool.query('select 1').catch((error: unknown) => error)
  expect(isUnavailable(failed)).toBe(true)
  expect(performance.now() - begun).toBeGreaterThan(500)
  const asked = pool.query('select 1')
  await wire.pass()
  expect((await asked).rowCount).toBe(1)
  await close()
  await wire.stop()
})

it('waits for a server that is slow to say whether it takes writes as long as for a connection', async () => {
  const { wire, url } = await wireTo((sent) => (sent.includes('transaction_read_only') ? 1800 : 0))
  const patient = open(url, 20_000)
  expect((await patient.pool.query('select 1')).rowCount).toBe(1)
  await patient.close()
  const usual = open(url)
  const failed = await usual.pool.query('select 1').catch((error: unknown) => error)
  expect(isUnavailable(failed), String(failed)).toBe(true)
  await usual.close()
  await wire.stop()
})
