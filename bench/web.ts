import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import lighthouse from 'lighthouse'
import { readConfig } from '#server/config.ts'
import { startProduct } from '#server/start-product.ts'
import { freePort } from '#support/free-port.ts'
import { measureOnSlowPhone, type SlowPhone } from './slow-phone.part.ts'

/*
 * Lighthouse's mobile settings on every public page, outside hosts blocked, beside the same page as static HTML
 * without any script. Page and static page take turns, three times each, and medians are shown: the simulated
 * network adds whole round trips of 150 ms, and whether a script counts to the path of the first picture hangs on
 * which of the two the busy machine finished first. `npm run bench web /meme` measures one page, PAIRS=7 more often.
 */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const PAGES = [
  '/',
  '/freetraining',
  '/freetraining2',
  '/freetrainingc',
  '/meme',
  '/meme2',
  '/lander-college',
  '/lander-hack',
  '/thankyoucall',
  '/thankyoucallb',
  '/thankyoucallc',
  '/qualified',
  '/bookstrategy',
  '/callbooked',
  '/builder',
  '/trainingportal',
  '/terms',
  '/privacy',
]
const PAIRS = Number(process.env.PAIRS ?? 3)
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Measured = { scores: number[]; lcp: number; cls: number; failed: string[] }

if (!existsSync(CHROMIUM)) throw new Error(`Chromium is not at ${CHROMIUM}. Install it or set CHROMIUM.`)
const dataDir = mkdtempSync(join(tmpdir(), 'leadline-web-'))
const product = await startProduct(
  readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', OWNER_PASSWORD: 'benchmark password' }),
  { say: () => {} },
)
const chromium = await openChromium()
const wanted = process.argv.length > 2 ? process.argv.slice(2) : PAGES

console.log('page              perf  a11y  best   seo    CLS   LCP ms  static  ratio   HTML kB   JS kB')
for (const path of wanted) {
  const answer = await fetch(product.url + path, { headers: { 'accept-encoding': 'identity' } })
  if (answer.status !== 200) {
    console.log(`${path.padEnd(16)} answers ${answer.status}`)
    continue
  }
  const html = await answer.text()
  const plain = await serveStatic(html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, ''))
  const runs: Measured[] = []
  const staticRuns: Measured[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    staticRuns.push(await measure(plain.url))
    runs.push(await measure(product.url + path))
  }
  plain.server.close()
  const javascript = await scriptBytes(html)
  const lcp = median(runs.map((run) => run.lcp))
  const staticLcp = median(staticRuns.map((run) => run.lcp))
  const [performance = 0, accessibility = 0, best = 0, seo = 0] = CATEGORIES.map((_name, index) =>
    median(runs.map((run) => run.scores[index] ?? 0)),
  )
  console.log(
    [
      path.padEnd(16),
      ...[performance, accessibility, best, seo].map((score) => String(score).padStart(5)),
      Math.max(...runs.map((run) => run.cls))
        .toFixed(3)
        .padStart(7),
      lcp.toFixed(0).padStart(7),
      staticLcp.toFixed(0).padStart(7),
      (lcp / staticLcp).toFixed(2).padStart(6),
      (brotli(html) / 1024).toFixed(1).padStart(9),
      (javascript / 1024).toFixed(1).padStart(7),
    ].join(' '),
  )
  for (const audit of new Set(runs.flatMap((run) => run.failed))) console.log(`                   ${audit}`)
}

chromium.process.kill()
console.log(
  '\nA processor four times slower, slow 4G, nothing cached: scripts in KB (Brotli), the longest task of the page\n' +
    'with its scripts blocked, before the islands are asked for and after they came, the time from the first tap to the\n' +
    'open dialog before and after they came (- where there is none), and when the largest thing on the screen was\n' +
    'drawn, with and without scripts, in ms; medians. Lighthouse reckons the LCP above, in whole round trips of 150 ms;\n' +
    'this one is seen.',
)
console.log(
  'page              before  react  islands   longest static  before  after   tap before  after   LCP ms  static  ratio',
)
for (const path of wanted) {
  const runs: SlowPhone[] = []
  const ratio = () => median(runs.map(({ painted, paintedStatic }) => painted / paintedStatic))
  for (let run = 0; run < PAIRS; run += 1) runs.push(await measureOnSlowPhone(CHROMIUM, product.url + path))
  const of = (key: keyof SlowPhone, digits: number, width: number) => {
    const middle = median(runs.map((run) => run[key]))
    return (Number.isNaN(middle) ? '-' : middle.toFixed(digits)).padStart(width)
  }
  console.log(
    [
      path.padEnd(16),
      ...[of('before', 1, 7), of('react', 1, 6), of('islands', 1, 8)],
      ...[of('longestStatic', 0, 16), of('longestBefore', 0, 7), of('longestAfter', 0, 6)],
      ...[of('tapBefore', 0, 12), of('tapAfter', 0, 6)],
      ...[of('painted', 0, 8), of('paintedStatic', 0, 7), ratio().toFixed(2).padStart(6)],
    ].join(' '),
  )
}
await product.stop()
rmSync(dataDir, { recursive: true, force: true })
rmSync(chromium.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** One run; a run in which the busy machine lost the trace gives no number and is made again. */
async function measure(url: string): Promise<Measured> {
  for (let attempt = 1; ; attempt += 1) {
    const measured = await measureOnce(url)
    if (attempt === 3 || !Number.isNaN(measured.lcp)) return measured
  }
}

async function measureOnce(url: string): Promise<Measured> {
  const result = await lighthouse(url, {
    port: chromium.port,
    output: 'json',
    logLevel: 'silent',
    onlyCategories: [...CATEGORIES],
    blockedUrlPatterns: ['https://*'],
  })
  if (!result) throw new Error(`Lighthouse gave nothing for ${url}`)
  const { categories, audits } = result.lhr
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    lcp: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    failed: ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
      (categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${name}: ${id}: ${audits[id]?.title}`),
    ),
  }
}

/** The scripts a page loads at once, compressed, in bytes. */
async function scriptBytes(html: string): Promise<number> {
  const sources = [...html.matchAll(/(?:<script[^>]+src|<link[^>]+modulepreload[^>]+href)="([^"]+)"/g)]
  let bytes = 0
  for (const source of new Set(sources.map((match) => match[1] ?? '')))
    bytes += brotli(await (await fetch(product.url + source)).text())
  return bytes
}

function brotli(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

function serveStatic(html: string): Promise<{ server: Server; url: string }> {
  const body = brotliCompressSync(html)
  const server = createServer((request, response) => {
    if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
      response.end(body)
    } else void passOn(request.url ?? '', response)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
    })
  })
}

/** Fonts and pictures are the page's own: the same files, from the product. */
async function passOn(path: string, response: ServerResponse): Promise<void> {
  const file = await fetch(product.url + path)
  response.writeHead(file.status, { 'content-type': file.headers.get('content-type') ?? '' })
  response.end(Buffer.from(await file.arrayBuffer()))
}

async function openChromium() {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'leadline-chromium-'))
  const quiet = [
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  const browser = spawn(
    CHROMIUM,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      ...quiet,
      `--user-data-dir=${profile}`,
      `--remote-debugging-port=${port}`,
    ],
    { stdio: 'ignore' },
  )
  // However this program ends, its browser ends with it.
  process.once('exit', () => browser.kill())
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/json/version`).then(
      () => true,
      () => false,
    )
    if (isUp) return { process: browser, port, profile }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Chromium did not start')
}
