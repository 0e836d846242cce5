import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openScratchOnServer } from '#server/backup/scratch-database.ts'
import { readConfig } from '#server/config.ts'
import { serveInstallation } from '#server/serve-installation.ts'
import type { Product, StartOptions } from '#server/start-product.ts'
import { waitFor } from './eventually.ts'
import { freshDatabase } from './fresh-database.ts'
import { createBrowser, type TestBrowser } from './test-browser.ts'
import { throughPooler } from './through-pooler.ts'

/** The password of every product under test. */
export const ownerPassword = 'a password for tests'

/** The secret of every product under test, so that several may share a database. */
export const productSecret = 'the secret of every product under test'

/** The real product on a database of its own, listening on a free port of 127.0.0.1. */
export type RunningProduct = Product & {
  databaseUrl: string
  dataDir: string
  /** A browser's worth of cookies against this product. */
  browser(userAgent?: string, headers?: Record<string, string>): TestBrowser
  /** A browser that is signed in as the owner; `headers` go with each of its calls. */
  owner(headers?: Record<string, string>): Promise<TestBrowser>
  /** Runs one statement past the product and returns its rows. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of every shape; tests assert what they find
  query(sql: string, values?: unknown[]): Promise<Record<string, any>[]>
  /** The lead of an email, as its id. */
  leadIdOf(email: string): Promise<string>
  end(): Promise<void>
}

/**
 * Starts the product for a test file. `environment` adds variables to its configuration; with `databaseUrl` it
 * joins a database that another product has made, and leaves it there at the end. Every answer is held against its
 * contract; `end` throws where one departed from it.
 */
export async function runProduct(
  options: Partial<StartOptions> & { environment?: Record<string, string>; databaseUrl?: string } = {},
): Promise<RunningProduct> {
  const { environment = {}, databaseUrl, ...start } = options
  const database = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await freshDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-test-'))
  const config = readConfig(
    throughPooler({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      OWNER_PASSWORD: ownerPassword,
      SECRET: productSecret,
      // Each is a process of the database that learns the schema anew, for a few calls at once.
      DATABASE_CONNECTIONS: '5',
      ...environment,
    }),
  )
  const wrongAnswers = new Set<string>()
  const product = await serveInstallation(config, {
    say: () => {},
    readerPatienceMs: 30_000,
    connectPatienceMs: 20_000,
    // Who shortens the pause before another try waits for its end; for all others looking more often is only work.
    ...(start.retryDelaySeconds === 1 && { queuePollSeconds: 0.5 }),
    // Longer than any test: hundreds of products would press twenty pages each, for nobody.
    pressPagesAfterMs: 600_000,
    openScratch: (_folder, connection) => openScratchOnServer(connection ?? {}),
    checksAnswers: (problem) => wrongAnswers.add(problem),
    ...start,
  })
  const browser: RunningProduct['browser'] = (userAgent, headers) =>
    createBrowser(product.url, userAgent, headers)
  // A connection is kept for the next statement while the product runs; one that is lost meanwhile is replaced.
  let asked: pg.Pool | undefined
  const query: RunningProduct['query'] = async (sql, values) => {
    if (!asked) {
      asked = new pg.Pool({ connectionString: database.url, idleTimeoutMillis: 30_000 })
      asked.on('error', () => {})
    }
    return (await asked.query(sql, values)).rows
  }
  const stop = async () => {
    await product.stop()
    const leaving = asked
    asked = undefined
    await leaving?.end()
  }
  return {
    ...product,
    stop,
    query,
    async leadIdOf(email) {
      const [row] = await query('select id from leads where email = $1', [email])
      return row?.id
    },
    databaseUrl: database.url,
    dataDir,
    browser,
    async owner(headers) {
      const owner = browser(undefined, headers)
      // A busy machine may send the owner away for a moment, too.
      const answer = await waitFor('an answer to signing in', async () => {
        const answer = await owner.post('/api/analytics/verify-password', { password: ownerPassword })
        return answer.status !== 503 && answer
      })
      if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}`)
      return owner
    },
    async end() {
      await stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
      // A test may not have looked at the answer that was wrong.
      if (wrongAnswers.size > 0) throw new Error([...wrongAnswers].join('\n'))
    },
  }
}
