import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { readSealedFile } from '#server/backup/backup-file.ts'
import { checkBackup } from '#server/backup/check-backup.ts'
import { openBackup } from '#server/backup/kept-films.ts'
import { ownPassphrase } from '#server/backup/own-passphrase.ts'
import { allMigrations } from '#server/migrations/all-migrations.ts'
import { startEngine } from '#server/platform/engine/start-engine.ts'
import { folderForTest, passphrase } from '#support/backed-up.ts'
import { baselineSchema, loadBaseline } from '#support/baseline.ts'
import { postgresProcesses } from '#support/engine-process.ts'
import { waitFor } from '#support/eventually.ts'
import { startProductProcess } from '#support/product-process.ts'
import { runCommand, startCommand } from '#support/run-command.ts'
import { ownerPassword, productSecret } from '#support/running-product.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { createBrowser } from '#support/test-browser.ts'

// A random moment is one of many: `npm run test:long -- --full` tries more of them.
const rounds = Number(process.env.KILL_ROUNDS || 3)

/** An installation with some leads, stopped, and a backup of it. */
async function installed(folder: string, name: string, leads: string[]) {
  const environment = { DATA_DIR: join(folder, name), BACKUP_PASSPHRASE: passphrase }
  const product = await startProductProcess({ ...environment, OWNER_PASSWORD: ownerPassword })
  for (const email of leads) {
    const person = { name: 'A person', email, phone: 'none', page: '/meme' }
    expect((await createBrowser(product.url).post('/api/capture-lead', person)).status).toBe(200)
  }
  await product.stop()
  const file = join(folder, `${name}.leadline`)
  const begun = Date.now()
  const made = await runCommand('backup', ['--out', file], environment)
  expect(made, made.output).toMatchObject({ how: 'exit code 0' })
  return { environment, file, leads, backupMs: Date.now() - begun }
}

/** What is stored, once nothing of a killed command runs any more. */
async function storedIn(dataDir: string): Promise<string[]> {
  await waitFor('the engine is down', () => postgresProcesses(dataDir).length === 0, 30_000)
  const engine = await startEngine({ dataDir, say: () => {} })
  const client = new Client(engine.connection)
  try {
    await client.connect()
    const { rows } = await client.query(`select email, (select count(*) from lead_captures) as captures,
      (select count(*) from jobs.queue) > 0 as has_queue from leads order by 1`)
    for (const row of rows) expect(row).toMatchObject({ captures: String(rows.length), has_queue: true })
    return rows.map(({ email }) => email)
  } finally {
    await client.end()
    await engine.stop()
  }
}

test(
  'a backup and a restore that are killed at random moments leave what was there, or the new, each whole',
  async () => {
    const seed = Date.now() % 2 ** 32
    console.log(`backup kill rounds with seed ${seed}`)
    const random = seededRandom(seed)
    const folder = folderForTest()
    const old = await installed(folder, 'old', ['old1@example.com', 'old2@example.com'])
    const other = await installed(folder, 'new', ['new1@example.com', 'new2@example.com', 'new3@example.com'])
    const begun = Date.now()
    const whole = await runCommand('restore', [other.file], old.environment)
    expect(whole, whole.output).toMatchObject({ how: 'exit code 0' })
    const restoreMs = Date.now() - begun
    let present = other

    for (let round = 1; round <= rounds; round += 1) {
      const next = present === old ? other : old
      const restore = startCommand('restore', [next.file], old.environment)
      await pause(random() * restoreMs)
      restore.child.kill('SIGKILL')
      await restore.ended
      const stored = await storedIn(old.environment.DATA_DIR)
      if (JSON.stringify(stored) === JSON.stringify(next.leads)) present = next
      else expect(stored, `round ${round}, seed ${seed}`).toEqual(present.leads)

      const out = join(folder, `round-${round}.leadline`)
      const backup = startCommand('backup', ['--out', out], old.environment)
      await pause(random() * old.backupMs * 1.2)
      backup.child.kill('SIGKILL')
      await backup.ended
      if (existsSync(out)) await checkBackup(readSealedFile(out, passphrase))
      await waitFor(
        'the engine is down',
        () => postgresProcesses(old.environment.DATA_DIR).length === 0,
        30_000,
      )
    }
    const last = await runCommand('restore', [old.file], old.environment)
    expect(last, last.output).toMatchObject({ how: 'exit code 0' })
    expect(await storedIn(old.environment.DATA_DIR)).toEqual(old.leads)
  },
  120_000 + rounds * 60_000,
)

/** Does something with the database of a data folder that nobody serves. */
async function withEngine<T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> {
  await waitFor('the engine is down', () => postgresProcesses(dataDir).length === 0, 30_000)
  const engine = await startEngine({ dataDir, say: () => {} })
  const client = new Client(engine.connection)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
    await engine.stop()
  }
}

