import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

/*
 * GET / as a phone's browser asks for it, at 50 connections: from the product as it runs, and from a bare node:http
 * server that sends the same bytes under the same headers. Rounds alternate, because the machine's speed drifts.
 */
const CONNECTIONS = 50
const SECONDS = Number(process.argv[2] ?? 3)
const ROUNDS = 7
const HEADERS = {
  'accept-encoding': 'gzip, deflate, br',
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 332.0.0.38.90',
}

/** `cpu`: microseconds of the server's own processor time per request, which other programs cannot spoil. */
type Outcome = { perSecond: number; cpu: number; p50: number; p99: number; bytes: number; other: number }
type Server = { url: string; cpu(): Promise<number>; stop(): Promise<void> }

const dataDir = mkdtempSync(join(tmpdir(), 'leadline-pages-'))
const product = await start('ingest-server', 'store', dataDir)
const bare = await start('bare-server', product.url)
const outcomes: { product: Outcome[]; bare: Outcome[] } = { product: [], bare: [] }
await load(product, 1)
await load(bare, 1)
for (let round = 0; round < ROUNDS; round += 1) {
  outcomes.bare.push(await load(bare, SECONDS))
  outcomes.product.push(await load(product, SECONDS))
}
await product.stop()
await bare.stop()
rmSync(dataDir, { recursive: true, force: true })

console.log(`\nGET /, ${CONNECTIONS} connections, ${SECONDS} s a round, ${ROUNDS} rounds each\n`)
console.log('server     requests/s   cpu µs/request    p50 ms   p99 ms   bytes/answer   failed')
for (const [name, list] of [
  ['bare http', outcomes.bare],
  ['product', outcomes.product],
] as const)
  for (const { perSecond, cpu, p50, p99, bytes, other } of list)
    console.log(
      `${name.padEnd(10)} ${perSecond.toFixed(0).padStart(10)} ${cpu.toFixed(1).padStart(16)} ${p50.toFixed(0).padStart(9)} ${p99.toFixed(0).padStart(8)} ${bytes.toFixed(0).padStart(14)} ${String(other).padStart(8)}`,
    )
// Each round against its neighbour; the median, because whatever else runs on the machine spoils single rounds.
const ratios = outcomes.product.map(
  ({ perSecond }, round) => perSecond / (outcomes.bare[round]?.perSecond ?? Number.NaN),
)
console.log(`\nratio of requests/s, product / bare: ${median(ratios).toFixed(2)}`)
const cpuOf = (list: Outcome[]) => median(list.map(({ cpu }) => cpu))
console.log(
  `ratio of processor time per request, bare / product: ${(cpuOf(outcomes.bare) / cpuOf(outcomes.product)).toFixed(2)}`,
)

async function start(part: string, ...words: string[]): Promise<Server> {
  const server: ChildProcess = fork(fileURLToPath(new URL(`./${part}.part.ts`, import.meta.url)), words)
  const [message] = await once(server, 'message')
  const { url } = message as { url: string }
  return {
    url,
    async cpu() {
      server.send('cpu')
      const [{ cpu }] = (await once(server, 'message')) as [{ cpu: NodeJS.CpuUsage }]
      return cpu.user + cpu.system
    },
    async stop() {
      server.send('stop')
      await once(server, 'exit')
    },
  }
}

async function load(server: Server, seconds: number): Promise<Outcome> {
  const before = await server.cpu()
  const { url } = server
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers: HEADERS })
  return {
    perSecond: result.requests.average,
    cpu: ((await server.cpu()) - before) / result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: result.throughput.total / result.requests.total,
    other: result.non2xx + result.errors + result.timeouts,
  }
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
