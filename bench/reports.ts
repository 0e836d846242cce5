import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type RangeName, rangeLabels } from '#contract/range.ts'
import { readConfig } from '#server/config.ts'
import { openInstallation } from '#server/open-installation.ts'
import { startProduct } from '#server/start-product.ts'
import {
  addressOfVisitor,
  FREQUENT_ANSWER,
  fillInstallation,
  nameOfLead,
  RARE_ANSWER,
  SHARED_NETWORK,
} from './fill-installation.part.ts'

/*
 * How long the dashboard's answers take at 50 thousand and at 5 million page views over the same 90 days. Both
 * installations run side by side and are asked in turn, because the machine's speed drifts. Filling the large one takes
 * some 35 minutes, asking three.
 * `npm run bench reports 1000000` takes another large size; two data folders after it are filled where they do not exist
 * yet, and kept to be asked again.
 */
const SMALL = 50_000
const LARGE = Number(process.argv[2] ?? 5_000_000)
const FOLDERS = process.argv.slice(3)
const DAYS = 90
// What an installation with nobody in it takes, the write-ahead log apart.
const EMPTY_MB = 11
const ROUNDS = 40
// What takes two milliseconds is asked hundreds of times: forty of them fit into one hiccup of the machine.
const AT_LEAST_MS = 1500
const PASSWORD = 'benchmark password'

const ranges = (Object.keys(rangeLabels) as RangeName[]).filter((range) => range !== 'custom')
const every = (name: string, path: string, names: RangeName[]): [string, string][] =>
  names.map((range) => [`${name}, ${range}`, `${path}${path.includes('?') ? '&' : '?'}range=${range}`])
const rare = encodeURIComponent('/rare-page')
const busy = encodeURIComponent('/page-3')
const tag = (name: string) => encodeURIComponent(name)
const open: RangeName[] = ['this-week', 'all']
const openAndPast: RangeName[] = ['this-week', 'last-month', 'all']
const leads = '/api/customers?include=records'

/** Every question the dashboard asks; the ids stand for a visitor, lead and person of that installation. */
const questions: [string, string][] = [
  ...every('summary', '/api/analytics/summary', ranges),
  ...every('overview', '/api/analytics/overview', [
    'today',
    'yesterday',
    'last-7-days',
    'last-30-days',
    'last-month',
    'all',
  ]),
  ...every('overview of a campaign', '/api/analytics/overview?campaign=campaign%207', [
    'today',
    'last-30-days',
    'all',
  ]),
  ...every('overview of an ad', '/api/analytics/overview?ad=ad%207', ['last-30-days']),
  ...every('overview of a page', `/api/analytics/overview?page=${busy}`, ['last-30-days']),
  ...every('campaigns to choose', '/api/analytics/filter-values?dimension=campaign', ['last-30-days', 'all']),
  ...every('pages', '/api/pages', ['today', 'this-week', 'last-month', 'all']),
  ...every('busy page', `/api/pages/${busy}/analytics`, openAndPast),
  ...every('rare page', `/api/pages/${rare}/analytics`, openAndPast),
  ...every('visitors', '/api/visitors', openAndPast),
  ...every('visitors, q frequent', '/api/visitors?q=source3', openAndPast),
  ...every('visitors, q an address', `/api/visitors?q=${addressOfVisitor(1234)}`, openAndPast),
  ...every('visitors, q half an address', `/api/visitors?q=${SHARED_NETWORK}`, openAndPast),
  ...every('visitors, q nowhere', '/api/visitors?q=nobody', open),
  ...every('visitors of busy page', `/api/visitors?page=${busy}`, openAndPast),
  ...every('visitors of rare page', `/api/visitors?page=${rare}`, openAndPast),
  ...every('visitors of source', '/api/visitors?source=source3', openAndPast),
  // As many visitors as both have: only some fifty of the small one's were there this week.
  ...every('visitors of source and page', `/api/visitors?source=source3&page=${busy}&limit=50`, [
    'this-week',
  ]),
  ...every('visitors of source and page', `/api/visitors?source=source3&page=${busy}`, ['last-month', 'all']),
  ...every('visitors of rare page, q', `/api/visitors?q=source3&page=${rare}`, open),
  ...every('leads', leads, openAndPast),
  ...every('leads, q frequent', `${leads}&q=example`, openAndPast),
  ...every('leads, q rare', `${leads}&q=${nameOfLead(1234)}`, openAndPast),
  ...every('leads, q answered by many', `${leads}&q=${FREQUENT_ANSWER}`, openAndPast),
  ...every('leads, q answered by five', `${leads}&q=${RARE_ANSWER}`, openAndPast),
  ...every('leads of a step, q answered by many', `${leads}&step=applied&limit=20&q=${FREQUENT_ANSWER}`, [
    'all',
  ]),
  ...every('applications', '/api/applications', openAndPast),
  ...every('applications, q answered by many', `/api/applications?q=${FREQUENT_ANSWER}`, openAndPast),
  ...every('applications, q answered by five', `/api/applications?q=${RARE_ANSWER}`, openAndPast),
  ...every('applications left unfinished', '/api/applications?state=left&limit=1', ['this-week', 'all']),
  ...every('leads of frequent tag', `${leads}&tag=${tag('VH01 - Lead')}`, openAndPast),
  ...every('leads of rare tag', `${leads}&tag=${tag('VH04 - Booked Call')}`, openAndPast),
  // As many leads as both have: fewer than 100 of the small one's reached a step within a week or a month.
  ...every('leads of a step', `${leads}&step=applied&limit=20`, ['this-week', 'last-month']),
  ...every('leads of a step', `${leads}&step=applied`, ['all']),
  ...every('leads of a campaign', `${leads}&campaign=campaign%207`, openAndPast),
  ...every('page views', '/api/page-views', openAndPast),
  ...every('page views, q frequent', '/api/page-views?q=page-3', openAndPast),
  ...every('page views, q rare', '/api/page-views?q=rare-p', openAndPast),
  ['rules', '/api/auto-tags/rules'],
  ['rule logs', '/api/auto-tags/logs'],
  ['rule logs, q frequent', '/api/auto-tags/logs?q=example'],
  ['rule logs, q rare', `/api/auto-tags/logs?q=${nameOfLead(1234)}`],
  ['blocking preview, busy page', `/api/blocked-pages/preview?pagePath=${busy}`],
  ['blocking preview, rare page', `/api/blocked-pages/preview?pagePath=${rare}`],
  ['blocking preview, address', `/api/blocked-ips/preview?ipAddress=${addressOfVisitor(1234)}`],
  ['quarantine', '/api/quarantine'],
  ['visitor detail', '/api/visitors/ID'],
  ['lead detail', '/api/leads/ID'],
  ['journey of a person', '/api/customer-journey/ID'],
]

