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

it('starts though page views are in use when another month needs a partition, and says so', async () => {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const lines: string[] = []
  const prepare = (now: Date) =>
    prepareDatabase({
      connection: { connectionString: database.url },
      migrations: allMigrations,
      now,
      say: (line) => lines.push(line),
    })
  await prepare(new Date('2031-01-10'))
  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  await reader.query('begin; select from page_views')
  await prepare(new Date('2031-02-10'))
  expect(lines.at(-1)).toBe('Database: the coming months are prepared a little later, page views are in use.')
  await reader.end()
  await prepare(new Date('2031-02-10'))
  expect(lines).toHaveLength(2)
  const made = "select to_regclass('page_views_2031_05') is not null as made"
  expect(await ask(database.url, made)).toEqual([{ made: true }])
})

it('makes no tables where backups do not look for them, and says so of those that are there', async () => {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const url = new URL(database.url)
  const said: string[] = []
  const prepare = () =>
    prepareDatabase({
      connection: { connectionString: database.url },
      migrations: allMigrations,
      now: new Date(),
      say: (line) => said.push(line),
    })
  // As "create schema authorization" makes one, which comes before public.
  await ask(database.url, 'create schema authorization current_user')
  const [{ name } = { name: '' }] = await ask(database.url, 'select current_schema() as name')
  await expect(prepare()).rejects.toThrow(
    `The user of DATABASE_URL makes its tables in the schema ${name}, and backups look for them in public: `,
  )
  expect(await ask(database.url, "select to_regclass('kysely_migration') as made")).toEqual([{ made: null }])
  await ask(database.url, `alter database ${url.pathname.slice(1)} set search_path = public`)
  await prepare()
  expect(said).toEqual(['Database: its tables are made.'])
  await ask(database.url, `drop schema ${name}; alter schema public rename to ${name}; create schema public`)
  await ask(database.url, `alter database ${url.pathname.slice(1)} reset search_path`)
  await prepare()
  expect(said.at(-1)).toContain(`the tables are in the schema ${name} of DATABASE_URL and not in public.`)
  await ask(database.url, `alter schema public rename to unused; alter schema ${name} rename to public`)
  await prepare()
  expect(said).toHaveLength(2)
})

it('makes no tables beside those of another program, which a restore would drop', async () => {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const name = new URL(database.url).pathname.slice(1)
  const prepare = () =>
    prepareDatabase({
      connection: { connectionString: database.url },
      migrations: allMigrations,
      now: new Date(),
      say: () => {},
    })
  // One that is called as none of ours, and one that stands in the way of a table.
  for (const other of ['recipes', 'people']) {
    await ask(database.url, `create table ${other} (id integer)`)
    await expect(prepare()).rejects.toThrow(
      `The database ${name} holds tables of another program (public.${other}): make one for the product alone`,
    )
    expect(await ask(database.url, "select to_regclass('kysely_migration') as made")).toEqual([
      { made: null },
    ])
    await ask(database.url, `drop table ${other}`)
  }
  await prepare()
  // What the engineer adds later is theirs to know of: an installation goes on.
  await ask(database.url, 'create table recipes (id integer)')
  await prepare()
})

it('refuses settings under which dates are not read, or calls of one moment fail', async () => {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const name = new URL(database.url).pathname.slice(1)
  const prepare = () =>
    prepareDatabase({
      connection: { connectionString: database.url },
      migrations: allMigrations,
      now: new Date(),
      say: () => {},
    })
  await ask(database.url, `alter database ${name} set datestyle = 'German'`)
  await expect(prepare()).rejects.toThrow(
    `The database ${name} writes dates as "German, DMY", which cannot be read: `,
  )
  await ask(database.url, `alter database ${name} set datestyle = 'ISO, DMY'`)
  await ask(database.url, `alter database ${name} set default_transaction_isolation = 'serializable'`)
  await expect(prepare()).rejects.toThrow(
    `The database ${name} isolates transactions as "serializable", under which calls that come at the same moment fail: `,
  )
  await ask(database.url, `alter database ${name} reset default_transaction_isolation`)
  await prepare()
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
