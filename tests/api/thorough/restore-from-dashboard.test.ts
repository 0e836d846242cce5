// A sample of it is in tests/api/backup.test.ts.
import { existsSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Backups } from '#contract/backups.ts'
import { folderForTest, keepSecretsAndFilm, passphrase } from '#support/backed-up.ts'
import { startProductProcess } from '#support/product-process.ts'
import { ownerPassword, type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { createBrowser, type TestBrowser } from '#support/test-browser.ts'

const PATIENT = { timeout: 60_000 }

const capture = async (url: string, email: string): Promise<void> => {
  const lead = { name: 'A person', email, phone: 'none', page: '/meme' }
  expect((await createBrowser(url).post('/api/capture-lead', lead)).status).toBe(200)
}

/** What a call answers; undefined while nobody answers, or the server says that it is starting. */
async function answered(owner: TestBrowser, path: string) {
  const answer = await owner.get(path).catch(() => undefined)
  return answer === undefined || answer.status >= 500 ? undefined : answer
}

const emailsSeenBy = async (owner: TestBrowser): Promise<string[] | undefined> => {
  const answer = await answered(owner, '/api/customers?range=all')
  if (answer?.status !== 200) return undefined
  return [...JSON.stringify(answer.body).matchAll(/"email":"([^"]+)"/g)].map(([, email = '']) => email).sort()
}

const backupsOf = async (owner: TestBrowser): Promise<Backups | undefined> =>
  (await answered(owner, '/api/backups'))?.body

/** Makes a backup and gives its file. */
async function backUp(owner: TestBrowser): Promise<string> {
  expect((await owner.post('/api/backups', {})).status).toBe(200)
  let file: string | null | undefined
  await expect
    .poll(async () => {
      const stand = await backupsOf(owner)
      file = stand?.lastProved?.file
      return stand?.backups.some(({ state }) => state === 'running') === false && typeof file
    }, PATIENT)
    .toBe('string')
  return file ?? ''
}

const restore = (owner: TestBrowser, file: string, more: object = {}) =>
  owner.post('/api/backups/restore', { file, password: ownerPassword, ...more })

const ended = (owner: TestBrowser, state: 'done' | 'failed') =>
  expect.poll(async () => (await backupsOf(owner))?.lastRestore?.state, PATIENT).toBe(state)

async function run(databaseUrl?: string, dataDir?: string): Promise<RunningProduct> {
  const product = await runProduct({
    ...(databaseUrl && { databaseUrl }),
    environment: { BACKUP_PASSPHRASE: passphrase, ...(dataDir && { DATA_DIR: dataDir }) },
    sweepFilmsEveryMs: 200,
  })
  onTestFinished(product.end)
  return product
}

test('the owner restores a backup, everything is read again, and the safety copy is the way back', async () => {
  const product = await run()
  await keepSecretsAndFilm(product)
  const owner = await product.owner()
  await capture(product.url, 'first@example.com')
  const file = await backUp(owner)
  // A film that came later, and longer ago than files wait that belong to nothing.
  const film = await keepSecretsAndFilm(product)
  const longAgo = new Date(Date.now() - 4 * 24 * 3_600_000)
  utimesSync(join(product.dataDir, 'media', 'films', film.name), longAgo, longAgo)
  await capture(product.url, 'second@example.com')
  const zone = { timezone: 'Asia/Tokyo' }
  expect((await sendJson(owner, 'PUT', '/api/analytics/settings', zone)).status).toBe(200)

  expect(await restore(owner, file, { password: 'not the password' })).toMatchObject({
    status: 422,
    body: { fields: { password: 'Incorrect password' } },
  })
  expect((await restore(owner, '../secret')).status).toBe(404)
  expect((await restore(product.browser(), file)).status).toBe(401)
  const begun = await restore(owner, file)
  expect(begun).toMatchObject({ status: 200, body: { lastRestore: { state: 'running', file } } })
  await ended(owner, 'done')

  // Whoever restored is still signed in, and sees what was then.
  expect(await emailsSeenBy(owner)).toEqual(['first@example.com'])
  expect((await owner.get('/api/analytics/settings')).body.timezone).not.toBe('Asia/Tokyo')
  const stand = await backupsOf(owner)
  expect(stand?.lastRestore).toMatchObject({ file, problem: null, isOtherPassword: false })
  // Its file is still there, and so it is in the list.
  expect(stand?.lastProved).toMatchObject({ file, state: 'proved', differences: 0 })
  const safetyCopy = stand?.lastRestore?.safetyCopy ?? ''
  expect(stand?.safetyCopies).toContainEqual(
    expect.objectContaining({ file: safetyCopy, madeBefore: 'restore' }),
  )
  expect(existsSync(join(product.dataDir, 'backups', safetyCopy))).toBe(true)
  await capture(product.url, 'third@example.com')
  expect((await fetch(`${product.url}/films/${film.name}`)).status).toBe(404)
  const unfinished = join(product.dataDir, 'media', 'uploads', '0'.repeat(32))
  for (const _sweep of [1, 2]) {
    writeFileSync(`${unfinished}.part`, '')
    utimesSync(`${unfinished}.part`, longAgo, longAgo)
    renameSync(`${unfinished}.part`, unfinished)
    await expect.poll(() => existsSync(unfinished), PATIENT).toBe(false)
  }

  expect((await restore(owner, safetyCopy)).status).toBe(200)
  await expect.poll(() => emailsSeenBy(owner), PATIENT).toEqual(['first@example.com', 'second@example.com'])
  expect((await owner.get('/api/analytics/settings')).body.timezone).toBe('Asia/Tokyo')
  const back = await fetch(`${product.url}/films/${film.name}`)
  expect(back.status).toBe(200)
  expect(Buffer.from(await back.arrayBuffer()).equals(film.bytes)).toBe(true)
})

test('with another password in the backup everybody signs in again, with that', async () => {
  const product = await run()
  const owner = await product.owner()
  const file = await backUp(owner)
  const later = 'another password for tests'
  const changed = await owner.post('/api/analytics/password', {
    ...{ oldPassword: ownerPassword, newPassword: later },
  })
  expect(changed.status).toBe(200)
  expect((await restore(owner, file, { password: later })).status).toBe(200)
  await expect.poll(async () => (await answered(owner, '/api/backups'))?.status, PATIENT).toBe(401)
  const again = await product.owner()
  expect((await backupsOf(again))?.lastRestore).toMatchObject({ state: 'done', isOtherPassword: true })
})

test('a file that is damaged is refused while the site stays open, and nothing is changed', async () => {
  const product = await run()
  const owner = await product.owner()
  await capture(product.url, 'first@example.com')
  const file = await backUp(owner)
  const path = join(product.dataDir, 'backups', file)
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40)
  writeFileSync(path, bytes)
  await capture(product.url, 'second@example.com')
  expect((await restore(owner, file)).status).toBe(200)
  await ended(owner, 'failed')
  expect((await backupsOf(owner))?.lastRestore?.problem).toMatch(/damaged.+Nothing was changed\.$/)
  expect(await emailsSeenBy(owner)).toEqual(['first@example.com', 'second@example.com'])
})

