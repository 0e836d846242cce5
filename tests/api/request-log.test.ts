import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { freshDatabase } from '#support/fresh-database.ts'
import { type ProductProcess, startProductProcess } from '#support/product-process.ts'
import { ownerPassword } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { createBrowser } from '#support/test-browser.ts'

async function start(level: string): Promise<ProductProcess> {
  const database = await freshDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-log-'))
  const product = await startProductProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: level,
    LOG_LEVLE: 'info',
    TRUST_PROXY: 'loopback',
    OWNER_PASSWORD: ownerPassword,
  })
  onTestFinished(async () => {
    await product.kill()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return product
}

const linesOf = (product: ProductProcess): string[] =>
  product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
const entriesOf = (product: ProductProcess): Record<string, unknown>[] =>
  linesOf(product).map((line) => JSON.parse(line))
const verify = '/api/analytics/verify-password'
const filterFile = 'deploy/fail2ban/filter.d/leadline.conf'
const fail2ban = '/usr/bin/fail2ban-regex'

/** The addresses that fail2ban itself finds in a log. */
function bannedBy(log: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-fail2ban-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'server.log')
  writeFileSync(file, log)
  const { stdout, stderr } = spawnSync(fail2ban, ['--out', 'ip', file, filterFile], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.trim().split('\n')
}

ordinaryTest(
  'each request is one line, by its route’s pattern and a cut address; what watchers ask for is none',
  async () => {
    const product = await start('info')
    const browser = createBrowser(product.url, undefined, { 'x-forwarded-for': '203.0.113.77' })
    await browser.get('/healthz')
    await browser.get('/readyz')
    await browser.get('/nowhere/jane@example.com?email=jane@example.com')
    await browser.post('/api/visitors/track?email=jane@example.com', { path: '/meme' })
    const requests = await waitFor('the lines of both requests', () => {
      const found = entriesOf(product).filter(({ event }) => event === 'request')
      return found.length >= 2 && found
    })
    expect(requests).toEqual([
      {
        ...{
          level: 30,
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          msg: 'request',
        },
        ...{
          pid: expect.any(Number),
          hostname: expect.any(String),
          reqId: expect.any(String),
          event: 'request',
        },
        ...{ method: 'GET', route: 'unknown', status: 404, ms: expect.any(Number), address: '203.0.113.0' },
      },
      expect.objectContaining({
        ...{ method: 'POST', route: '/api/visitors/track', status: 200, address: '203.0.113.0' },
      }),
    ])
    expect(product.output()).not.toContain('jane')
  },
)

thoroughTest(
  'who fails to sign in is one line that the delivered filter finds, also when nothing else is logged',
  async () => {
    const product = await start('warn')
    expect(product.output()).toContain(
      'Warning: LOG_LEVLE is not a variable of Leadline. Did you mean LOG_LEVEL?',
    )
    const address = '203.0.113.77'
    const stranger = createBrowser(product.url, undefined, { 'x-forwarded-for': address })
    const six = createBrowser(product.url, undefined, { 'x-forwarded-for': '2001:db8::7' })
    expect((await six.post(verify, { password: 'a guess' })).status).toBe(401)
    for (const status of [401, 401, 401, 401, 401, 429])
      expect((await stranger.post(verify, { password: 'a guess' })).status).toBe(status)
    expect((await createBrowser(product.url).post(verify, { password: ownerPassword })).status).toBe(200)
    await waitFor('seven lines', () => linesOf(product).length >= 7)

    const filter = readFileSync(filterFile, 'utf8')
    const settings = Object.fromEntries(
      [...filter.matchAll(/^(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]),
    )
    // What fail2ban does: it finds the time, cuts it out, and holds the expression against the rest.
    const time = new RegExp(
      settings.datepattern
        .replaceAll('%%Y', '\\d{4}')
        .replaceAll(/%%[mdHMS]/g, '\\d\\d')
        .replace('%%f', '\\d+')
        .replace('%%z', '(?:Z|[+-]\\d\\d:?\\d\\d)'),
    )
    const failure = new RegExp(settings.failregex.replace('<ADDR>', '(?<address>[0-9a-fA-F:.]+)'))
    const lines = linesOf(product)
    expect(lines.every((line) => time.test(line))).toBe(true)
    const found = lines.map((line) => failure.exec(line.replace(time, ''))?.groups?.address)
    expect(found).toEqual(['2001:db8::7', ...new Array(6).fill(address)])
    // The journal, which the delivered jail reads, brings the time apart: host, process and the whole line are what is held.
    const journal = lines.map((line) => `web node[812]: ${line}`)
    expect(journal.map((line) => failure.exec(line)?.groups?.address)).toEqual(found)
    const ordinary =
      '{"level":30,,"pid":1,"event":"request","route":"/\\"event\\":\\"sign-in-failed\\"","msg":"request"}'
    expect(failure.test(ordinary)).toBe(false)
    expect(failure.test(`web node[812]: ${ordinary}`)).toBe(false)
    // Docker's own log files hold each line as a string.
    const [, ofDocker = ''] =
      filter
        .split(settings.failregex)[1]
        ?.split('\n')
        .map((line) => line.trim()) ?? []
    const inDocker = new RegExp(ofDocker.replace('<ADDR>', '(?<address>[0-9a-fA-F:.]+)'))
    const docker = [...lines, JSON.stringify({ level: 30, msg: ordinary })].map((line) =>
      JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-11-23T03:20:46.123456789Z' }),
    )
    expect(docker.map((line) => inDocker.exec(line)?.groups?.address)).toEqual([...found, undefined])
    // Where it is installed it says so itself.
    if (existsSync(fail2ban)) {
      expect(bannedBy(product.output())).toEqual(found)
      expect(bannedBy(journal.join('\n'))).toEqual(found)
      expect(bannedBy(docker.join('\n'))).toEqual(found)
    }
  },
)
