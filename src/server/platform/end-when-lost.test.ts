import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { inject, it, type TestContext } from 'vitest'
import { emptyDatabase } from '#support/fresh-database.ts'
import { onServer } from '#support/on-server.ts'
import { startTcpProxy, type TcpProxy } from '#support/tcp-proxy.ts'
import { type Database, openDatabase } from './database.ts'

// They wait more than they work.
it.concurrent('lets a statement that may take longer than others finish, however long nothing is heard of it', async (test) => {
  const { database } = await behindAWire(test, 100)
  const { rows } = await database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    return sql`select pg_sleep(5), 'done' as word`.execute(transaction)
  })
  test.expect(rows).toMatchObject([{ word: 'done' }])
})

it.concurrent('ends a connection that is lost after it rested for longer than any statement takes', async (test) => {
  const { database, wire } = await behindAWire(test, 100)
  await pause(2500)
  wire.swallow()
  await test.expect(sql`select 1`.execute(database)).rejects.toThrow()
  await wire.pass()
  await sql`select 1`.execute(database)
})

it.concurrent('ends a lost connection once the server can be asked, before the longest statement would be over', async (test) => {
  const { database, wire } = await behindAWire(test, 600_000)
  wire.swallow()
  const answer = test.expect(sql`select 1`.execute(database)).rejects.toThrow()
  await pause(500)
  await wire.pass()
  await answer
  await sql`select 1`.execute(database)
})

it.concurrent('keeps a connection while the server cannot be asked, for as long as a statement may take', async (test) => {
  const { database, letIn } = await behindAWire(test, 600_000)
  await letIn(false)
  const { rows } = await sql`select pg_sleep(8), 'done' as word`.execute(database)
  test.expect(rows).toMatchObject([{ word: 'done' }])
})

/** A database with one connection, which is open, over a wire that can be cut; `letIn` closes it to others. */
async function behindAWire(
  test: TestContext,
  statementTimeoutMs: number,
): Promise<{ database: Database; wire: TcpProxy; letIn(whether: boolean): Promise<void> }> {
  const fresh = await emptyDatabase()
  const { host, port, user, password, database: name = '' } = new Client({ connectionString: fresh.url })
  const wire = await startTcpProxy(() =>
    host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
  )
  const { database, close } = openDatabase({
    connection: { host: '127.0.0.1', port: wire.port, user, password: password ?? '', database: name },
    ...{ maxConnections: 1, statementTimeoutMs, onLostConnection: () => {} },
  })
  test.onTestFinished(async () => {
    await wire.refuse()
    await close()
    await fresh.drop()
  })
  await sql`select 1`.execute(database)
  const letIn = (whether: boolean) =>
    onServer(inject('databaseServerUrl'), `alter database ${name} allow_connections ${whether}`)
  return { database, wire, letIn }
}
