import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '#support/fresh-database.ts'
import { allMigrations } from './migrations/all-migrations.ts'
import { prepareDatabase } from './prepare-database.ts'

it('lets a migration run as long as it needs, whatever limit the server or a visitor has', async () => {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const url = new URL(database.url)
  await ask(database.url, `alter database ${url.pathname.slice(1)} set statement_timeout = '30s'`)
  const migrations: Record<string, Migration> = {
    ...allMigrations,
    '9999-note-the-limit': {
      async up(db) {
        await sql`create table limit_seen as select current_setting('statement_timeout') as value`.execute(db)
      },
    },
  }
  await prepareDatabase({
    connection: { connectionString: database.url },
    migrations,
    now: new Date(),
    say: () => {},
  })
  expect(await ask(database.url, 'select value from limit_seen')).toEqual([{ value: '0' }])
  expect(await ask(database.url, 'select is_counted from counting_state')).toEqual([{ is_counted: true }])
})

async function ask(connectionString: string, query: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}
