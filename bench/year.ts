import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { sealMonth } from '#server/counting/seal-month.ts'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { openInstallation } from '#server/open-installation.ts'
import { dropMonth, findMonthsBefore } from '#server/platform/month-partitions.ts'
import { viewsByMonth } from '#server/tracking/store.ts'
import { askBoth, openToAsk, pick, sized } from './dashboard-questions.part.ts'
import { fillYear } from './fill-year.part.ts'
import type { Measured } from './growth.part.ts'
import { peakInWords, watchFamily } from './process-memory.part.ts'
import { sendTracking } from './tracking-load.part.ts'

/*
 * What becomes slower where an installation holds a year of 50 million page views by 5 million visitors, and what does not:
 * the dashboard's questions beside a tenth of it or 500 thousand, tracking beside an empty installation, dropping a month, and
 * whether every number is right. `npm run bench year 500000` takes another number; two data folders after it, for this
 * size and for the smaller one, are filled where they are not full yet and kept: stopped, the same command goes on.
 */
const VIEWS = Number(process.argv[2] ?? 50_000_000)
const SMALLER = Math.min(500_000, Math.round(VIEWS / 10))
const [FOLDER, SMALLER_FOLDER] = process.argv.slice(3)
const DAYS = 365
// Five million over a quarter took 919 bytes each; the write-ahead log and what sorting needs for a while come to that.
const BYTES_EACH = 1200
const BYTES_BESIDES = 3e9
const SECONDS_PER_MILLION = 180
const MOST_MB = 400
const INGEST_SECONDS = 10
const ROUNDS = 3
const SERVER_FLAGS = process.env.SERVER_FLAGS?.split(' ') ?? []

const folders = {
  large: FOLDER ?? emptyFolder(),
  small: SMALLER_FOLDER ?? emptyFolder(),
  empty: emptyFolder(),
}
const measured: { small: Measured; large: Measured } = {
  small: { pageViews: SMALLER, bytes: {}, questions: {} },
  large: { pageViews: VIEWS, bytes: {}, questions: {} },
}
const broken: string[] = []
refuseWithoutRoom()
try {
  const problems = await compareWithTracking()
  say(`copied rows beside those of real tracking calls: ${problems.length} columns differ`)
  for (const problem of problems) say(`  ${problem}`)
  if (problems.length > 0) broken.push('what is copied is not what tracking stores')
  await fill('small', SMALLER)
  await fill('large', VIEWS)
  await ask()
  const file = join(FOLDER ?? tmpdir(), 'growth-figures.json')
  writeFileSync(file, `${JSON.stringify([measured.small, measured.large])}\n`)
  say(`\nwhat a forecast needs of this is in ${file} (npm run bench growth)\n`)
  await measureIngest()
  await dropOldestMonth()
  await verify()
} finally {
  for (const [folder, given] of [
    [folders.large, FOLDER],
    [folders.small, SMALLER_FOLDER],
    [folders.empty, undefined],
  ] as const)
    if (!given) rmSync(folder, { recursive: true, force: true })
}
say(broken.length === 0 ? '\nEvery bound holds.' : `\nNot within its bound: ${broken.join('; ')}.`)
process.exitCode = broken.length === 0 ? 0 : 1

function refuseWithoutRoom(): void {
  mkdirSync(folders.large, { recursive: true })
  const place = folders.large
  const { bavail, bsize } = statfsSync(place)
  const needed = BYTES_BESIDES + BYTES_EACH * (VIEWS + SMALLER)
  say(
    `${sized(VIEWS).trim()} page views over ${DAYS} days take about ${gb(needed)} of disk (${gb(bavail * bsize)} are free) and ` +
      `${Math.ceil((SECONDS_PER_MILLION * (VIEWS + SMALLER)) / 1e6 / 60) + 10} minutes on 2 quiet processors.`,
  )
  // What a folder holds already is not needed once more.
  if (bavail * bsize >= needed || existsSync(join(folders.large, 'postgres'))) return
  console.error('That does not fit on this disk: say a smaller number, or a folder on another one.')
  process.exit(2)
}

/** Which columns of copied rows differ from those that the running product stores. */
async function compareWithTracking(): Promise<string[]> {
  const child = fork(fileURLToPath(new URL('./sample-of-tracking.part.ts', import.meta.url)))
  const [problems] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The comparison with tracking failed.'))),
  ])
  child.disconnect()
  return problems as string[]
}