/** What the baseline holds, and at which schema. */
async function stateOf(client: Client) {
  const { rows } = await client.query(`select (select max(name) from kysely_migration) as schema,
    (select count(*) from kysely_migration)::integer as steps,
    (select count(*) from visitors)::integer as visitors, (select count(*) from page_views)::integer as views,
    (select count(*) from leads)::integer as leads, (select count(*) from payments)::integer as payments,
    (select count(*) from bookings)::integer as bookings, (select count(*) from lead_notes)::integer as notes`)
  const { schema, steps, ...counts } = rows[0]
  return { schema, steps, counts }
}

const newest = Object.keys(allMigrations).at(-1) ?? ''

test(
  'an upgrade that is killed at random moments leaves the old schema or the new one, and its backup whole or not there',
  async () => {
    const seed = Date.now() % 2 ** 32
    console.log(`upgrade kill rounds with seed ${seed}`)
    const random = seededRandom(seed)
    const folder = folderForTest()
    const DATA_DIR = join(folder, 'upgraded')
    const environment = { DATA_DIR, SECRET: productSecret, PORT: '0', LOG_LEVEL: 'error' }
    const makeOld = async (client: Client) => {
      await client.query(
        'drop schema if exists jobs cascade; drop schema public cascade; create schema public',
      )
      const { host, port, user, password, database } = client
      await loadBaseline({ host, port, user, password: password ?? '', database: database ?? '' })
    }
    const old = await withEngine(DATA_DIR, async (client) => {
      await makeOld(client)
      return stateOf(client)
    })
    expect(old.schema).toBe(baselineSchema)
    const begun = Date.now()
    const { stop } = await startProductProcess(environment)
    const upgradeMs = Date.now() - begun
    await stop()
    const upgraded = await withEngine(DATA_DIR, stateOf)
    expect(upgraded).toEqual({ schema: newest, steps: Object.keys(allMigrations).length, counts: old.counts })

    for (let round = 1; round <= rounds; round += 1) {
      await withEngine(DATA_DIR, makeOld)
      const { child, ended } = startCommand('main', [], environment)
      await pause(random() * upgradeMs)
      child.kill('SIGKILL')
      await ended
      const found = await withEngine(DATA_DIR, stateOf)
      expect([old, upgraded], `round ${round}, seed ${seed}`).toContainEqual(found)
      const kept = readdirSync(join(DATA_DIR, 'backups')).filter((name) => name.endsWith('.leadline'))
      for (const name of kept)
        await checkBackup(openBackup(join(DATA_DIR, 'backups', name), ownPassphrase(productSecret)))
      expect(kept.length).toBeGreaterThan(0)
    }
    // Whatever the last kill left, a start ends in the new schema.
    await (await startProductProcess(environment)).stop()
    expect(await withEngine(DATA_DIR, stateOf)).toEqual(upgraded)
  },
  120_000 + rounds * 60_000,
)

test(
  'a move to another machine that is killed at random moments leaves nothing there, or the whole',
  async () => {
    const seed = Date.now() % 2 ** 32
    console.log(`move kill rounds with seed ${seed}`)
    const random = seededRandom(seed)
    const folder = folderForTest()
    const { file, leads } = await installed(folder, 'here', ['one@example.com', 'two@example.com'])
    const there = (name: string) => ({ DATA_DIR: join(folder, name), BACKUP_PASSPHRASE: passphrase })
    const begun = Date.now()
    const whole = await runCommand('restore', [file], there('first'))
    expect(whole, whole.output).toMatchObject({ how: 'exit code 0' })
    const moveMs = Date.now() - begun
    for (let round = 1; round <= rounds; round += 1) {
      const environment = there(`round-${round}`)
      const move = startCommand('restore', [file], environment)
      await pause(random() * moveMs)
      move.child.kill('SIGKILL')
      await move.ended
      const { DATA_DIR } = environment
      if (existsSync(DATA_DIR)) {
        const found = await withEngine(DATA_DIR, async (client) => {
          const { rows } = await client.query(`select to_regclass('leads') is not null as is_there`)
          return rows[0]?.is_there ? (await client.query('select email from leads order by 1')).rows : []
        })
        expect([[], leads], `round ${round}, seed ${seed}`).toContainEqual(found.map(({ email }) => email))
      }
      const again = await runCommand('restore', [file], environment)
      expect(again, again.output).toMatchObject({ how: 'exit code 0' })
      expect(await storedIn(DATA_DIR)).toEqual(leads)
    }
  },
  120_000 + rounds * 60_000,
)