test('of two processes on one database one restores, and the other makes way and comes back with what was restored', async () => {
  const one = await run()
  const other = await run(one.databaseUrl, one.dataDir)
  const owner = await one.owner()
  const elsewhere = await other.owner()
  await capture(one.url, 'first@example.com')
  const file = await backUp(owner)
  await capture(other.url, 'second@example.com')
  await sendJson(owner, 'PUT', '/api/analytics/settings', { timezone: 'Asia/Tokyo' })
  await expect
    .poll(async () => (await elsewhere.get('/api/analytics/settings')).body.timezone)
    .toBe('Asia/Tokyo')
  expect((await restore(owner, file)).status).toBe(200)
  await ended(owner, 'done')
  expect(await emailsSeenBy(owner)).toEqual(['first@example.com'])
  // Its session came from before; it signs in again.
  await expect
    .poll(async () => (await answered(elsewhere, '/api/analytics/settings'))?.status, PATIENT)
    .toBe(401)
  const back = await other.owner()
  expect(await emailsSeenBy(back)).toEqual(['first@example.com'])
  expect((await back.get('/api/analytics/settings')).body.timezone).not.toBe('Asia/Tokyo')
  await capture(other.url, 'third@example.com')
})

test('somebody else on the database keeps a restore from beginning, and everything goes on', async () => {
  const product = await run()
  const owner = await product.owner()
  await capture(product.url, 'first@example.com')
  const file = await backUp(owner)
  await capture(product.url, 'second@example.com')
  const { Client } = (await import('pg')).default
  const stranger = new Client({ connectionString: product.databaseUrl })
  await stranger.connect()
  onTestFinished(() => stranger.end())
  expect((await restore(owner, file)).status).toBe(200)
  await ended(owner, 'failed')
  expect((await backupsOf(owner))?.lastRestore?.problem).toMatch(/another program, is using this database/)
  expect(await emailsSeenBy(owner)).toEqual(['first@example.com', 'second@example.com'])
})

test('an installation on the embedded engine restores by itself, at the same address', async () => {
  const DATA_DIR = join(folderForTest(), 'data')
  const product = await startProductProcess({
    ...{ DATA_DIR, OWNER_PASSWORD: ownerPassword, BACKUP_PASSPHRASE: passphrase },
  })
  onTestFinished(product.kill)
  const owner = createBrowser(product.url)
  expect((await owner.post('/api/analytics/verify-password', { password: ownerPassword })).status).toBe(200)
  await capture(product.url, 'first@example.com')
  const file = await backUp(owner)
  await capture(product.url, 'second@example.com')
  expect((await restore(owner, file)).status).toBe(200)
  await ended(owner, 'done')
  expect(await emailsSeenBy(owner)).toEqual(['first@example.com'])
  expect(product.output()).toContain(`Restored ${file} from the dashboard.`)
  expect(await product.stop()).toBe('exit code 0')
})
