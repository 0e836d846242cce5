import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { openInstallation } from '#server/open-installation.ts'
import type { Database } from '#server/platform/database.ts'
import { createBrowser, type TestBrowser } from '#support/test-browser.ts'
import { addressOfVisitor, fillInstallation } from './fill-installation.part.ts'

/*
 * How long tracking calls and captures take while the owner hides most of what an installation holds: a page that
 * everybody saw, then an address from which every fifth came, each blocked and unblocked. The calls come at a fixed
 * pace, some of them from browsers that are being hidden. In the end everything is counted anew from the raw events.
 * `npm run bench hide 5000000` takes another number of page views; a data folder after it that `npm run bench reports`
 * has filled with as many is used as it is, changed, and kept. `page-only` at the end hides the page, and ends there.
 */
const VIEWS = Number(process.argv[2] ?? 200_000)
const PAGE_ONLY = process.argv.includes('page-only')
const [FOLDER] = process.argv.slice(3).filter((word) => word !== 'page-only')
const DAYS = 90
const CALLS_A_SECOND = 60
const CAPTURES_A_SECOND = 6
const RETURNING = 200
// With fewer page views it is only tried.
const MEASURED_MS = VIEWS < 50_000 ? 1500 : 15_000
const BUSY_PAGE = '/page-1'
const BUSY_ADDRESS = '198.51.100.9'
const SERVER_FLAGS = process.env.SERVER_FLAGS?.split(' ') ?? []

type Call = { ms: number; status: number; what: 'track' | 'capture' }

const dataDir = FOLDER ?? mkdtempSync(join(tmpdir(), 'leadline-hide-'))
await fill()
const server = fork(
  fileURLToPath(new URL('./ingest-server.part.ts', import.meta.url)),
  ['store', dataDir, 'proxied'],
  { execArgv: SERVER_FLAGS },
)
const [{ url }] = await once(server, 'message')
const owner = createBrowser(url)
await owner.post('/api/analytics/verify-password', { password: 'benchmark password' })

let calls: Call[] = []
let people = 0
const under = new Set<Promise<void>>()
const returning: TestBrowser[] = []
for (let n = 0; n < RETURNING; n += 1) {
  const browser = newBrowser()
  await browser.post('/api/visitors/page-view', { path: BUSY_PAGE })
  returning.push(browser)
}
const pace = setInterval(() => send('track'), 1000 / CALLS_A_SECOND)
const capturing = setInterval(() => send('capture'), 1000 / CAPTURES_A_SECOND)
await pause(MEASURED_MS / 2)

console.log(
  `\n${VIEWS} page views, ${CALLS_A_SECOND} tracking calls and ${CAPTURES_A_SECOND} captures a second\n`,
)
console.log(
  '                         owner answered   through   track p50   p99   capture p50    p99   slowest   refused',
)
const before = await measured(() => pause(MEASURED_MS))
print('before', before)
const during: Call[] = []
for (const [list, field, value] of [
  ['blocked-pages', 'pagePath', BUSY_PAGE],
  ['blocked-ips', 'ipAddress', BUSY_ADDRESS],
] as const) {
  let id = ''
  const hiding = await measured(async () => {
    const { body } = await owner.post(`/api/${list}`, { [field]: value })
    id = body.id
  })
  print(`hiding ${value}`, hiding)
  for (const call of hiding.calls) during.push(call)
  if (PAGE_ONLY) break
  const bringing = await measured(async () => {
    await owner.send('PATCH', `/api/${list}/${id}`, {
      body: JSON.stringify({ isActive: false }),
      headers: { 'content-type': 'application/json' },
    })
  })
  print(`bringing back ${value}`, bringing)
  for (const call of bringing.calls) during.push(call)
}
print('after', await measured(() => pause(MEASURED_MS)))
for (const what of ['track', 'capture'] as const)
  console.log(
    `${what}, during / before: p50 ${ratio(what, 0.5)}, p99 ${ratio(what, 0.99)}; slowest during ${slowest(during).toFixed(0)} ms`,
  )