const small = await prepare(SMALL, FOLDERS[0])
const large = await prepare(LARGE, FOLDERS[1])
console.log(
  `\n${'question'.padEnd(42)} ${sized(SMALL)} p50    p95 ms  ${sized(LARGE)} p50    p95 ms   ratio of p50`,
)
for (const [name, path] of questions) {
  const times: [number[], number[]] = [[], []]
  const begun = performance.now()
  for (let round = 0; round < ROUNDS + 3 || performance.now() - begun < AT_LEAST_MS; round += 1)
    for (const [index, installation] of [small, large].entries()) {
      const ms = await installation.ask(path)
      // The first rounds warm caches and connections.
      if (round >= 3) times[index]?.push(ms)
    }
  const [a, b] = times.map((list) => list.sort((one, other) => one - other))
  console.log(
    `${name.padEnd(42)} ${at(a, 0.5)} ${at(a, 0.95)} ${at(b, 0.5)} ${at(b, 0.95)} ${(pick(b, 0.5) / pick(a, 0.5)).toFixed(2).padStart(10)}`,
  )
}
await small.end()
await large.end()

async function prepare(pageViews: number, folder?: string) {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'leadline-reports-'))
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', OWNER_PASSWORD: PASSWORD })
  if (!folder || !existsSync(folder)) {
    const started = Date.now()
    const installation = await openInstallation(config, () => {})
    await fillInstallation(installation.database, { pageViews, days: DAYS })
    const { rows } = await sql<{ mb: number }>`
      select pg_database_size(current_database()) / 1e6 as mb`.execute(installation.database)
    const mb = Number(rows[0]?.mb)
    await installation.close()
    console.log(
      `${sized(pageViews).trim()} page views prepared in ${Math.round((Date.now() - started) / 1000)} s; ${Math.round(mb)} MB, ${Math.round((mb - EMPTY_MB) / (pageViews / 1e6))} per million`,
    )
  }
  const product = await startProduct(config, { say: () => {} })
  const signedIn = await fetch(`${product.url}/api/analytics/verify-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const answerOf = async (path: string) => (await fetch(product.url + path, { headers: { cookie } })).json()
  const [lead] = await answerOf('/api/customers?range=all&limit=1')
  return {
    id: (path: string) =>
      path.replace('ID', path.startsWith('/api/customer-journey') ? lead.personId : lead.id),
    async ask(path: string): Promise<number> {
      const begun = performance.now()
      const answer = await fetch(product.url + this.id(path), { headers: { cookie } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      return performance.now() - begun
    },
    async end() {
      await product.stop()
      if (!folder) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function sized(count: number): string {
  return (count >= 1_000_000 ? `${count / 1_000_000}M` : `${count / 1000}k`).padStart(8)
}

function pick(sorted: number[] | undefined, share: number): number {
  return sorted?.[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function at(sorted: number[] | undefined, share: number): string {
  return pick(sorted, share).toFixed(1).padStart(11)
}
