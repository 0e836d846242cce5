import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openScratchOnServer } from '#server/backup/scratch-database.ts'
import { keepSecretsAndFilm } from '#support/backed-up.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const MEGABYTE = 1024 * 1024
const room = { lowShare: 0, fullBytes: 0, fullShare: 0 }
const low = { ...room, lowShare: 1.01 }
const full = { lowShare: 1.01, fullBytes: Number.MAX_SAFE_INTEGER, fullShare: 1.01 }
const lead = { name: 'Ada Kern', phone: '202-555-0143', page: '/meme' }

async function run(): Promise<{ product: RunningProduct; become(limits: typeof room): Promise<void> }> {
  let limits = room
  const product = await runProduct({ diskLimits: () => limits, watchDisksEveryMs: 50 })
  onTestFinished(() => product.end())
  return {
    product,
    async become(next) {
      limits = next
      const state = next === full ? 1 : 0
      await waitFor('the disk to be looked at', async () => {
        const metrics = await (await fetch(`${product.url}/metrics`)).text()
        return metrics.includes(`leadline_disk_full{place="data"} ${state}`)
      })
    },
  }
}

const alertsOf = (product: RunningProduct) =>
  product.query(
    "select kind, channel, details from alerts where kind like 'disk%' order by created_at, channel",
  )

ordinaryTest(
  'on a full disk the site stays open, writes are refused with the reason, and room heals it by itself',
  async () => {
    const { product, become } = await run()
    const browser = product.browser()
    const owner = await product.owner()
    expect((await browser.post('/api/capture-lead', { ...lead, email: 'before@example.com' })).status).toBe(
      200,
    )
    await become(full)

    for (const path of ['/', '/meme', '/freetraining', '/healthz'])
      expect((await browser.get(path)).status, path).toBe(200)
    expect((await owner.get('/api/customers?range=all')).status).toBe(200)
    const refused = async (who: TestBrowser, path: string, body: object) => {
      const answer = await who.post(path, body)
      expect(answer.status, path).toBe(503)
      expect(answer.body).toEqual({
        error: 'The server’s disk is full, so nothing can be saved at the moment.',
      })
      expect(answer.headers.get('retry-after')).toBe('30')
    }
    await refused(browser, '/api/visitors/track', { path: '/meme' })
    await refused(browser, '/api/visitors/page-view', { path: '/meme' })
    await refused(browser, '/api/capture-lead', { ...lead, email: 'during@example.com' })
    await refused(owner, '/api/auto-tags/rules', { name: 'A rule' })
    const ready = await browser.get('/readyz')
    expect([ready.status, ready.body]).toEqual([503, { error: 'Not ready (disk-full): the disk is full.' }])
    expect(ready.headers.get('retry-after')).toBe('30')
    // Whoever can make room gets in, sees why, and may delete.
    const again = await product.owner()
    const status = await again.get('/api/status')
    expect(status.body.disks.map(({ state }: { state: string }) => state)).toContain('full')
    expect((await again.send('DELETE', '/api/site/films/00000000-0000-7000-8000-000000000000')).status).toBe(
      404,
    )

    await become(room)
    await waitFor('ready again', async () => (await browser.get('/readyz')).status === 200)
    expect((await browser.post('/api/capture-lead', { ...lead, email: 'after@example.com' })).status).toBe(
      200,
    )
    const leads = await product.query('select email from leads order by email')
    expect(leads.map(({ email }) => email)).toEqual(['after@example.com', 'before@example.com'])
  },
)

ordinaryTest(
  'the owner is alerted once while there is little room, and once more when there is none',
  async () => {
    const { product, become } = await run()
    const owner = await product.owner()
    const ways = { emailTo: 'owner@example.com', emailTrouble: true }
    expect(
      (
        await owner.send('PUT', '/api/alerts/settings', {
          body: JSON.stringify(ways),
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(200)
    expect(await alertsOf(product)).toEqual([])

    await become(low)
    await waitFor('an alert', async () => (await alertsOf(product)).length > 0)
    await become(full)
    const alerts = await waitFor('a second alert', async () => {
      const found = await alertsOf(product)
      return found.length > 1 && found
    })
    const details = { folder: expect.any(String), free: expect.any(Number), total: expect.any(Number) }
    expect(alerts).toEqual([
      { kind: 'disk-low', channel: 'email', details },
      { kind: 'disk-full', channel: 'email', details },
    ])
    expect(alerts[0]?.details.total).toBeGreaterThan(MEGABYTE)
    // What is looked at again and again is not told again and again.
    await become(room)
    await become(low)
    await become(full)
    expect(await alertsOf(product)).toHaveLength(2)
    // What was told while a clock was wrong keeps nothing back until that day.
    await product.query("update alerts set created_at = '2099-01-01' where kind like 'disk%'")
    await waitFor('a third alert', async () => (await alertsOf(product)).length > 2)
    expect((await alertsOf(product)).map(({ kind }) => kind).sort()).toEqual([
      ...['disk-full', 'disk-full', 'disk-low'],
    ])
  },
)

thoroughTest('a backup is broken off while the site can still take what visitors send', async () => {
  // Room for everything but what a backup must leave: as when the next gigabyte of it would fill the disk.
  const tight = (folder: string) => {
    const { bavail, bsize } = statfsSync(folder)
    return { lowShare: 0, fullBytes: bavail * bsize * 0.75, fullShare: 1 }
  }
  let limits = room
  let onTrial = () => {}
  const product = await runProduct({
    environment: { BACKUP_PASSPHRASE: 'a passphrase for tests' },
    diskLimits: () => limits,
    lookForBackupEveryMs: 3_600_000,
    watchDisksEveryMs: 50,
    openScratch(_folder, connection) {
      onTrial()
      return openScratchOnServer(connection ?? {})
    },
  })
  onTestFinished(() => product.end())
  await keepSecretsAndFilm(product)
  const owner = await product.owner()
  const folder = join(product.dataDir, 'backups')
  const left = () => (existsSync(folder) ? readdirSync(folder, { recursive: true }) : [])
  const backUp = async () => {
    expect((await owner.post('/api/backups', {})).status).toBe(200)
    return waitFor('the backup to end', async () => {
      const { backups } = (await owner.get('/api/backups')).body
      return backups[0].state !== 'running' && backups[0]
    })
  }
  const tooFull = { state: 'failed', reason: `The disk that holds ${folder} is too full for it.` }

  limits = tight(product.dataDir)
  expect(await backUp()).toMatchObject(tooFull)
  expect(left()).toEqual([])
  expect((await product.browser().get('/readyz')).status).toBe(200)
  const sent = await product
    .browser()
    .post('/api/capture-lead', { ...lead, email: 'while-it-is-tight@example.com' })
  expect(sent.status).toBe(200)

  // What is restored on trial takes room, too.
  limits = room
  onTrial = () => {
    limits = tight(product.dataDir)
  }
  expect(await backUp()).toMatchObject(tooFull)
  expect(left().filter((name) => !String(name).startsWith('films'))).toEqual([])

  limits = room
  onTrial = () => {}
  expect(await backUp()).toMatchObject({ state: 'proved', differences: 0 })
})
