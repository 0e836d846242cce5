import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { freshDatabase } from '#support/fresh-database.ts'
import { onServer } from '#support/on-server.ts'
import { openDatabase } from './platform/database.ts'
import { warnOfPooler } from './warn-of-database.ts'

/** A database of its own with `settings`, opened as behind a pooler, which takes no settings from a connection, or directly. */
async function opened(isPooled: boolean, settings: string[]) {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  const name = new URL(url).pathname.slice(1)
  for (const setting of settings) await onServer(url, `alter database ${name} set ${setting}`)
  const { database, close } = openDatabase({
    ...{ connection: { connectionString: url }, isPooled, maxConnections: 1, statementTimeoutMs: 30_000 },
    onLostConnection: () => {},
  })
  onTestFinished(close)
  return database
}

const limits = ["statement_timeout = '30s'", "idle_in_transaction_session_timeout = '15s'"]

async function warningsOf(settings: string[]) {
  const database = await opened(true, settings)
  const said: string[] = []
  await warnOfPooler(database, (line) => said.push(line))
  return said
}

it('no query of a connection of ours is compiled, whatever the database has set', async () => {
  const { rows } = await sql`show jit`.execute(await opened(false, ['jit = on']))
  expect(rows).toEqual([{ jit: 'off' }])
})

it('what a pooler has not set is warned of, each in one line', async () => {
  expect(await warningsOf([...limits, 'jit = off'])).toEqual([])
  expect(await warningsOf(['jit = off'])).toEqual([expect.stringContaining('have no limit of time')])
  const { rows } = await sql<{ compiles: boolean }>`
    select pg_jit_available() as compiles`.execute(await opened(true, ['jit = on']))
  const compiling = rows[0]?.compiles ? [expect.stringContaining('compiles queries')] : []
  expect(await warningsOf([...limits, 'jit = on'])).toEqual(compiling)
})
