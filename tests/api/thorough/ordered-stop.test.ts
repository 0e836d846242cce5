// A sample of it is in tests/api/first-start.test.ts.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { freePort } from '#support/free-port.ts'
import { freshDatabase } from '#support/fresh-database.ts'
import { startProductProcess } from '#support/product-process.ts'
import { productSecret } from '#support/running-product.ts'
import { createBrowser } from '#support/test-browser.ts'
import { throughPooler } from '#support/through-pooler.ts'

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const FAREWELL = Buffer.from([0x58, 0, 0, 0, 4])
const FIELDS = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'

/** What a PostgreSQL that is told to stop says on each connection (its documentation, Message Formats). */
function stopped(): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + Buffer.byteLength(FIELDS))
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(FIELDS)])
}

/** A way to a database; from `stop` on that stops before it reads that a connection is being ended. Counts such connections. */
async function stoppingFirst(databaseUrl: string): Promise<{ url: string; stop(): void; ended(): number }> {
  const url = new URL(databaseUrl)
  const host = decodeURIComponent(url.hostname)
  const { port } = url
  let isStopping = false
  let ended = 0
  const server = createServer((client) => {
    const database = connect(
      host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) },
    )
    for (const socket of [client, database]) socket.on('error', () => {})
    client.on('data', (data) => {
      const isFarewell = data.subarray(-FAREWELL.length).equals(FAREWELL)
      if (!isStopping || !isFarewell) return void database.write(data)
      ended += 1
      client.end(stopped())
      database.end(data)
    })
    database.on('data', (data) => client.write(data))
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroySoon())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const address = server.address()
  url.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url: url.href,
    stop() {
      isStopping = true
    },
    ended: () => ended,
  }
}

test('a stop ends in order where the database ends connections first', async () => {
  const fresh = await freshDatabase()
  onTestFinished(fresh.drop)
  const way = await stoppingFirst(fresh.url)
  const product = await startProductProcess({
    DATA_DIR: dataFolder(),
    DATABASE_URL: way.url,
    SECRET: productSecret,
    LOG_LEVEL: 'warn',
  })
  way.stop()
  product.child.kill('SIGINT')
  const how = await product.stop()
  expect(product.output()).not.toContain('Unhandled')
  expect(how).toBe('exit code 0')
  expect(way.ended()).toBeGreaterThan(3)
})

// The number by which those who count take turns.
const COUNTS_LOCK = 7_310_003

test('a stop waits for no other process that is counting', async () => {
  const fresh = await freshDatabase()
  onTestFinished(fresh.drop)
  const product = await startProductProcess({
    ...{ DATABASE_URL: fresh.url, SECRET: productSecret, DATA_DIR: dataFolder() },
  })
  const other = new pg.Client({ connectionString: fresh.url })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('select pg_advisory_lock($1)', [COUNTS_LOCK])
  await createBrowser(product.url).post('/api/visitors/page-view', { path: '/' })
  await waitFor('the process waits for its turn', async () => {
    const { rowCount } = await other.query(
      `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted
        and database = (select oid from pg_database where datname = current_database())`,
      [COUNTS_LOCK],
    )
    return rowCount !== 0
  })
  expect(await product.stop()).toBe('exit code 0')
})

/** A command that starts the product, in a process group of its own as in a terminal, once the product is ready. */
async function startedBy(program: string, words: string[], environment: Record<string, string> = {}) {
  const fresh = await freshDatabase()
  onTestFinished(fresh.drop)
  const command = spawn(program, words, {
    env: {
      ...{ PATH: process.env.PATH, ...environment },
      ...throughPooler({ DATABASE_URL: fresh.url }),
      ...{ DATA_DIR: dataFolder(), SECRET: productSecret, PORT: String(await freePort()) },
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  let output = ''
  command.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  let isOver = false
  // All of its processes write to its output, which is closed when the last of them is gone.
  command.once('close', () => {
    isOver = true
  })
  const group = -(command.pid ?? 0)
  onTestFinished(() => void (isOver || process.kill(group, 'SIGKILL')))
  await waitFor('the product', () => output.includes('Leadline is ready'))
  return { command, group, ended: () => waitFor('its end', () => isOver), output: () => output }
}

test('a stop reaches the product through npm, which passes it on to its shell alone', async () => {
  const words = ['-c', '"$0" bin/start.mjs; exit', process.execPath]
  const { command, ended, output } = await startedBy('sh', words, { npm_lifecycle_event: 'start' })
  command.kill('SIGTERM')
  await ended()
  expect(output()).toContain('Stopping: finishing what is in flight.')
})

test('a terminal that is closed, which hangs up on all that was started there, stops the product in order', async () => {
  const { command, group, ended, output } = await startedBy(process.execPath, ['bin/start.mjs'])
  process.kill(group, 'SIGHUP')
  await ended()
  expect(output()).toContain('Stopping: finishing what is in flight.')
  expect([command.exitCode, command.signalCode]).toEqual([0, null])
})
