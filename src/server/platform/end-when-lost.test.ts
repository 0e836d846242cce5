import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '#support/fresh-database.ts'
import { openDatabase } from './database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await emptyDatabase()
})
afterAll(() => fresh.drop())

it('lets a statement that may take longer than others finish, however long nothing is heard of it', async () => {
  const { database, close } = openDatabase({
    connection: { connectionString: fresh.url },
    maxConnections: 1,
    statementTimeoutMs: 100,
    onLostConnection: () => {},
  })
  const { rows } = await database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    return sql`select pg_sleep(5), 'done' as word`.execute(transaction)
  })
  expect(rows).toMatchObject([{ word: 'done' }])
  await close()
})
