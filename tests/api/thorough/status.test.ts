// A sample of it is in tests/browser/status.test.ts.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { holdLocks } from '#support/lock-holder.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

async function run(): Promise<RunningProduct> {
  // Its own look at what waits would stand before a locked table, too.
  const product = await runProduct({ watchTroublesEveryMs: 600_000 })
  onTestFinished(() => product.end())
  return product
}

/** Holds a table as a long migration does. */
const lock = (product: RunningProduct, table: string) =>
  holdLocks(product.databaseUrl, `lock table ${table} in access exclusive mode`)

/** How many statements of the product wait for a lock. */
const waiting = async (product: RunningProduct): Promise<number> => {
  const rows = await product.query(`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length
}

test('while a table is locked whoever asks how the server is hears it in time, and takes no connections from visitors', async () => {
  const product = await run()
  const owner = await product.owner()
  const { letGo } = await lock(product, 'leads')
  // As often as a dashboard and a scraper ask: more than there are connections.
  for (let asked = 0; asked < 3; asked += 1) {
    const status = await owner.get('/api/status')
    expect(status).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('at work on a table') },
    })
    expect((await product.browser().get('/metrics')).text).toContain('leadline_database_up 0')
  }
  // Its own limit for a statement is half a minute.
  await expect.poll(() => waiting(product), { timeout: 15_000 }).toBe(0)
  const visitor = product.browser()
  await waitFor('readiness', async () => (await visitor.get('/readyz')).status === 200)
  const track = () => visitor.post('/api/visitors/track', { path: '/meme' })
  await waitFor('a page view to be taken', async () => (await track()).status === 200)
  await letGo()
  await waitFor('the status', async () => (await owner.get('/api/status')).status === 200)
})

test('who asks again and again whether it is ready takes no connections from visitors', async () => {
  const product = await run()
  const owner = await product.owner()
  const { letGo } = await lock(product, 'processes')
  for (let asked = 0; asked < 6; asked += 1)
    expect((await product.browser().get('/readyz')).body).toEqual({
      error: 'Not ready (database-slow): the database does not answer in time.',
    })
  await expect.poll(() => waiting(product), { timeout: 10_000 }).toBeLessThan(2)
  const lead = { name: 'Ada Kern', phone: '202-555-0143', page: '/meme', email: 'ada@example.com' }
  const send = () => product.browser().post('/api/capture-lead', lead)
  await waitFor('a lead to be taken', async () => (await send()).status === 200)
  expect((await owner.get('/api/status')).status).toBe(503)
  await letGo()
  await waitFor('the status', async () => (await owner.get('/api/status')).status === 200)
})

test('the room that videos take is told while uploads come and go', async () => {
  const product = await run()
  const owner = await product.owner()
  const films = join(product.dataDir, 'media', 'films')
  mkdirSync(films, { recursive: true })
  writeFileSync(join(films, 'stays.mp4'), 'a film')
  let isOver = false
  const coming = (async () => {
    while (!isOver) {
      const paths = Array.from({ length: 20 }, (_, at) => join(films, `${at}.mp4`))
      await Promise.all(paths.map((path) => writeFile(path, '')))
      await Promise.all(paths.map((path) => rm(path)))
    }
  })()
  const told = []
  for (let asked = 0; asked < 60; asked += 1) told.push((await owner.get('/api/status')).body.media.bytes)
  isOver = true
  await coming
  expect(new Set(told)).toEqual(new Set([6]))
})

test('work that fails on one host alone is told, however well another does it', async () => {
  const product = await run()
  const other = await runProduct({ databaseUrl: product.databaseUrl, sweepFilmsEveryMs: 100 })
  onTestFinished(other.end)
  const [here, there] = [await product.owner(), await other.owner()]
  const workOf = async (owner: TestBrowser) =>
    (await owner.get('/api/status')).body.work.find(
      ({ name }: { name: string }) => name === 'clear unfinished uploads',
    )
  const uploads = join(other.dataDir, 'media', 'uploads')
  rmSync(uploads, { recursive: true })
  writeFileSync(uploads, 'no folder')
  await waitFor('it fails', async () => (await workOf(there))?.lastFailedAt)
  const well = await runProduct({ databaseUrl: product.databaseUrl, sweepFilmsEveryMs: 100 })
  onTestFinished(well.end)
  const third = await well.owner()
  await waitFor('both have written it down', async () => {
    for (const process of [other, well]) await process.browser().get('/readyz')
    const rows = await product.query(`select note ->> 'lastFailedAt' is not null as failed from processes,
      jsonb_array_elements(facts -> 'work') note where note ->> 'name' = 'clear unfinished uploads'`)
    return rows.length === 2 && rows.some(({ failed }) => failed)
  })
  for (const owner of [here, third]) {
    const told = await workOf(owner)
    expect(told.lastFailedAt).toBe(told.lastRunAt)
    expect(told.failure).toMatch(/^Error ENOTDIR on ./)
  }
  rmSync(uploads)
  mkdirSync(uploads)
  await waitFor('it is done again', async () => {
    const { lastFailedAt, lastRunAt } = await workOf(there)
    return lastFailedAt !== lastRunAt
  })
})
