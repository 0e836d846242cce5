// A sample of it is in tests/browser/backup-places.test.ts.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Backups } from '#contract/backups.ts'
import { folderForTest, keepSecretsAndFilm, passphrase } from '#support/backed-up.ts'
import { startCommand } from '#support/run-command.ts'
import { ownerPassword, type RunningProduct, runProduct } from '#support/running-product.ts'
import { type S3Server, startS3Server } from '#support/s3-server.ts'
import { sendJson } from '#support/send-json.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const PATIENT = { timeout: 60_000 }
const PLACE = '/api/backups/second-place'

async function run(environment: Record<string, string> = {}, options: object = {}) {
  const product = await runProduct({
    environment: { BACKUP_PASSPHRASE: passphrase, ...environment },
    ...{ lookForBackupEveryMs: 600_000, lookForCopyEveryMs: 300, ...options },
  })
  onTestFinished(product.end)
  return product
}

async function storage(): Promise<S3Server> {
  const server = await startS3Server()
  onTestFinished(server.stop)
  return server
}

const enter = (owner: TestBrowser, server: S3Server, more: object = {}) => {
  const { url, bucket, accessKeyId, secretAccessKey } = server
  return sendJson(owner, 'PUT', PLACE, {
    ...{ endpoint: url, bucket, accessKeyId, secretAccessKey, prefix: '/coach/' },
    ...more,
  })
}

const stateOf = async (owner: TestBrowser): Promise<Backups> => (await owner.get('/api/backups')).body

async function backUp(owner: TestBrowser): Promise<string> {
  expect((await owner.post('/api/backups', {})).status).toBe(200)
  await expect
    .poll(
      async () => (await stateOf(owner)).backups.filter(({ state }) => state === 'running').length,
      PATIENT,
    )
    .toBe(0)
  return (await stateOf(owner)).lastProved?.file ?? ''
}

const arrived = (owner: TestBrowser, server: S3Server, file: string) =>
  expect
    .poll(async () => {
      // In this order: before it begins nobody is copying either.
      if (!server.objects.has(`coach/${file}.json`)) return false
      const { copying, failed } = (await stateOf(owner)).secondPlace
      return copying === null && failed === null
    }, PATIENT)
    .toBe(true)

const capture = async (product: RunningProduct, email: string): Promise<void> => {
  const lead = { name: 'A person', email, phone: 'none', page: '/meme' }
  expect((await product.browser().post('/api/capture-lead', lead)).status).toBe(200)
}

