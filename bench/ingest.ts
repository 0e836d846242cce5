import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { openInstallation } from '#server/open-installation.ts'
import { type Outcome, sendTracking } from './tracking-load.part.ts'

/*
 * Distinct visitors, each sending track and then page-view with the cookie it got, at 50 connections: against
 * the product as it runs, and against the same app with storing left out. Rounds alternate, because the
 * machine's speed drifts.
 */
// While a crowd comes, the rollup worker works for some 2.5 seconds and rests nine times as long: each round has its share of it.
const SECONDS = Number(process.argv[2] ?? 25)
const ROUNDS = 5
// A start has work of its own (compiled code, compressed pages): what is measured comes after it.
const WARM_UP_SECONDS = 8
// Node's own words with which the product runs its server; `npm run bench` passes them on.
const SERVER_FLAGS = process.env.SERVER_FLAGS?.split(' ') ?? []

const dataDir = mkdtempSync(join(tmpdir(), 'leadline-ingest-'))
// Page views that a storing server acknowledged.
let acknowledged = 0
const stored: Outcome[] = []
const answered: Outcome[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  answered.push(await measure('answer'))
  stored.push(await measure('store'))
}
const missing = await countMissing()
rmSync(dataDir, { recursive: true, force: true })

console.log(
  `\n50 connections, ${SECONDS} s a round, ${ROUNDS} rounds each; track + page-view by distinct visitors\n`,
)
console.log('server        calls/s    p50 ms   p99 ms   refused   storing / not storing')
for (const [round, storing] of stored.entries()) {
  console.log(line('not storing', answered[round]))
  console.log(`${line('storing', storing)} ${ratioOf(round).toFixed(2).padStart(23)}`)
}
const ratios = stored.map((_, round) => ratioOf(round)).sort((one, other) => one - other)
// The two of a round are neighbours in time; a machine that stumbles spoils one round and not the rest.
console.log(
  `\nratio storing / not storing, median of the rounds: ${ratios[Math.floor(ROUNDS / 2)]?.toFixed(2)}`,
)
console.log(`acknowledged page views missing on disk: ${missing}`)

async function measure(mode: 'store' | 'answer'): Promise<Outcome> {
  const server = fork(fileURLToPath(new URL('./ingest-server.part.ts', import.meta.url)), [mode, dataDir], {
    execArgv: SERVER_FLAGS,
  })
  const [message] = await once(server, 'message')
  const { url } = message as { url: string }
  const warm = await sendTracking(url, { seconds: WARM_UP_SECONDS })
  const outcome = await sendTracking(url, { seconds: SECONDS })
  if (mode === 'store') acknowledged += warm.views + outcome.views
  server.send('stop')
  await once(server, 'exit')
  return outcome
}

async function countMissing(): Promise<number> {
  const installation = await openInstallation(readConfig({ DATA_DIR: dataDir }), () => {})
  const { rows } = await sql<{ count: number }>`select count(*) as count from page_views`.execute(
    installation.database,
  )
  await installation.close()
  return Math.max(0, acknowledged - (rows[0]?.count ?? 0))
}

function line(name: string, outcome: Outcome | undefined): string {
  const { perSecond, p50, p99, other } = outcome ?? { perSecond: 0, p50: 0, p99: 0, other: 0 }
  return `${name.padEnd(12)} ${perSecond.toFixed(0).padStart(8)} ${p50.toFixed(0).padStart(9)} ${p99.toFixed(0).padStart(8)} ${String(other).padStart(9)}`
}

function ratioOf(round: number): number {
  return (stored[round]?.perSecond ?? Number.NaN) / (answered[round]?.perSecond ?? Number.NaN)
}
