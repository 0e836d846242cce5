import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openInstallation } from '#server/open-installation.ts'
import { type Engine, startEngine } from '#server/platform/engine/start-engine.ts'
import { verifyReports } from '#server/reports/verify-reports.ts'
import { temporaryFolder } from '#support/engine.ts'
import { postgresProcesses } from '#support/engine-process.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { startTcpProxy, type TcpProxy } from '#support/tcp-proxy.ts'
import { expectOutage, publicWrites, startWriters, type Writers } from './outage-load.ts'

const LONG = 120_000

test(
  'a database that hangs is answered as busy, and nothing is lost or doubled when it goes on',
  async () => {
    const { product, configuration } = await embedded()
    let stopped: number[] = []
    const goOn = () => {
      for (const pid of stopped) process.kill(pid, 'SIGCONT')
      stopped = []
    }
    onTestFinished(goOn)
    await expectSurvival(product, configuration, {
      begin() {
        stopped = postgresProcesses(product.dataDir)
        for (const pid of stopped) process.kill(pid, 'SIGSTOP')
      },
      end: goOn,
    })
  },
  LONG,
)

test(
  'a killed embedded database comes back by itself, and nothing acknowledged is lost',
  async () => {
    const { product, configuration } = await embedded()
    const writers = startWriters(product)
    await pause(700)
    const postmaster = Number.parseInt(
      readFileSync(join(product.dataDir, 'postgres/postmaster.pid'), 'utf8'),
      10,
    )
    process.kill(postmaster, 'SIGKILL')
    await expectRecovery(product)
    await pause(500)
    await writers.end()
    expect(writers.refused).toBeGreaterThan(0)
    await expectKept(product, configuration, writers)
  },
  LONG,
)

test(
  'a database server that is stopped and started again is used again by itself',
  async () => {
    const { product, configuration, server, wire } = await external()
    await expectSurvival(product, configuration, {
      async begin() {
        await server.stop()
        await wire.refuse()
      },
      async end() {
        await server.start()
        await wire.pass()
      },
    })
  },
  LONG,
)

test(
  'a network that swallows packets without a word is survived, though its connections never end',
  async () => {
    const { product, configuration, wire } = await external()
    await expectSurvival(product, configuration, { begin: () => wire.swallow(), end: () => wire.pass() })
  },
  LONG,
)

type Outage = { begin(): Promise<void> | void; end(): Promise<void> | void }

async function expectSurvival(
  product: RunningProduct,
  configuration: Environment,
  outage: Outage,
): Promise<void> {
  const browser = product.browser()
  await browser.post('/api/visitors/track', { path: '/meme' })
  const owner = await product.owner()
  browser.cookies.set('leadline_owner', owner.cookies.get('leadline_owner') ?? '')
  const writers = startWriters(product)
  await pause(700)
  await outage.begin()
  try {
    await expectOutage(product, browser)
    await pause(1000)
    await expectOutage(product, browser)
  } finally {
    await outage.end()
  }
  await expectRecovery(product)
  await pause(500)
  await writers.end()
  expect(writers.refused).toBeGreaterThan(0)
  await expectKept(product, configuration, writers)
}

/** Everything answers as before, by itself, within 15 seconds. */
async function expectRecovery(product: RunningProduct): Promise<void> {
  const browser = product.browser()
  await waitFor('ready again', async () => (await browser.get('/readyz')).status === 200)
  for (const [path, body] of publicWrites('recovered@example.com'))
    await waitFor(`${path} works again`, async () => (await browser.post(path, body)).status === 200)
}

type Environment = Record<string, string>

/** Stops the product and compares the disk with what the writers were told. */
async function expectKept(
  product: RunningProduct,
  configuration: Environment,
  writers: Writers,
): Promise<void> {
  await product.stop()
  const { database, close } = await openInstallation(readConfig(configuration), () => {})
  const { rows: views } = await sql<{ id: string; count: number }>`
    select id::text, count(*) as count from page_views group by 1`.execute(database)
  const { rows: captures } = await sql<{ id: string }>`
    select submission_id as id from lead_captures where submission_id is not null`.execute(database)
  const differences = await verifyReports(database)
  await close()
  const viewIds = new Set(views.map(({ id }) => id))
  const captureIds = new Set(captures.map(({ id }) => id))
  expect(
    [...writers.views].filter((id) => !viewIds.has(id)),
    'lost views',
  ).toEqual([])
  expect(
    [...writers.captures].filter((id) => !captureIds.has(id)),
    'lost captures',
  ).toEqual([])
  expect(
    views.filter(({ count }) => count > 1),
    'views stored more than once',
  ).toEqual([])
  expect(differences).toEqual([])
}

async function embedded(): Promise<{ product: RunningProduct; configuration: Environment }> {
  const product = await runProduct({ environment: { DATABASE_URL: '' } })
  onTestFinished(() => product.end())
  return { product, configuration: { DATA_DIR: product.dataDir } }
}

type Server = { stop(): Promise<void>; start(): Promise<void> }

/** The product on a PostgreSQL server of its own behind a wire that can be cut. */
async function external(): Promise<{
  product: RunningProduct
  configuration: Environment
  server: Server
  wire: TcpProxy
}> {
  const folder = temporaryFolder()
  let engine: Engine = await startEngine({ dataDir: folder, say: () => {} })
  onTestFinished(() => engine.stop())
  const { host, port, user, password, database } = engine.connection
  const wire = await startTcpProxy(() => ({ path: `${host}/.s.PGSQL.${port}` }))
  onTestFinished(() => wire.stop())
  const databaseUrl = `postgres://${user}:${password}@127.0.0.1:${wire.port}/${database}`
  const product = await runProduct({ databaseUrl })
  onTestFinished(() => product.end())
  const server = {
    stop: () => engine.stop(),
    start: async () => {
      engine = await startEngine({ dataDir: folder, say: () => {} })
    },
  }
  return { product, configuration: { DATABASE_URL: databaseUrl, DATA_DIR: product.dataDir }, server, wire }
}
