import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { sealMonth } from '#server/counting/seal-month.ts'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { openInstallation } from '#server/open-installation.ts'
import { dropMonth, findMonthsBefore, isLockTimeout } from '#server/platform/month-partitions.ts'
import { viewsByMonth } from '#server/tracking/store.ts'
import { fillInstallation } from './fill-installation.part.ts'

/*
 * How long a month of page views takes to be counted for good and to be dropped, and how long whoever stores views waits
 * meanwhile. By default two months of a million views, ten by each visitor; the one that is measured holds half of
 * them. In the end everything is counted anew. `npm run bench retention 200000` takes another number of page views.
 */
const VIEWS = Number(process.argv[2] ?? 1_000_000)
const DAYS = 62
const CALLS_A_SECOND = 100
const MEASURED_MS = 5000

const dataDir = mkdtempSync(join(tmpdir(), 'leadline-retention-'))
const { database, close } = await openInstallation(readConfig({ DATA_DIR: dataDir, PORT: '0' }), () => {}, {
  mayBeNew: true,
})
await fillInstallation(database, { pageViews: VIEWS, days: DAYS })

let stored: number[] = []
let refused = 0
const under = new Set<Promise<void>>()
const writing = setInterval(() => {
  const call = store()
  under.add(call)
  void call.finally(() => under.delete(call))
}, 1000 / CALLS_A_SECOND)

console.log(
  `\n${VIEWS} page views over ${DAYS} days, ${CALLS_A_SECOND} stored a second meanwhile\n\n` +
    '                        page views      took   stored: p50     p99   slowest   refused',
)
print('before', 0, await measured(() => pause(MEASURED_MS)))
const now = new Date()
const thisMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
for (const { month, rows } of await findMonthsBefore(database, viewsByMonth, thisMonth)) {
  const name = month.toISOString().slice(0, 7)
  print(`counting ${name} for good`, rows, await measured(() => sealMonth(database, month, now)))
  print(`dropping ${name}`, rows, await measured(() => dropWhenFree(month)))
}
clearInterval(writing)
await Promise.all(under)
const differences = await verifyReports(database)
console.log(`\ndifferences: ${differences.length}`)
await close()
rmSync(dataDir, { recursive: true, force: true })

async function store(): Promise<void> {
  const begun = performance.now()
  const [id, at] = [randomUUID(), new Date().toISOString()]
  const views = [{ visitor_id: id, at, ms: 0, path: '/meme', id: randomUUID() }]
  const changes = [{ id, seen_at: at, ip_address: '198.51.100.7' }]
  try {
    await sql`select record_tracking(${JSON.stringify(views)}::json, ${JSON.stringify(changes)}::json, '[]'::json)`.execute(
      database,
    )
    stored.push(performance.now() - begun)
  } catch {
    refused += 1
  }
}

async function dropWhenFree(month: Date): Promise<void> {
  for (;;)
    try {
      return await dropMonth(database, viewsByMonth, month)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
    }
}

async function measured(work: () => Promise<unknown>) {
  stored = []
  refused = 0
  const begun = performance.now()
  await work()
  const took = performance.now() - begun
  // What came while it went on has to be there, too.
  await Promise.all(under)
  return { took, times: stored.sort((one, other) => one - other), refused }
}

function print(
  name: string,
  views: number,
  { took, times, refused: number }: Awaited<ReturnType<typeof measured>>,
) {
  const of = (share: number) =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1)
  console.log(
    [
      name.padEnd(25),
      String(views).padStart(8),
      `${(took / 1000).toFixed(2)} s`.padStart(9),
      of(0.5).padStart(13),
      of(0.99).padStart(7),
      of(1).padStart(9),
      String(number).padStart(9),
    ].join(' '),
  )
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
