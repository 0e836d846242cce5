import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEngine } from '#server/platform/engine/start-engine.ts'
import { processorTimes } from './processor-time.part.ts'
import { type Outcome, sendTracking } from './tracking-load.part.ts'

/*
 * How many tracking calls two processes on one PostgreSQL take beside one, at 50 connections in all, and who was at work
 * meanwhile: where servers, database and load already fill the processors, a second process has none to run on.
 * Rounds alternate, because the machine's speed drifts. Linux only.
 */
const SECONDS = Number(process.argv[2] ?? 15)
const ROUNDS = 5
const CONNECTIONS = 50
const WARM_UP_SECONDS = 6
const SERVER_FLAGS = process.env.SERVER_FLAGS?.split(' ') ?? []

type Round = { perSecond: number; p50: number; p99: number; refused: number; busy: Busy }
/** Processors in use, in whole ones. */
type Busy = { servers: number; engine: number; load: number }

const folder = mkdtempSync(join(tmpdir(), 'leadline-processes-'))
const engine = await startEngine({ dataDir: join(folder, 'engine'), say: () => {} })
const { host, port, user, password, database } = engine.connection
const address = `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
const servers = [await start(1), await start(2)]
for (const { url } of servers) await sendTracking(url, { seconds: WARM_UP_SECONDS })

const one: Round[] = []
const two: Round[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  one.push(await measure(servers.slice(0, 1)))
  two.push(await measure(servers))
}
for (const { child } of servers) {
  child.send('stop')
  await once(child, 'exit')
}
await engine.stop()
rmSync(folder, { recursive: true, force: true })

console.log(
  `\n${CONNECTIONS} connections, ${SECONDS} s a round; one PostgreSQL, this load and the servers on ${availableParallelism()} processors\n`,
)
console.log('processes   calls/s   p50 ms   p99 ms   refused   processors in use: servers  database  load')
for (const [index, round] of one.entries())
  for (const [processes, measured] of [
    [1, round],
    [2, two[index]],
  ] as const)
    if (measured) console.log(line(processes, measured))
const ratio = (pick: (round: Round) => number) =>
  median(one.map((round, index) => pick(two[index] ?? round) / pick(round)))
console.log(
  `\ncalls of two / of one, median of the rounds: ${ratio(({ perSecond }) => perSecond).toFixed(2)}`,
)
console.log(`p99 of two / of one, median of the rounds: ${ratio(({ p99 }) => p99).toFixed(2)}`)

async function start(number: number): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(
    fileURLToPath(new URL('./ingest-server.part.ts', import.meta.url)),
    ['store', join(folder, `process-${number}`)],
    {
      execArgv: SERVER_FLAGS,
      env: { ...process.env, DATABASE_URL: address, SECRET: 'the secret of both processes of a benchmark' },
    },
  )
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The server did not start.'))),
  ])
  return { child, url: (message as { url: string }).url }
}

async function measure(running: { child: ChildProcess; url: string }[]): Promise<Round> {
  const children = running.map(({ child }) => child)
  const before = { ...processorTimes(children), load: process.cpuUsage(), at: performance.now() }
  const outcomes = await Promise.all(
    running.map(({ url }) =>
      sendTracking(url, { seconds: SECONDS, connections: CONNECTIONS / running.length }),
    ),
  )
  const ms = performance.now() - before.at
  const after = processorTimes(children)
  const load = process.cpuUsage(before.load)
  const total = (pick: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + pick(outcome), 0)
  return {
    perSecond: total(({ perSecond }) => perSecond),
    p50: total(({ p50 }) => p50) / outcomes.length,
    p99: Math.max(...outcomes.map(({ p99 }) => p99)),
    refused: total(({ other }) => other),
    busy: {
      servers: (after.servers - before.servers) / ms,
      engine: (after.engine - before.engine) / ms,
      load: (load.user + load.system) / 1000 / ms,
    },
  }
}

function line(processes: number, { perSecond, p50, p99, refused, busy }: Round): string {
  const cells: [string, number][] = [
    [perSecond.toFixed(0), 8],
    [p50.toFixed(1), 8],
    [p99.toFixed(1), 8],
    [String(refused), 9],
    [busy.servers.toFixed(2), 28],
    [busy.engine.toFixed(2), 9],
    [busy.load.toFixed(2), 5],
  ]
  return String(processes).padEnd(11) + cells.map(([cell, width]) => cell.padStart(width)).join(' ')
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
