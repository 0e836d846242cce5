import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { openScratchDatabase } from '#server/backup/scratch-database.ts'
import { temporaryFolder } from '#support/engine.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { expectKept, expectRecovery } from './outage-check.ts'
import { startWriters } from './outage-load.ts'

/** A folder on a small disk of its own; skips where none may be made. */
function smallDisk(context: TestContext, size: string): { folder: string; fill(): void; makeRoom(): void } {
  const folder = temporaryFolder()
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder])
  if (mount.status !== 0) context.skip('this machine does not allow mounting a disk in memory')
  // The lazy way out: whatever a failed test leaves open must not keep the disk.
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () =>
      void spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096', 'conv=notrunc', 'oflag=append']),
    makeRoom: () => rmSync(filler),
  }
}

async function run(
  folder: string,
  more: Parameters<typeof runProduct>[0] = {},
): Promise<{ product: RunningProduct; said: string[] }> {
  const said: string[] = []
  const environment = { DATABASE_URL: '', DATA_DIR: folder, TRUST_PROXY: 'loopback' }
  const product = await runProduct({ ...more, environment, say: (line) => said.push(line) })
  onTestFinished(() => product.end())
  return { product, said }
}

const postmasterOf = (folder: string): string =>
  readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0] ?? ''

/** Makes the database begin new files of its log until it finds no room for one, which ends it. */
async function endByItsLog(folder: string): Promise<void> {
  const password = readFileSync(join(folder, 'postgres-password'), 'utf8').trim()
  const client = new pg.Client({
    ...{ host: join(folder, 'socket'), port: 5432, user: 'leadline', password, database: 'leadline' },
  })
  client.on('error', () => {})
  await client.connect()
  const ended = await waitFor(
    'the database to find no room for its log',
    () =>
      client.query("select pg_logical_emit_message(false, 'a', 'b'), pg_switch_wal()").then(
        () => false,
        () => true,
      ),
    60_000,
  )
  expect(ended).toBe(true)
  await client.end().catch(() => {})
}

test('a database that its full disk has ended comes back when there is room, and nothing acknowledged is lost', async (context) => {
  const { folder, fill, makeRoom } = smallDisk(context, '320m')
  // Nothing is kept free: this is what happens when another program takes the last of the room within a moment.
  const { product, said } = await run(folder, {
    diskLimits: () => ({ lowShare: 0, fullBytes: 0, fullShare: 0 }),
  })
  const writers = startWriters(product.url)
  await waitFor('something stored', () => writers.captures.size > 3)
  const postmaster = postmasterOf(folder)
  fill()
  await endByItsLog(folder)
  await waitFor('it to be said', () => said.some((line) => line.includes('because its disk is full')))
  const browser = product.browser()
  for (let looks = 0; looks < 5; looks += 1) {
    for (const path of ['/', '/meme', '/healthz']) expect((await browser.get(path)).status, path).toBe(200)
    expect((await browser.get('/readyz')).status).toBe(503)
    await pause(1000)
  }
  makeRoom()
  await expectRecovery(product.browser(), 60_000)
  expect(postmasterOf(folder)).not.toBe(postmaster)
  const stored = writers.captures.size
  await waitFor('more stored', () => writers.captures.size > stored + 3)
  await writers.end()
  expect(writers.refused).toBeGreaterThan(0)
  await product.stop()
  await expectKept({ DATA_DIR: folder }, writers)
})

test('a disk that runs full is noticed before the database would end, and heals by itself', async (context) => {
  const { folder, makeRoom } = smallDisk(context, '640m')
  const { product } = await run(folder, { watchDisksEveryMs: 50 })
  const writers = startWriters(product.url)
  await waitFor('something stored', () => writers.captures.size > 3)
  const postmaster = postmasterOf(folder)
  const small = spawnSync('df', ['--output=avail', '-B1', folder], { encoding: 'utf8' }).stdout.split('\n')[1]
  const megabytes = Math.floor(Number(small) / 1024 / 1024) - 50
  spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=1M', `count=${megabytes}`])
  const browser = product.browser()
  // A machine that is busy with the filling may refuse one for that.
  await waitFor('the reason', async () => {
    const { status, body } = await browser.post('/api/visitors/track', { path: '/meme' })
    const reason = 'The server’s disk is full, so nothing can be saved at the moment.'
    return status === 503 && body.error === reason
  })
  expect((await browser.get('/readyz')).body).toEqual({ error: 'Not ready (disk-full): the disk is full.' })
  expect((await browser.get('/meme')).status).toBe(200)
  makeRoom()
  await expectRecovery(product.browser())
  await writers.end()
  expect(postmasterOf(folder)).toBe(postmaster)
  await product.stop()
  await expectKept({ DATA_DIR: folder }, writers)
})

test('a backup on trial whose files lie on another disk than the backups is broken off before that one is full', async (context) => {
  const other = smallDisk(context, '32m')
  const product = await runProduct({
    environment: {
      ...{ DATABASE_URL: '', DATA_DIR: temporaryFolder() },
      BACKUP_PASSPHRASE: 'a passphrase for tests',
    },
    lookForBackupEveryMs: 3_600_000,
    async openScratch(folder, connection) {
      const scratch = await openScratchDatabase(folder, connection)
      other.fill()
      return { ...scratch, folder: other.folder }
    },
  })
  onTestFinished(() => product.end())
  const owner = await product.owner()
  expect((await owner.post('/api/backups', {})).status).toBe(200)
  const ended = await waitFor('the backup to end', async () => {
    const [newest] = (await owner.get('/api/backups')).body.backups
    return newest.state !== 'running' && newest
  })
  const reason = `The disk that holds ${other.folder} is too full for it.`
  expect(ended).toMatchObject({ state: 'failed', reason })
})
