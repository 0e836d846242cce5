import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { emptyDatabase } from '#support/fresh-database.ts'
import { runProduct } from '#support/running-product.ts'
import { tableCounts } from '#support/table-counts.ts'
import { allMigrations } from './all-migrations.ts'

const next: Migration = {
  async up(database) {
    await sql`alter table leads add column favourite_colour text not null default 'blue'`.execute(database)
    await sql`update leads set favourite_colour = 'green' where name = 'Ada'`.execute(database)
  },
}
const failing: Migration = {
  async up(database) {
    await sql`drop table lead_captures cascade`.execute(database)
    await sql`select nothing_of_the_kind()`.execute(database)
  },
}

const prepare = (url: string, migrations: Record<string, Migration>) =>
  prepareDatabase({ connection: { connectionString: url }, migrations, now: new Date(), say: () => {} })

function open(url: string): Database {
  const { database, close } = openDatabase({
    connection: { connectionString: url },
    maxConnections: 2,
    statementTimeoutMs: 30_000,
    onLostConnection: () => {},
  })
  onTestFinished(close)
  return database
}

test('the first schema is upgraded with data in it, a failing step leaves all as it was, and an older version refuses', async () => {
  const product = await runProduct()
  onTestFinished(product.end)
  for (const name of ['Ada', 'Grace']) {
    const browser = product.browser()
    await browser.post('/api/visitors/page-view', { path: '/meme', title: 'A page' })
    await browser.post('/api/capture-lead', {
      ...{ name, email: `${name}@example.com`, phone: '202-555-0143', page: '/meme' },
    })
  }
  const owner = await product.owner()
  const before = (await owner.get('/api/analytics/summary?range=all')).body
  expect(before).toMatchObject({ pageViews: 2, leads: 2 })
  await product.stop()
  const database = open(product.databaseUrl)
  let counts = await tableCounts(product)

  await expect(
    prepare(product.databaseUrl, { ...allMigrations, '9997-colours': next, '9998-fails': failing }),
  ).rejects.toThrow(
    /^The database could not be brought to this version: 9998-fails failed \(.*nothing_of_the_kind.*\)\. Nothing was changed: start the version you had/,
  )
  // A database that goes away meanwhile is no fault of the version's, which would be reported in vain.
  const gone: Migration = {
    up: async (one) => void (await sql`select pg_terminate_backend(pg_backend_pid())`.execute(one)),
  }
  await expect(prepare(product.databaseUrl, { ...allMigrations, '9998-gone': gone })).rejects.toThrow(
    /9998-gone failed \(.+\)\. Nothing was changed: see that the database runs and has room, and start again\.$/,
  )
  expect(await tableCounts(product)).toEqual(counts)
  // The version before goes on, as if nobody had tried.
  const old = await runProduct({ databaseUrl: product.databaseUrl })
  const lead = { name: 'Edsger', email: 'edsger@example.com', phone: '202-555-0143', page: '/meme' }
  expect((await old.browser().post('/api/capture-lead', lead)).status).toBe(200)
  expect((await (await old.owner()).get('/api/analytics/summary?range=all')).body).toMatchObject({ leads: 3 })
  await old.end()
  counts = await tableCounts(product)

  await prepare(product.databaseUrl, { ...allMigrations, '9998-colours': next })
  expect(await tableCounts(product)).toEqual({
    ...counts,
    'public.kysely_migration': Number(counts['public.kysely_migration']) + 1,
  })
  const { rows } = await sql`select name, favourite_colour from leads order by name`.execute(database)
  expect(rows).toEqual([
    { name: 'Ada', favourite_colour: 'green' },
    { name: 'Edsger', favourite_colour: 'blue' },
    { name: 'Grace', favourite_colour: 'blue' },
  ])
  expect(await verifyReports(database)).toEqual([])

  // What this version knows is older than the data now.
  await expect(prepare(product.databaseUrl, allMigrations)).rejects.toThrow(
    /^The data was written by a newer version \(its schema is 9998-colours, this version knows 0\d{3}-[a-z-]+\): start that version again, or restore a backup/,
  )
  await expect(runProduct({ databaseUrl: product.databaseUrl })).rejects.toThrow('newer version')
})

test('data from before the first schema is refused in a sentence, and stays as it is', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const database = open(url)
  await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(database)
  await sql`insert into kysely_migration values ('2026-11-21-foundation', '2026-11-21'), ('step-27-who-is-counted', '2026-11-22')`.execute(
    database,
  )
  await sql`create table visitors (id integer)`.execute(database)
  await sql`insert into visitors values (7)`.execute(database)
  await expect(prepare(url, allMigrations)).rejects.toThrow(
    'The data was written by a version from before the first release, which this one cannot read: start that version, or begin with an empty DATA_DIR or database. Nothing was changed.',
  )
  const { rows } = await sql`
    select (select count(*) from pg_tables where schemaname = 'public') as tables,
      (select array_agg(id) from visitors) as visitors, (select count(*) from kysely_migration) as migrations`.execute(
    database,
  )
  expect(rows).toEqual([{ tables: 2, visitors: [7], migrations: 2 }])
})
