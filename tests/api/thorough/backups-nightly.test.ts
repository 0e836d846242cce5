// A sample of it is in tests/browser/backup-places.test.ts.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Backups } from '#contract/backups.ts'
import { readSealedFile } from '#server/backup/backup-file.ts'
import { checkBackup } from '#server/backup/check-backup.ts'
import { openBackup } from '#server/backup/kept-films.ts'
import { folderForTest, keepSecretsAndFilm } from '#support/backed-up.ts'
import { holdLocks } from '#support/lock-holder.ts'
import { ownerPassword, runProduct } from '#support/running-product.ts'
import type { Answer, TestBrowser } from '#support/test-browser.ts'

const chosen = 'four random words here'
const HOUR_MS = 3_600_000

const put = (owner: TestBrowser, path: string, body: unknown): Promise<Answer> =>
  owner.send('PUT', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

async function backedUpByItself(environment: Record<string, string> = {}) {
  let now = new Date('2026-11-20T12:00:00Z')
  const product = await runProduct({ environment, clock: { now: () => now }, lookForBackupEveryMs: 300 })
  onTestFinished(product.end)
  const folder = join(product.dataDir, 'backups')
  let owner = await product.owner()
  const read = async (): Promise<Backups> => (await owner.get('/api/backups')).body
  return {
    product,
    folder,
    read,
    later: async (hours: number) => {
      now = new Date(now.getTime() + hours * HOUR_MS)
      // A session does not last the night.
      owner = await product.owner()
    },
    proved: (number: number) =>
      expect
        .poll(async () => (await read()).backups.filter(({ state }) => state === 'proved').length)
        .toBe(number),
    setPassphrase: async (passphrase: string, password = ownerPassword) =>
      put(await product.owner(), '/api/backups/passphrase', { passphrase, password }),
  }
}

test('once there is a passphrase the product backs itself up, proves it, and goes on every night', async () => {
  const { product, folder, read, later, proved, setPassphrase } = await backedUpByItself()
  await keepSecretsAndFilm(product)
  expect(await read()).toMatchObject({ passphrase: 'missing', lastProved: null, trouble: null, nextAt: null })
  expect((await (await product.owner()).post('/api/backups', {})).status).toBe(409)

  expect(await setPassphrase(chosen, 'another password')).toMatchObject({
    status: 422,
    body: { fields: { password: 'Incorrect password' } },
  })
  expect((await setPassphrase('too short')).status).toBe(422)
  const set = await setPassphrase(chosen)
  expect(set.status).toBe(200)
  expect(JSON.stringify(set.body)).not.toContain(chosen)
  await proved(1)
  const first = await read()
  expect(first).toMatchObject({ passphrase: 'dashboard', trouble: null, nextAt: '2026-11-21T11:10:00.000Z' })
  expect(first.lastProved).toMatchObject({ differences: 0, reason: null, occasion: 'by-hand' })
  expect(JSON.stringify(first)).not.toContain(chosen)
  const stored = await product.query(
    `select name, value, sealed from vendor_settings where vendor = 'backup'`,
  )
  expect(stored).toEqual([{ name: 'passphrase', value: null, sealed: expect.any(Buffer) }])
  expect(stored[0]?.sealed.includes(chosen)).toBe(false)

  // The night comes, and only one backup with it; a film is kept once for all.
  await later(24)
  await proved(2)
  const second = await read()
  expect(second.lastProved).toMatchObject({ differences: 0, occasion: 'nightly' })
  expect(readdirSync(join(folder, 'films'))).toHaveLength(1)
  expect(readdirSync(folder).filter((name) => name.startsWith('scratch') || name.endsWith('.part'))).toEqual(
    [],
  )

  // What is downloaded is one file with everything in it, under the same passphrase.
  const file = join(folderForTest(), 'downloaded.leadline')
  const owner = await product.owner()
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${product.url}/api/backups/${second.lastProved?.id}/file`, {
    headers: { cookie },
  })
  expect(answer.status).toBe(200)
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
  const { manifest } = await checkBackup(readSealedFile(file, chosen))
  expect(manifest.films).toHaveLength(1)
  const nightly = join(folder, second.lastProved?.file ?? '')
  expect((await checkBackup(openBackup(nightly, chosen))).manifest).toEqual(manifest)
  expect(readFileSync(nightly).length).toBeLessThan(readFileSync(file).length)
  expect((await product.browser().get(`/api/backups/${second.lastProved?.id}/file`)).status).toBe(401)

  rmSync(join(product.dataDir, 'media', 'films'), { recursive: true })
  await later(24)
  await proved(3)
  expect((await read()).lastProved?.reason).toBe(
    '1 video file was missing from the media folder and is not in it.',
  )
})

test('a backup that is dated ahead, as by a clock that was wrong once, neither keeps the nightly ones away nor hides that they fail', async () => {
  const { product, read, later, proved, setPassphrase } = await backedUpByItself()
  await put(await product.owner(), '/api/alerts/settings', {
    emailTo: 'coach@example.com',
    emailTrouble: true,
  })
  await later(24 * 90)
  await setPassphrase(chosen)
  await proved(1)
  const ahead = (await read()).lastProved?.id
  // Another was being made when the power went.
  await product.query(`
    insert into backups (id, occasion, state, started_at, touched_at, file)
    select gen_random_uuid(), 'nightly', 'running', at, at, 'nightly-ahead.leadline'
    from (values (timestamptz '2027-02-19 12:00Z')) as clock (at)`)

  await product.query('create table recipes (id integer)')
  await later(-24 * 89)
  await expect
    .poll(async () => (await read()).trouble)
    .toMatch(/^The last backup failed: The backup holds the table recipes.+There is no tested backup yet\.$/)
  await expect
    .poll(() => product.query('select kind from alerts order by created_at, kind'))
    .toEqual([{ kind: 'backups-broke' }])

  await product.query('drop table recipes')
  await later(2)
  await proved(2)
  const { lastProved, trouble } = await read()
  expect(trouble).toBe(null)
  expect(lastProved).toMatchObject({ occasion: 'nightly' })
  expect(lastProved?.id).not.toBe(ahead)
})

test('every proved backup is copied to a second place, and one that is missing is trouble', async () => {
  const second = join(folderForTest(), 'second')
  const { product, folder, read, later, proved, setPassphrase } = await backedUpByItself({
    BACKUP_COPY_DIR: second,
  })
  await keepSecretsAndFilm(product)
  await setPassphrase(chosen)
  await proved(1)
  expect((await read()).trouble).toMatch(
    /has no second place\. It was not copied to .+: that folder is not there\. It is tried again every quarter/,
  )
  expect(existsSync(second)).toBe(false)
  const first = (await read()).lastProved?.file ?? ''
  expect(first, 'says which installation made it').toMatch(/^dashboard-.+Z-[0-9a-f]{8}\.leadline$/)

  // Once the folder is there nobody waits for the next night.
  mkdirSync(second)
  await later(0.3)
  await expect.poll(async () => (await read()).trouble).toBe(null)
  expect(readdirSync(second).sort()).toEqual(['films', first].sort())
  expect((await checkBackup(openBackup(join(second, first), chosen))).manifest.films).toHaveLength(1)

  await later(24)
  await proved(2)
  const { trouble, lastProved } = await read()
  expect(trouble).toBe(null)
  const file = lastProved?.file ?? ''
  expect(readdirSync(second).sort()).toEqual(['films', first, file].sort())
  expect(readdirSync(join(second, 'films'))).toEqual(readdirSync(join(folder, 'films')))
  // The copy is whole by itself.
  expect((await checkBackup(openBackup(join(second, file), chosen))).manifest.films).toHaveLength(1)

  // What another server brought before this one began stays, and so do films; of its own the newest of a day is kept.
  const older = 'nightly-2026-11-21T031000Z.leadline'
  const film = `${'a'.repeat(64)}-0`
  writeFileSync(join(second, older), 'of a server that is gone')
  writeFileSync(join(second, 'films', film), 'of a server that is gone')
  await later(1)
  expect((await (await product.owner()).post('/api/backups', {})).status).toBe(200)
  await expect.poll(() => existsSync(join(folder, file))).toBe(false)
  const newest = (await read()).lastProved?.file ?? ''
  expect(readdirSync(second).sort()).toEqual(['films', first, older, newest].sort())
  expect(readdirSync(join(second, 'films'))).toContain(film)
})

test('a proved backup stays where an older one cannot be taken away', async () => {
  const { product, folder, read, later, proved, setPassphrase } = await backedUpByItself()
  await setPassphrase(chosen)
  await proved(1)
  const older = join(folder, (await read()).lastProved?.file ?? '')
  rmSync(older)
  mkdirSync(older)
  writeFileSync(join(older, 'in the way'), '')
  await later(1)
  expect((await (await product.owner()).post('/api/backups', {})).status).toBe(200)
  await proved(2)
  const { lastProved, trouble } = await read()
  expect(trouble).toBe(null)
  expect((await checkBackup(openBackup(join(folder, lastProved?.file ?? ''), chosen))).start.is).toBe('start')
  expect(existsSync(older)).toBe(true)
})

test('a backup that fails is not kept, says why, and alerts the owner, who hears when one works again', async () => {
  const { product, folder, read, later, proved, setPassphrase } = await backedUpByItself()
  await put(await product.owner(), '/api/alerts/settings', {
    emailTo: 'coach@example.com',
    emailTrouble: true,
  })
  await product.query('create table recipes (id integer)')
  await setPassphrase(chosen)
  await expect
    .poll(async () => (await read()).trouble)
    .toMatch(/^The last backup failed: The backup holds the table recipes, which is not this product's/)
  expect(existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.leadline')) : []).toEqual(
    [],
  )
  const alerts = () => product.query('select kind from alerts order by created_at, kind')
  await expect.poll(alerts).toEqual([{ kind: 'backups-broke' }])

  await product.query('drop table recipes')
  await later(2)
  await proved(1)
  expect((await read()).trouble).toBe(null)
  await expect.poll(alerts).toEqual([{ kind: 'backups-broke' }, { kind: 'backups-work-again' }])

  // However often it fails from then on, what was proved is shown, and can be downloaded and restored.
  await product.query(`
    insert into backups (id, occasion, state, started_at, touched_at, finished_at, file, reason)
    select gen_random_uuid(), 'nightly', 'failed', at, at, at, 'nightly-' || at || '.leadline', 'No room.'
    from generate_series('2026-11-20 15:00Z'::timestamptz, '2026-12-05 15:00Z', interval '1 hour') as at`)
  const { backups } = await read()
  const made = backups.find(({ state }) => state === 'proved')
  expect(backups.filter(({ state }) => state === 'failed')).toHaveLength(20)
  expect((await (await product.owner()).get(`/api/backups/${made?.id}/file`)).status).toBe(200)
  // It is found, and only another restore keeps this one from beginning.
  await product.query(`update backup_watch set last_restore = '{"state": "running"}'`)
  const restore = { file: made?.file, password: ownerPassword }
  expect((await (await product.owner()).post('/api/backups/restore', restore)).status).toBe(409)
  await product.query('update backup_watch set last_restore = null')
  await product.query(`delete from backups where reason = 'No room.'`)

  // Two presses at once make one, which is not through before both are answered.
  const owner = await product.owner()
  const holder = await holdLocks(product.databaseUrl, 'lock table leads in access exclusive mode')
  const presses = await Promise.all([1, 2].map(() => owner.post('/api/backups', {})))
  await holder.letGo()
  expect(presses.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('while processes are updated one by one, one of the older version leaves the nightly backup to the newer, and says so where it is asked for one', async () => {
  const { product, read, later, proved, setPassphrase } = await backedUpByItself()
  await put(await product.owner(), '/api/alerts/settings', {
    emailTo: 'coach@example.com',
    emailTrouble: true,
  })
  await setPassphrase(chosen)
  await proved(1)
  await product.query(`insert into kysely_migration values ('9999-of-tomorrow', '2026-11-20T12:00:00.000Z')`)
  expect(await (await product.owner()).post('/api/backups', {})).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('still of the older version') },
  })
  expect((await setPassphrase('four other random words')).status).toBe(200)
  // Nobody newer makes one, so in the end that none was made is alerted, by a look that made none either.
  await later(30)
  await expect.poll(() => product.query('select kind from alerts')).toEqual([{ kind: 'backups-broke' }])
  expect((await read()).backups.map(({ state, reason }) => [state, reason])).toEqual([['proved', null]])
  await product.query(`delete from kysely_migration where name = '9999-of-tomorrow'`)
  await proved(2)
})

test('a stop in the middle of a nightly backup that cannot be broken off leaves nothing of it, and is no failure', async () => {
  let trying = () => {}
  const isTried = new Promise<void>((resolve) => {
    trying = resolve
  })
  const product = await runProduct({
    environment: { BACKUP_PASSPHRASE: chosen },
    lookForBackupEveryMs: 300,
    openScratch() {
      trying()
      return new Promise(() => {})
    },
  })
  onTestFinished(product.end)
  await isTried
  expect(await product.query('select state from backups')).toEqual([{ state: 'running' }])
  await product.stop()
  expect(await product.query('select state from backups')).toEqual([])
  expect(readdirSync(join(product.dataDir, 'backups'))).toEqual([])
})

test('a stop in the middle of a backup that the owner asked for stays in the list, and holds nothing back', async () => {
  const product = await runProduct({
    environment: { BACKUP_PASSPHRASE: chosen },
    // Never by itself within this test.
    lookForBackupEveryMs: 3_600_000,
    openScratch: () => new Promise(() => {}),
  })
  onTestFinished(product.end)
  const owner = await product.owner()
  expect((await owner.post('/api/backups', {})).status).toBe(200)
  await product.stop()
  const other = await runProduct({ databaseUrl: product.databaseUrl, lookForBackupEveryMs: 3_600_000 })
  onTestFinished(other.end)
  const { body } = await (await other.owner()).get('/api/backups')
  expect(body).toMatchObject({
    trouble: null,
    backups: [
      {
        ...{ occasion: 'by-hand', state: 'failed', file: null },
        reason: 'The server was stopped while this backup was being made: make another one.',
      },
    ],
  })
})
