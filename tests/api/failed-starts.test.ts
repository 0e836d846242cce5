import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished } from 'vitest'
import { explainStart } from '#server/explain-start.ts'
import { allMigrations } from '#server/migrations/all-migrations.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { waitFor } from '#support/eventually.ts'
import { emptyDatabase } from '#support/fresh-database.ts'
import { databaseAt, onServer } from '#support/on-server.ts'
import { runCommand } from '#support/run-command.ts'
import { runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { throughPooler } from '#support/through-pooler.ts'

const whyNot = (start: Promise<unknown>): Promise<unknown> => start.then(() => 'it started', explainStart)
const serverUrl = () => inject('databaseServerUrl')

/** A role and a database of its own, with exactly the rights that docs/install.md gives it. */
async function grantedDatabase(rights: (role: string, name: string) => string[]): Promise<string> {
  const name = `granted_${process.hrtime.bigint().toString(36)}`
  const password = 'of-a-test-alone'
  await onServer(serverUrl(), `create role ${name} login password '${password}'`)
  await onServer(serverUrl(), `create database ${name} encoding 'UTF8' template template0`)
  onTestFinished(async () => {
    await onServer(serverUrl(), `drop database ${name} with (force)`)
    await onServer(serverUrl(), `drop role ${name}`)
  })
  for (const right of rights(name, name)) await onServer(databaseAt(serverUrl(), name), right)
  const url = new URL(databaseAt(serverUrl(), name))
  url.username = name
  url.password = password
  return url.href
}

thoroughTest('a role with the rights of docs/install.md and no other is all the product needs', async () => {
  const databaseUrl = await grantedDatabase((role, name) => [
    `grant connect, create, temporary on database ${name} to ${role}`,
    `grant usage, create on schema public to ${role}`,
  ])
  const said: string[] = []
  const product = await runProduct({ databaseUrl, say: (line) => said.push(line) })
  onTestFinished(() => product.end())
  expect(said.filter((line) => line.includes('superuser'))).toEqual([])
  const browser = product.browser()
  expect((await browser.post('/api/visitors/track', { path: '/meme' })).status).toBe(200)
  expect((await browser.post('/api/visitors/page-view', { path: '/meme' })).status).toBe(200)
  const lead = { name: 'Ada Kern', email: 'ada@example.com', phone: '202-555-0143', page: '/meme' }
  expect((await browser.post('/api/capture-lead', lead)).status).toBe(200)
  const owner = await product.owner()
  expect((await owner.get('/api/analytics/summary?range=all')).body).toMatchObject({ pageViews: 1, leads: 1 })
  expect((await owner.get('/api/status')).body.database.bytes).toBeGreaterThan(0)
  await waitFor('the page view to be counted', async () => {
    const [row] = await product.query('select count(*)::integer as waiting from rollup_queue')
    return row?.waiting === 0
  })
  expect((await owner.get('/readyz')).status).toBe(200)
})

ordinaryTest(
  'both ways to the database lead to one, and what is sent over the one is heard at the other',
  async () => {
    const [one, other] = [await emptyDatabase(), await emptyDatabase()]
    onTestFinished(one.drop)
    onTestFinished(other.drop)
    const why = (environment: Record<string, string>) =>
      whyNot(runProduct({ databaseUrl: one.url, environment }))
    expect(await why({ DATABASE_DIRECT_URL: other.url })).toBe(
      'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: both have to name the same one.',
    )
    expect(await why({ DATABASE_DIRECT_URL: 'postgres://one:two@127.0.0.1:1/three' })).toBe(
      'The database at DATABASE_DIRECT_URL does not accept the connection (ECONNREFUSED): is it running, and is its address right?',
    )
    const pooled = throughPooler({ DATABASE_URL: one.url }).DATABASE_URL ?? ''
    // Only where the run has a pooler.
    if (pooled === one.url) return
    expect(await why({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled })).toMatch(
      /^DATABASE_URL leads to a pooler that passes no notifications on \(LISTEN\): name PostgreSQL’s own address in DATABASE_DIRECT_URL/,
    )
    expect(await why({ DATABASE_URL: one.url, DATABASE_DIRECT_URL: pooled })).toMatch(
      /^DATABASE_DIRECT_URL leads to a pooler that passes no notifications on \(LISTEN\): /,
    )
  },
)

ordinaryTest('a superuser is warned of', async () => {
  const [row] = await rowsOf('select rolsuper from pg_roles where rolname = current_user')
  const said: string[] = []
  const product = await runProduct({ say: (line) => said.push(line) })
  onTestFinished(() => product.end())
  expect(said.filter((line) => line.includes('is a superuser'))).toHaveLength(row?.rolsuper ? 1 : 0)
})

ordinaryTest(
  'a role that may make no temporary tables is refused before anything is made, and warned of later',
  async () => {
    let name = ''
    const databaseUrl = await grantedDatabase((role, database) => {
      name = database
      return [
        `revoke temporary on database ${database} from public`,
        `grant connect, create on database ${database} to ${role}`,
        `grant usage, create on schema public to ${role}`,
      ]
    })
    const grant = `grant temporary on database ${name} to ${name}`
    const words = `he user of DATABASE_URL may not make temporary tables, without which nothing is counted: ${grant}`
    const started = async () => {
      const said: string[] = []
      await prepareDatabase({
        connection: { connectionString: databaseUrl },
        migrations: allMigrations,
        now: new Date(),
        say: (line) => said.push(line),
      })
      return said
    }
    expect(await whyNot(started())).toBe(`T${words}.`)
    await onServer(serverUrl(), grant)
    expect(await started()).toEqual(['Database: its tables are made.'])
    await onServer(serverUrl(), `revoke temporary on database ${name} from ${name}`)
    expect(await started()).toEqual([`Warning: t${words}`])
  },
)

thoroughTest('a locale by which I and i are two letters is warned of, and no other', async () => {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const name = new URL(database.url).pathname.slice(1)
  await onServer(serverUrl(), `drop database ${name}`)
  await onServer(
    serverUrl(),
    `create database ${name} encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' locale 'C' template template0`,
  )
  const warningsOf = async (databaseUrl: string | undefined) => {
    const said: string[] = []
    const product = await runProduct({ ...(databaseUrl && { databaseUrl }), say: (line) => said.push(line) })
    onTestFinished(() => product.end())
    return said.filter((line) => line.includes('I and i are two letters'))
  }
  expect(await warningsOf(database.url)).toHaveLength(1)
  expect(await warningsOf(undefined)).toEqual([])
})

thoroughTest('each thing that is wrong with the database is one sentence', async () => {
  const rightless = await grantedDatabase(() => [])
  expect(await whyNot(runProduct({ databaseUrl: rightless }))).toMatch(
    /^The user of DATABASE_URL may not do in its database what is needed: .*docs\/install\.md/,
  )
  const wrong = new URL(rightless)
  wrong.password = 'another'
  // A server that trusts everybody on this machine lets it in, to where it may do nothing.
  expect(await whyNot(runProduct({ databaseUrl: wrong.href }))).toMatch(
    /^The database at DATABASE_URL refuses the user or the password\.$|^The user of DATABASE_URL may not/,
  )
  // The driver gives up such a connection and leaves it open: a process of its own ends with it.
  wrong.password = ''
  const { output } = await runCommand('main', [], { DATABASE_URL: wrong.href, PORT: '0' })
  expect(output).toMatch(
    /^The database at DATABASE_URL asks for a password, and the address has none: .*$|^The user of DATABASE_URL may not/m,
  )
  expect(await whyNot(runProduct({ databaseUrl: databaseAt(serverUrl(), 'nobody_made_this') }))).toMatch(
    /^The server at DATABASE_URL has no database of that name: /,
  )
  expect(await whyNot(runProduct({ databaseUrl: 'postgres://one:two@127.0.0.1:1/three' }))).toBe(
    'The database at DATABASE_URL does not accept the connection (ECONNREFUSED): is it running, and is its address right?',
  )
  const latin = await emptyDatabase()
  onTestFinished(latin.drop)
  const name = new URL(latin.url).pathname.slice(1)
  await onServer(serverUrl(), `drop database ${name}`)
  await onServer(
    serverUrl(),
    `create database ${name} encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
  )
  expect(await whyNot(runProduct({ databaseUrl: latin.url }))).toMatch(
    /^The database test_\w+ stores text as LATIN1 and not as UTF-8: make one with/,
  )
})

ordinaryTest(
  'a data folder that cannot be used is one sentence, also beside a database of one’s own',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadline-test-'))
    onTestFinished(() => {
      chmodSync(folder, 0o700)
      rmSync(folder, { recursive: true })
    })
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const withFolder = (DATA_DIR: string) => whyNot(runProduct({ environment: { DATA_DIR, SECRET: '' } }))
    expect(await withFolder(file)).toBe(
      `${file} is not a folder: set DATA_DIR to a folder that can be written.`,
    )
    expect(await whyNot(runProduct({ environment: { MEDIA_DIR: file } }))).toBe(
      `${file} is not a folder: set MEDIA_DIR to a folder that can be written.`,
    )
    if (process.getuid?.() === 0) return
    chmodSync(folder, 0o500)
    expect(await withFolder(join(folder, 'data'))).toMatch(
      / may not be written by the user who starts this: set DATA_DIR/,
    )
  },
)

thoroughTest('folders where no backup can be kept or copied to are warned of at the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const warnings = async (environment: Record<string, string>) => {
    const said: string[] = []
    const product = await runProduct({ environment, say: (line) => said.push(line) })
    await product.end()
    return said.filter((line) => line.includes('BACKUP_'))
  }
  const missing = join(folder, 'missing')
  expect(await warnings({ BACKUP_DIR: join(file, 'backups'), BACKUP_COPY_DIR: missing })).toEqual([
    `Warning: no backup can be made: ${join(file, 'backups')} is not a folder: set BACKUP_DIR to a folder that can be written.`,
    `Warning: BACKUP_COPY_DIR names ${missing}, and no such folder is there: backups are not copied until it is.`,
  ])
  expect(await warnings({ BACKUP_DIR: missing, BACKUP_COPY_DIR: folder })).toEqual([])
  expect(await warnings({ BACKUP_DIR: folder, BACKUP_COPY_DIR: `${folder}/.` })).toEqual([
    `Warning: BACKUP_COPY_DIR names ${folder}/., the folder of the backups themselves: name another one, or there is no copy.`,
  ])
})

async function rowsOf(statement: string) {
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
