import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { type Product, type StartOptions, startProduct } from '#server/start-product.ts'
import { freshDatabase } from './fresh-database.ts'

/** The password of every product under test. */
export const ownerPassword = 'a password for tests'

/** The real product on a database of its own, listening on a free port of 127.0.0.1. */
export type RunningProduct = Product & {
  databaseUrl: string
  dataDir: string
  /** A browser's worth of cookies against this product. */
  browser(userAgent?: string): TestBrowser
  /** A browser that is signed in as the owner. */
  owner(): Promise<TestBrowser>
  end(): Promise<void>
}

/** Starts the product for a test file. `environment` adds variables to its configuration. */
export async function runProduct(
  options: Partial<StartOptions> & { environment?: Record<string, string> } = {},
): Promise<RunningProduct> {
  const { environment = {}, ...start } = options
  const database = await freshDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-test-'))
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    OWNER_PASSWORD: ownerPassword,
    ...environment,
  })
  const product = await startProduct(config, { say: () => {}, ...start })
  const browser = (userAgent?: string) => createBrowser(product.url, userAgent)
  return {
    ...product,
    databaseUrl: database.url,
    dataDir,
    browser,
    async owner() {
      const owner = browser()
      const answer = await owner.post('/api/analytics/verify-password', { password: ownerPassword })
      if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}`)
      return owner
    },
    async end() {
      await product.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** An answer with its JSON body read; `body` is null where there was none. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape and assert what they find
export type Answer = { status: number; headers: Headers; body: any; text: string }

/** Sends requests as one browser: keeps cookies and names its origin, as browsers do. */
export type TestBrowser = {
  get(path: string): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  send(
    method: string,
    path: string,
    options?: { body?: string; headers?: Record<string, string> },
  ): Promise<Answer>
  cookies: Map<string, string>
}

/** A phone inside Instagram, which no bot filter takes for a machine. */
export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21E236 Instagram 331.0.2.29.89 (iPhone15,3; iOS 17_4_1; en_US; scale=3.00)'

function createBrowser(url: string, userAgent = phone): TestBrowser {
  const cookies = new Map<string, string>()
  async function send(
    method: string,
    path: string,
    options: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        'user-agent': userAgent,
        ...(cookie ? { cookie } : {}),
        ...(method === 'GET' ? {} : { origin: url }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: options.body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '' || attributes.some((attribute) => /max-age=0/i.test(attribute))) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parsed(text), text }
  }
  return {
    cookies,
    send,
    get: (path) => send('GET', path),
    post: (path, body, headers = {}) =>
      send('POST', path, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
