import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { type Product, startProduct } from '#server/start-product.ts'
import { dashboardReads, sendDistinctViews } from '#support/distinct-views.ts'
import { createBrowser, type TestBrowser } from '#support/test-browser.ts'

/*
 * Page views of as many visitors, each with a path, source, campaign, ad and referrer of its own, sent as fast as they
 * are taken to an empty installation, while a dashboard reads all that it can: how long everything takes, and by how much
 * the data folder grows without the write-ahead log, which PostgreSQL recycles.
 */
const VIEWS = Number(process.argv[2] ?? 20_000)
const PASSWORD = 'benchmark password'
const dataDir = mkdtempSync(join(tmpdir(), 'leadline-distinct-'))
const product = { current: await start() }
const before = folderSize(dataDir)
const owner = await signIn()
let slowest = { ms: 0, path: '' }
const refused = new Map<string, number>()

let isSending = true
const begun = performance.now()
const reading = (async () => {
  while (isSending) await readAll()
})()
const unexpected = await sendDistinctViews(product.current.url, VIEWS)
const sent = performance.now()
isSending = false
await reading
while ((await viewsCounted()) < VIEWS && performance.now() - sent < 600_000)
  await new Promise((resolve) => setTimeout(resolve, 250))
const counted = performance.now()
await readAll()
const answers = await readNumbers()
await product.current.stop()
const grown = folderSize(dataDir) - before
product.current = await start()
const isSame = JSON.stringify(await readNumbers(await signIn())) === JSON.stringify(answers)
await product.current.stop()
rmSync(dataDir, { recursive: true, force: true })

console.log(
  `${VIEWS} page views with values of their own, an empty installation, ${dashboardReads.length} calls of the dashboard over and over`,
)
console.log(`sent in                     ${seconds(sent - begun)}`)
console.log(`counted after the last      ${seconds(counted - sent)}`)
console.log(`slowest call                ${seconds(slowest.ms)}  ${slowest.path}`)
console.log(`page views refused          ${unexpected.length}`)
console.log(
  `calls refused               ${[...refused].map(([what, times]) => `${times} x ${what}`).join(', ') || 0}`,
)
console.log(`folder grown, WAL apart     ${(grown / 2 ** 20).toFixed(0)} MB`)
console.log(`the same after a restart    ${isSame ? 'yes' : 'NO'}`)

function start(): Promise<Product> {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', OWNER_PASSWORD: PASSWORD, LOG_LEVEL: 'error' })
  return startProduct(config, { say: () => {} })
}

async function signIn(): Promise<TestBrowser> {
  const browser = createBrowser(product.current.url)
  const { status } = await browser.post('/api/analytics/verify-password', { password: PASSWORD })
  if (status !== 200) throw new Error(`signing in answered ${status}`)
  return browser
}

async function readAll(): Promise<void> {
  for (const path of dashboardReads) {
    const asked = performance.now()
    const { status } = await owner.get(path)
    const ms = performance.now() - asked
    if (ms > slowest.ms) slowest = { ms, path }
    if (status !== 200) refused.set(`${path} ${status}`, (refused.get(`${path} ${status}`) ?? 0) + 1)
  }
}

async function viewsCounted(): Promise<number> {
  const { body } = await owner.get('/api/analytics/overview?range=all')
  return body.series.reduce((sum: number, { views }: { views: number }) => sum + views, 0)
}

/** What must not change by a restart: everything but what tells the time or who is there now. */
async function readNumbers(browser = owner): Promise<unknown> {
  const { activeNow: _, ...summary } = (await browser.get('/api/analytics/summary?range=all')).body
  const { body: pages } = await browser.get('/api/pages?range=all')
  const { body: visitors } = await browser.get('/api/visitors?range=all')
  return [summary, pages, visitors]
}

function folderSize(folder: string): number {
  let size = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'pg_wal') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) size += folderSize(path)
    else if (entry.isFile()) size += statSync(path).size
  }
  return size
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