clearInterval(pace)
clearInterval(capturing)
await Promise.all(under)
server.send('end')
await once(server, 'exit')
const installation = await openInstallation(readConfig({ DATA_DIR: dataDir, PORT: '0' }), () => {})
const differences = await verifyReports(installation.database)
await installation.close()
if (!FOLDER) rmSync(dataDir, { recursive: true, force: true })
console.log(`differences from the raw events: ${differences.length}`)

async function fill(): Promise<void> {
  const installation = await openInstallation(readConfig({ DATA_DIR: dataDir, PORT: '0' }), () => {}, {
    mayBeNew: true,
  })
  if (!FOLDER) await fillInstallation(installation.database, { pageViews: VIEWS, days: DAYS })
  await shareAddress(installation.database)
  await installation.close()
}

/** Every fifth visitor came from one address, as from an office or a provider's gateway. */
async function shareAddress(database: Database): Promise<void> {
  const some = sql`right(id::text, 1) in ('0', '5', 'a')`
  await sql`update page_views set ip_address = ${BUSY_ADDRESS}
    where visitor_id in (select id from visitors where ${some})`.execute(database)
  await sql`insert into visitor_addresses (ip_address, visitor_id)
    select ${BUSY_ADDRESS}, id from visitors where ${some}`.execute(database)
  await sql`vacuum analyze`.execute(database)
}

function newBrowser(): TestBrowser {
  people += 1
  return createBrowser(url, undefined, { 'x-forwarded-for': addressOfVisitor(1_000_000 + people) })
}

/** Every second call comes from a browser that is being hidden. */
function send(what: Call['what']): void {
  const isKnown = people % 2 === 0
  const browser = (isKnown && returning[Math.floor(Math.random() * RETURNING)]) || newBrowser()
  if (isKnown) people += 1
  const path = Math.random() < 0.5 ? BUSY_PAGE : '/meme'
  const begun = performance.now()
  const answer =
    what === 'track'
      ? browser.post('/api/visitors/page-view', { path })
      : newBrowser().post('/api/capture-lead', {
          ...{ name: 'Ann', email: `person${people}@example.com`, phone: '1', page: path },
        })
  const call = answer
    .then(
      ({ status }) => status,
      () => 0,
    )
    .then((status) => {
      calls.push({ ms: performance.now() - begun, status, what })
      under.delete(call)
    })
  under.add(call)
}

/** What is sent while something is done and until nothing is being counted anew any more. */
async function measured(work: () => Promise<void>) {
  calls = []
  const begun = performance.now()
  await work()
  const answered = performance.now() - begun
  while ((await owner.get('/api/analytics/summary?range=all')).body.recounting !== null) await pause(250)
  const through = performance.now() - begun
  await Promise.all(under)
  return { calls, answered, through }
}

function print(name: string, { calls, answered, through }: Awaited<ReturnType<typeof measured>>): void {
  const of = (what: Call['what'], share: number) => pick(calls, what, share).toFixed(1)
  const refused = calls.filter(({ status }) => status !== 200).length
  console.log(
    [
      name.padEnd(26),
      `${(answered / 1000).toFixed(2)} s`.padStart(13),
      `${(through / 1000).toFixed(1)} s`.padStart(9),
      of('track', 0.5).padStart(11),
      of('track', 0.99).padStart(6),
      of('capture', 0.5).padStart(13),
      of('capture', 0.99).padStart(6),
      slowest(calls).toFixed(0).padStart(9),
      String(refused).padStart(9),
    ].join(' '),
  )
}

function ratio(what: Call['what'], share: number): string {
  return (pick(during, what, share) / pick(before.calls, what, share)).toFixed(2)
}

function slowest(some: Call[]): number {
  return some.reduce((most, { ms }) => Math.max(most, ms), 0)
}

function pick(some: Call[], what: Call['what'], share: number): number {
  const sorted = some.flatMap((call) => (call.what === what ? [call.ms] : [])).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
