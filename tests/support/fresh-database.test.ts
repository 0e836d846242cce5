import pg from 'pg'
import { expect, test } from 'vitest'
import { allMigrations } from '#server/migrations/all-migrations.ts'
import { openDatabase } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '#support/fresh-database.ts'

async function ask(database: FreshDatabase, question: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query(question)).rows
  } finally {
    await client.end()
  }
}

test('two fresh databases know nothing of each other and are gone after the drop', async () => {
  const [first, second] = await Promise.all([freshDatabase(), freshDatabase()])
  const client = new pg.Client({ connectionString: first.url })
  client.on('error', () => {})
  await client.connect()
  await client.query('create table only_here (id int)')
  expect(await ask(second, "select to_regclass('only_here') as place")).toEqual([{ place: null }])

  await Promise.all([first.drop(), second.drop()])
  await expect(new pg.Client({ connectionString: first.url }).connect()).rejects.toMatchObject({
    code: '3D000',
  })
})

test('a fresh database has the newest schema and nobody in it, an empty one has nothing', async () => {
  const [fresh, empty] = await Promise.all([freshDatabase(), emptyDatabase()])
  const { database, close } = openDatabase({
    connection: { connectionString: fresh.url },
    maxConnections: 1,
    statementTimeoutMs: 30_000,
    onLostConnection: () => {},
  })
  expect(await migrate(database, allMigrations)).toEqual([])
  await close()
  expect(await ask(fresh, 'select id from visitors union all select id from leads')).toEqual([])
  expect(await ask(fresh, "select to_regclass('jobs.job') is not null as has_queue")).toEqual([
    { has_queue: true },
  ])
  const tables = "select 1 from information_schema.tables where table_schema in ('public', 'jobs')"
  expect(await ask(empty, tables)).toEqual([])
  await Promise.all([fresh.drop(), empty.drop()])
})