async function fill(which: 'small' | 'large', pageViews: number): Promise<void> {
  mkdirSync(folders[which], { recursive: true })
  const memory = watchFamily(process.pid)
  const { stored, leads, counted, vacuumed } = await fillYear(folders[which], { pageViews, days: DAYS }, say)
  memory.stop()
  const peak = memory.peak()
  const seconds = (one: number) => `${one.toFixed(0)} s`
  say(
    `${sized(pageViews).trim()}: stored in ${seconds(stored)}, leads ${seconds(leads)}, counted ${seconds(counted)}, vacuumed ` +
      `${seconds(vacuumed)}; highest memory of this program and the database ${peakInWords(peak)}, bound ${MOST_MB}`,
  )
  if (peak.together > MOST_MB) broken.push('memory while filling')
  await onDatabase(folders[which], async (database) => {
    const { rows } = await sql<{
      bytes: number
    }>`select pg_database_size(current_database()) as bytes`.execute(database)
    const bytes = rows[0]?.bytes ?? 0
    say(
      `${sized(pageViews).trim()}: ${gb(bytes)} on disk, ${Math.round(bytes / pageViews)} bytes a page view`,
    )
    const tables = await sql<{ name: string; bytes: number }>`
      select coalesce(parent.relname, class.relname) as name, sum(pg_total_relation_size(class.oid))::bigint as bytes
      from pg_class class left join pg_inherits on inhrelid = class.oid left join pg_class parent on parent.oid = inhparent
      where class.relkind = 'r' and class.relnamespace = 'public'::regnamespace
      group by 1 having sum(pg_total_relation_size(class.oid)) > 1000000 order by 2 desc`.execute(database)
    for (const row of tables.rows) measured[which].bytes[row.name] = row.bytes
  })
}

async function ask(): Promise<void> {
  say(
    `\n${'question'.padEnd(42)} ${sized(SMALLER)} p50     p95 ms  ${sized(VIEWS)} p50     p95 ms   bound of p95`,
  )
  const [small, large] = [await openToAsk(folders.small), await openToAsk(folders.large)]
  try {
    await askBoth(small, large, ({ name, small: a, large: b }) => {
      const bound = Math.min(150, Math.max(10, 2 * pick(a, 0.95)))
      const isWithin = pick(b, 0.95) < bound
      measured.small.questions[name] = Number(pick(a, 0.5).toFixed(2))
      measured.large.questions[name] = Number(pick(b, 0.5).toFixed(2))
      if (!isWithin) broken.push(name)
      const figures = [pick(a, 0.5), pick(a, 0.95), pick(b, 0.5), pick(b, 0.95)].map((ms) =>
        ms.toFixed(1).padStart(11),
      )
      say(
        `${name.padEnd(42)} ${figures.join(' ')} ${bound.toFixed(0).padStart(12)}${isWithin ? '' : ' exceeded'}`,
      )
    })
  } finally {
    await small.end()
    await large.end()
  }
}

/** Tracking calls a second into the large installation and into an empty one, in turn: the machine's speed drifts. */
async function measureIngest(): Promise<void> {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const [empty, large] = [await ingest(folders.empty), await ingest(folders.large)]
    ratios.push(large / empty)
    say(
      `tracking calls a second: ${empty.toFixed(0)} into an empty installation, ${large.toFixed(0)} into this`,
    )
  }
  const ratio = ratios.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0
  say(`tracking beside an empty installation, median of ${ROUNDS} rounds: ${ratio.toFixed(2)} (bound 0.9)`)
  if (ratio < 0.9) broken.push('tracking')
}

async function ingest(dataDir: string): Promise<number> {
  const server = fork(
    fileURLToPath(new URL('./ingest-server.part.ts', import.meta.url)),
    ['store', dataDir],
    {
      execArgv: SERVER_FLAGS,
    },
  )
  const [message] = await once(server, 'message')
  const { url } = message as { url: string }
  await sendTracking(url, { seconds: INGEST_SECONDS / 2 })
  const { perSecond } = await sendTracking(url, { seconds: INGEST_SECONDS })
  server.send('stop')
  await once(server, 'exit')
  return perSecond
}

async function verify(): Promise<void> {
  await onDatabase(folders.large, async (database) => {
    const begun = performance.now()
    const differences = await verifyReports(database, say)
    say(`differences from the raw events: ${differences.length}, looked for in ${since(begun)}`)
    for (const { what, where } of differences.slice(0, 5)) say(`  ${what}: ${where}`)
    if (differences.length > 0) broken.push('the numbers')
  })
}

/** As the product does it: the oldest whole month is counted for good, then it goes. */
async function dropOldestMonth(): Promise<void> {
  await onDatabase(folders.large, async (database) => {
    const [oldest] = await findMonthsBefore(database, viewsByMonth, new Date())
    if (!oldest) throw new Error('There is no month to drop.')
    let begun = performance.now()
    await sealMonth(database, oldest.month, new Date())
    const sealed = since(begun)
    begun = performance.now()
    await dropMonth(database, viewsByMonth, oldest.month)
    const took = performance.now() - begun
    say(
      `a month of ${oldest.rows} page views counted for good in ${sealed} and dropped in ${(took / 1000).toFixed(2)} s (bound 1)`,
    )
    if (took > 1000) broken.push('dropping a month')
  })
}

async function onDatabase(
  dataDir: string,
  work: (database: Awaited<ReturnType<typeof openInstallation>>['database']) => Promise<void>,
): Promise<void> {
  const { database, close } = await openInstallation(readConfig({ DATA_DIR: dataDir }), () => {})
  try {
    await work(database)
  } finally {
    await close()
  }
}

function say(text: string): void {
  console.log(text)
}

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'leadline-year-'))
}

function gb(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

function since(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(0)} s`
}
