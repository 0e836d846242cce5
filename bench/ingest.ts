import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { openInstallation } from '#server/open-installation.ts'

/*
 * Distinct visitors, each sending track and then page-view with the cookie it got, at 50 connections: against
 * the product as it runs, and against the same app with storing left out. Rounds alternate, because the
 * machine's speed drifts.
 */
const CONNECTIONS = 50
// While a crowd comes, the rollup worker works for some 2.5 seconds and rests nine times as long: each round has its share of it.
const SECONDS = Number(process.argv[2] ?? 25)
const ROUNDS = 5
// A start has work of its own (compiled code, compressed pages): what is measured comes after it.
const WARM_UP_SECONDS = 8
// Node's own words with which the product runs its server; `npm run bench` passes them on.
const SERVER_FLAGS = process.env.SERVER_FLAGS?.split(' ') ?? []
const USER_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 332.0.0.38.90'

type Outcome = { perSecond: number; p50: number; p99: number; other: number }

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
  `\n${CONNECTIONS} connections, ${SECONDS} s a round, ${ROUNDS} rounds each; track + page-view by distinct visitors\n`,
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
  const before = acknowledged
  await load(url, WARM_UP_SECONDS)
  const outcome = await load(url, SECONDS)
  if (mode === 'answer') acknowledged = before
  server.send('stop')
  await once(server, 'exit')
  return outcome
}

async function load(url: string, seconds: number): Promise<Outcome> {
  let visitor = 0
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT },
    requests: [
      {
        method: 'POST',
        path: '/api/visitors/track',
        setupRequest: (request, context: { cookie?: string }) => {
          visitor += 1
          context.cookie = undefined
          const body = JSON.stringify({
            path: `/lander-${visitor % 7}?utm_source=source${visitor % 5}&utm_campaign=spring`,
            title: 'A page',
            fingerprint: visitor,
            sessionId: `session-${visitor}`,
            timezone: 'America/New_York',
            language: 'en-US',
            screenWidth: 390,
            screenHeight: 844,
          })
          return { ...request, body }
        },
        onResponse: (_status, _body, context: { cookie?: string }, headers) => {
          const set = (headers as Record<string, string | string[]> | undefined)?.['set-cookie']
          context.cookie = (Array.isArray(set) ? set[0] : set)?.split(';')[0]
        },
      },
      {
        method: 'POST',
        path: '/api/visitors/page-view',
        setupRequest: (request, context: { cookie?: string }) => ({
          ...request,
          headers: { ...request.headers, ...(context.cookie ? { cookie: context.cookie } : {}) },
          body: JSON.stringify({
            path: `/lander-${visitor % 7}`,
            title: 'A page',
            fingerprint: visitor,
            sessionId: 's',
          }),
        }),
        onResponse: (status) => {
          if (status === 200) acknowledged += 1
        },
      },
    ],
  })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    other: result.non2xx + result.errors + result.timeouts,
  }
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
