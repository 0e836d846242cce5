import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Engine, startEngine } from '#server/platform/engine/start-engine.ts'
import { temporaryFolder } from '#support/engine.ts'
import { postgresProcesses } from '#support/engine-process.ts'
import { waitFor } from '#support/eventually.ts'
import { startProductProcess } from '#support/product-process.ts'
import { ownerPassword, type RunningProduct, runProduct } from '#support/running-product.ts'
import { startTcpProxy, type TcpProxy } from '#support/tcp-proxy.ts'
import { createBrowser, type TestBrowser } from '#support/test-browser.ts'
import { expectKept, expectRecovery } from './outage-check.ts'
import {
  calendarCalls,
  expectBusy,
  expectOutage,
  publicWrites,
  startWriters,
  type Writers,
} from './outage-load.ts'

test('a database that hangs is answered as busy, and nothing is lost or doubled when it goes on', async () => {
  const { product, environment, freeze, goOn } = await embedded()
  await expectSurvival(product, environment, { begin: freeze, end: goOn })
})

test('a database that hangs while nobody writes makes the next calls busy at once', async () => {
  const { product, freeze, goOn } = await embedded()
  const browser = await ownersBrowser(product)
  // Several calls at once leave several idle connections behind.
  await Promise.all(Array.from({ length: 8 }, () => browser.get('/readyz')))
  freeze()
  await expectBusy(() => browser.get('/readyz'), '/readyz')
  await expectBusy(() => browser.get('/api/analytics/session'), 'a dashboard call')
  const guess = { password: 'a guess' }
  await expectBusy(() => browser.post('/api/analytics/verify-password', guess), 'verify-password')
  for (const [path, body] of publicWrites('idle@example.com'))
    await expectBusy(() => browser.post(path, body), path)
  for (const [what, call] of calendarCalls(browser)) await expectBusy(call, what)
  goOn()
  await expectRecovery(product.browser())
})

test('a killed embedded database comes back by itself; the server lives on and loses nothing', async () => {
  const dataDir = temporaryFolder()
  const product = await startProductProcess({ DATA_DIR: dataDir, OWNER_PASSWORD: ownerPassword })
  onTestFinished(() => product.kill())
  const writers = startWriters(product.url)
  for (let outages = 0; outages < 2; outages += 1) {
    await pause(700)
    const before = enginePid(dataDir)
    await killUntilRefused(dataDir, writers)
    await expectRecovery(createBrowser(product.url))
    expect(enginePid(dataDir)).not.toBe(before)
  }
  await pause(500)
  await writers.end()
  expect(product.child.exitCode, product.output()).toBe(null)
  expect(writers.refused).toBeGreaterThan(0)
  expect(await product.stop()).toBe('exit code 0')
  await expectKept({ DATA_DIR: dataDir }, writers)
})

test('a database server that is stopped and started again is used again by itself', async () => {
  const { product, environment, server, wire } = await external()
  await expectSurvival(product, environment, {
    async begin() {
      await server.stop()
      await wire.refuse()
    },
    async end() {
      await server.start()
      await wire.pass()
    },
  })
})

test('a network that swallows packets without a word is survived, though its connections never end', async () => {
  const { product, environment, wire } = await external()
  await expectSurvival(product, environment, {
    begin: () => wire.swallow(),
    end: () => wire.pass(),
    // Only asking tells that a silent connection is dead, and what it left open at the server is ended there.
    patienceMs: 20_000,
    // A stop waits for its connections to end, and the dead ones would take their time.
    beforeStop: async () => {
      await wire.refuse()
      await wire.pass()
    },
  })
})

/** Kills the engine, and again each time it starts, until a write was refused: one that is back at once refuses nobody. */
async function killUntilRefused(dataDir: string, writers: Writers): Promise<void> {
  const { refused } = writers
  let killed: number | undefined
  await waitFor('a refused write', () => {
    const pid = enginePid(dataDir)
    if (pid !== undefined && pid !== killed) {
      process.kill(pid, 'SIGKILL')
      killed = pid
    }
    return writers.refused > refused
  })
}

/** The embedded engine's main process; none for the moment in which its file is being written. */
function enginePid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined : undefined
}

type Environment = Record<string, string>
type Outage = {
  begin(): Promise<void> | void
  end(): Promise<void> | void
  patienceMs?: number
  beforeStop?(): Promise<void>
}

async function expectSurvival(
  product: RunningProduct,
  environment: Environment,
  outage: Outage,
): Promise<void> {
  const browser = await ownersBrowser(product)
  const writers = startWriters(product.url)
  try {
    await pause(700)
    await outage.begin()
    try {
      await expectOutage(product, browser)
      await pause(1000)
      await expectOutage(product, browser)
    } finally {
      await outage.end()
    }
    await expectRecovery(product.browser(), outage.patienceMs)
    await pause(500)
  } finally {
    await writers.end()
  }
  expect(writers.refused).toBeGreaterThan(0)
  await outage.beforeStop?.()
  await product.stop()
  await expectKept(environment, writers)
}

async function ownersBrowser(product: RunningProduct): Promise<TestBrowser> {
  const owner = await product.owner()
  await owner.post('/api/visitors/track', { path: '/meme' })
  return owner
}

/** The product with its embedded database, which can be frozen. */
async function embedded(): Promise<{
  product: RunningProduct
  environment: Environment
  freeze(): void
  goOn(): void
}> {
  const product = await runProduct({ environment: { DATABASE_URL: '' } })
  onTestFinished(() => product.end())
  const frozen: number[] = []
  const goOn = () => {
    for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT')
  }
  onTestFinished(goOn)
  return {
    product,
    environment: { DATA_DIR: product.dataDir },
    freeze() {
      frozen.push(...postgresProcesses(product.dataDir))
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    goOn,
  }
}

type Server = { stop(): Promise<void>; start(): Promise<void> }

/** The product on a PostgreSQL server of its own behind a wire that can be cut. */
async function external(): Promise<{
  product: RunningProduct
  environment: Environment
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
  return { product, environment: { DATABASE_URL: databaseUrl, DATA_DIR: product.dataDir }, server, wire }
}