test('a backup with its film arrives, is listed, fetched back and restored, and its secret is told to nobody', async () => {
  const product = await run()
  const server = await storage()
  const owner = await product.owner()
  const film = await keepSecretsAndFilm(product)
  await capture(product, 'first@example.com')
  const entered = await enter(owner, server)
  expect(entered.status, JSON.stringify(entered.body)).toBe(200)
  expect(entered.body.secondPlace).toMatchObject({
    ...{ source: 'dashboard', endpoint: server.url, bucket: server.bucket, prefix: 'coach' },
    ...{ secretEndsIn: server.secretAccessKey.slice(-4), isReadable: true, arrivedAt: null },
  })
  expect(server.objects.size).toBe(0)
  const file = await backUp(owner)
  await arrived(owner, server, file)
  const keys = [...server.objects.keys()]
  expect(keys).toContain(`coach/${file}`)
  expect(keys.filter((key) => /^coach\/films\/[0-9a-f]{64}-0$/.test(key))).toHaveLength(1)
  expect(server.objects.get(`coach/${file}`)).toEqual(readFileSync(join(product.dataDir, 'backups', file)))
  const stand = await stateOf(owner)
  expect(stand.secondPlace.arrivedAt).not.toBeNull()
  expect(JSON.stringify(stand)).not.toContain(server.secretAccessKey)
  const stored = await product.query(
    `select value, sealed from vendor_settings where vendor = 'second-place'`,
  )
  expect(JSON.stringify(stored.map(({ value }) => value))).not.toContain(server.secretAccessKey)
  for (const { sealed } of stored) if (sealed) expect(sealed.includes(server.secretAccessKey)).toBe(false)

  // The second one is sent without its film, which is there.
  const second = await backUp(owner)
  server.calls.length = 0
  await arrived(owner, server, second)
  expect(server.calls.filter((call) => /^(PUT|POST) .*\/films\//.test(call))).toEqual([])
  // Of one day the newest is kept.
  expect([...server.objects.keys()].filter((key) => key.endsWith('.leadline'))).toEqual([`coach/${second}`])

  await capture(product, 'second@example.com')
  const { body: listed } = await owner.get(`${PLACE}/copies`)
  expect(listed.copies).toEqual([expect.objectContaining({ file: second })])
  expect(listed.copies[0].bytes).toBeGreaterThan(film.bytes.length)
  expect((await owner.post(`${PLACE}/fetch`, { file: '../secret' })).status).toBe(404)
  expect((await owner.post(`${PLACE}/fetch`, { file: second })).status).toBe(200)
  await expect.poll(async () => (await stateOf(owner)).arrival?.state, PATIENT).toBe('arrived')
  const id = (await stateOf(owner)).arrival?.id ?? ''
  // Nothing is restored before it has been read whole.
  expect((await owner.post('/api/backups/restore', { file: id, password: ownerPassword })).status).toBe(404)
  expect((await owner.post('/api/backups/arrival/check', { id })).status).toBe(200)
  await expect.poll(async () => (await stateOf(owner)).arrival?.state, PATIENT).toBe('checked')
  expect((await owner.post('/api/backups/restore', { file: id, password: 'another one' })).status).toBe(422)
  expect((await owner.post('/api/backups/restore', { file: id, password: ownerPassword })).status).toBe(200)
  await expect
    .poll(
      async () => (await owner.get('/api/backups').catch(() => undefined))?.body?.lastRestore?.state,
      PATIENT,
    )
    .toBe('done')
  const after = await stateOf(owner)
  expect(after.lastRestore).toMatchObject({ file: second, problem: null })
  expect(after.arrival).toBeNull()
  expect(await product.query('select email from leads')).toEqual([{ email: 'first@example.com' }])
  expect(readFileSync(join(product.dataDir, 'media', 'films', film.name))).toEqual(film.bytes)

  expect((await owner.send('DELETE', PLACE)).body.secondPlace).toMatchObject({
    source: 'nothing',
    endpoint: '',
  })
  expect(await product.query(`select 1 from vendor_settings where vendor = 'second-place'`)).toEqual([])
  expect(server.objects.has(`coach/${second}`)).toBe(true)
})

test('what is entered is tried with a file, and refused beside the field that is wrong', async () => {
  const product = await run()
  const server = await storage()
  const owner = await product.owner()
  const cases: [object, string, RegExp][] = [
    [
      { secretAccessKey: 'not the secret key at all'.replaceAll(' ', '') },
      'secretAccessKey',
      /secret key is not right/,
    ],
    [{ accessKeyId: 'AKIDOFNOBODY' }, 'secretAccessKey', /access key is not known/],
    [{ bucket: 'no-such-bucket' }, 'bucket', /no such bucket/],
    [{ endpoint: 'http://storage.example' }, 'endpoint', /https/],
    [{ endpoint: 'https://10.0.0.1' }, 'endpoint', /private network/],
    [{ endpoint: 'javascript:alert(1)' }, 'endpoint', /address|https/],
    [{ prefix: '../up' }, 'prefix', /folder/],
    [{ secretAccessKey: undefined }, 'secretAccessKey', /Enter the secret key/],
  ]
  for (const [more, field, words] of cases) {
    const { status, body } = await enter(owner, server, more)
    expect(status, JSON.stringify(body)).toBe(422)
    expect(body.fields[field], JSON.stringify(body)).toMatch(words)
    expect(JSON.stringify(body)).not.toContain(server.secretAccessKey)
  }
  expect((await enter(product.browser(), server)).status).toBe(401)
  expect((await stateOf(owner)).secondPlace.source).toBe('nothing')
  // With the bucket behind it, as Cloudflare shows it; twice in a row.
  for (const _time of [1, 2])
    expect((await enter(owner, server, { endpoint: `${server.url}/${server.bucket}/` })).status).toBe(200)
  // The stored secret goes on with the same address and key, and with no other.
  expect((await enter(owner, server, { secretAccessKey: undefined, prefix: 'other' })).status).toBe(200)
  const other = await storage()
  expect((await enter(owner, server, { endpoint: other.url, secretAccessKey: undefined })).status).toBe(422)
  expect(other.calls).toEqual([])
})

test('a second process uses a new place within two seconds', async () => {
  const one = await run()
  const server = await storage()
  const other = await runProduct({
    ...{ databaseUrl: one.databaseUrl, lookForBackupEveryMs: 600_000, lookForCopyEveryMs: 600_000 },
    environment: { BACKUP_PASSPHRASE: passphrase, DATA_DIR: one.dataDir },
  })
  onTestFinished(other.end)
  expect((await enter(await one.owner(), server)).status).toBe(200)
  const elsewhere = await other.owner()
  await expect.poll(async () => (await stateOf(elsewhere)).secondPlace.bucket, PATIENT).toBe(server.bucket)
  expect((await elsewhere.get(`${PLACE}/copies`)).body).toEqual({ copies: [] })
})

test('keys that are refused, and a bucket that is gone, are told and alerted; then it arrives', async () => {
  let ahead = 0
  const product = await run({}, { clock: { now: () => new Date(Date.now() + ahead) } })
  const server = await storage()
  const owner = await product.owner()
  expect((await enter(owner, server)).status).toBe(200)
  server.begin('no-bucket')
  const file = await backUp(owner)
  await expect
    .poll(async () => (await stateOf(owner)).secondPlace.failed?.reason, PATIENT)
    .toMatch(/no such bucket/)
  expect((await stateOf(owner)).trouble).toMatch(
    /^Backups do not reach the second place\. There is no such bucket/,
  )
  server.recover()
  const secret = server.secretAccessKey
  server.secretAccessKey = 'another secret than was entered'
  expect((await owner.post(`${PLACE}/copy`, {})).status).toBe(200)
  await expect
    .poll(async () => (await stateOf(owner)).secondPlace.failed?.reason, PATIENT)
    .toMatch(/secret key is not right/)
  server.secretAccessKey = secret
  expect((await owner.post(`${PLACE}/copy`, {})).status).toBe(200)
  await arrived(owner, server, file)
  expect((await stateOf(owner)).trouble).toBeNull()
  // Nothing more arrives: the backups themselves are silent by then, too, and are told of first.
  ahead = 30 * 3_600_000
  await product.query(
    `update backups set started_at = now() + interval '29 hours', finished_at = now() + interval '29 hours'`,
  )
  await expect
    .poll(async () => (await stateOf(owner)).trouble, PATIENT)
    .toMatch(/^No backup has reached the second place for (29|30) hours\.$/)
})

test('a copy that comes back as other bytes does not count, and is sent again', async () => {
  const product = await run()
  const server = await storage()
  const owner = await product.owner()
  expect((await enter(owner, server)).status).toBe(200)
  server.begin('spoil', 1)
  const file = await backUp(owner)
  await expect
    .poll(async () => (await stateOf(owner)).secondPlace.failed?.reason, PATIENT)
    .toMatch(/not what was sent/)
  expect(server.objects.has(`coach/${file}`)).toBe(false)
  expect((await owner.post(`${PLACE}/copy`, {})).status).toBe(200)
  await arrived(owner, server, file)
})

test('a process that ends in the middle leaves nothing behind after the next run', async () => {
  const server = await storage()
  const product = await run()
  const owner = await product.owner()
  expect((await enter(owner, server)).status).toBe(200)
  // A film of several parts, whose second part never gets an answer.
  const { name } = await keepSecretsAndFilm(product)
  mkdirSync(join(product.dataDir, 'media', 'films'), { recursive: true })
  writeFileSync(join(product.dataDir, 'media', 'films', name), randomBytes(10 * 1024 * 1024))
  server.begin('hold')
  const file = await backUp(owner)
  await expect.poll(() => server.unfinished.size, PATIENT).toBe(1)
  await expect
    .poll(async () => (await stateOf(owner)).secondPlace.copying?.total, PATIENT)
    .toBeGreaterThan(10_000_000)
  // As a kill leaves it: nobody ended the upload, and the one who sent is not heard of any more.
  await product.stop()
  const left = [...server.unfinished][0]
  if (left === undefined) server.unfinished.set('upload+99', { key: `coach/${file}`, parts: new Map() })
  await product.query(
    `update second_place set holder = gen_random_uuid(), touched_at = now() - interval '1 hour'`,
  )
  server.recover()
  const again = await runProduct({
    ...{ databaseUrl: product.databaseUrl, lookForBackupEveryMs: 600_000, lookForCopyEveryMs: 300 },
    environment: { BACKUP_PASSPHRASE: passphrase, DATA_DIR: product.dataDir },
  })
  onTestFinished(again.end)
  await arrived(await again.owner(), server, file)
  expect(server.unfinished.size).toBe(0)
})

test('the command lists and fetches what is there, with the keys from the environment alone', async () => {
  const server = await storage()
  const environment = {
    ...{ BACKUP_S3_ENDPOINT: server.url, BACKUP_S3_BUCKET: server.bucket, BACKUP_S3_PREFIX: 'coach' },
    ...{ BACKUP_S3_ACCESS_KEY_ID: server.accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: server.secretAccessKey },
  }
  const product = await run(environment)
  const owner = await product.owner()
  await keepSecretsAndFilm(product)
  expect((await stateOf(owner)).secondPlace).toMatchObject({ source: 'environment', secretEndsIn: null })
  expect((await enter(owner, server)).status).toBe(409)
  const file = await backUp(owner)
  await arrived(owner, server, file)
  const folder = folderForTest()
  const fetch = (args: string[]) =>
    startCommand('backup-fetch', args, { ...environment, DATA_DIR: join(folder, 'none') }).ended
  const listed = await fetch([])
  expect(listed.output).toContain(file)
  const out = join(folder, 'out.leadline')
  const fetched = await fetch([file, '--out', out])
  expect(fetched, fetched.output).toMatchObject({ how: 'exit code 0' })
  expect(readFileSync(out)).toEqual(readFileSync(join(product.dataDir, 'backups', file)))
  const again = await fetch([file, '--out', out])
  expect(again).toMatchObject({ how: 'exit code 1' })
  expect(again.output).toMatch(/There is a file .+ already/)
  expect([listed, fetched, again].map(({ output }) => output).join()).not.toContain(server.secretAccessKey)
})

test('a form that is older than the second place in use does not bring an old one back', async () => {
  const product = await run()
  const [first, other] = [await storage(), await storage()]
  const owner = await product.owner()
  const now = async () => {
    const { endpoint, region, bucket, prefix, accessKeyId } = (await stateOf(owner)).secondPlace
    return { endpoint, region, bucket, prefix, accessKeyId }
  }
  expect((await enter(owner, first, { inPlaceOf: null })).status).toBe(200)
  const before = await now()
  // The answer to the first try may have been lost.
  expect((await enter(owner, first, { inPlaceOf: null })).status).toBe(200)
  expect((await enter(owner, first, { prefix: 'newer', inPlaceOf: before })).status).toBe(200)
  for (const inPlaceOf of [before, null]) {
    const refused = await enter(owner, other, { inPlaceOf })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'The second place was changed meanwhile. Have a look at the new one.',
    ])
  }
  expect(await now()).toEqual({ ...before, prefix: 'newer' })
  expect(other.calls).toEqual([])
  expect((await enter(owner, other, { inPlaceOf: await now() })).status).toBe(200)
})
