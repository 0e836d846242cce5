import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { startEngine } from '#server/platform/engine/start-engine.ts'
import { type ProcessorTimes, processorTimes } from './processor-time.part.ts'
import { sendTracking } from './tracking-load.part.ts'

/*
 * Processor time of the server and its database for each tracking call: first for storing alone, while the rollup is
 * kept away by its own lock, then for counting what was stored. Linux only: times are read from /proc.
 */
const CALLS = Number(process.argv[2] ?? 80_000)
const WARM_UP_CALLS = 8000
const SERVER_FLAGS = process.env.SERVER_FLAGS?.split(' ') ?? []
// The lock of whoever rolls up (src/server/counting/store.ts).
const ROLLUP_LOCK = 7_310_002

const dataDir = mkdtempSync(join(tmpdir(), 'leadline-processor-'))
const engine = await startEngine({ dataDir, say: () => {} })
const { host, port, user, password, database } = engine.connection
const address = `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
const server = fork(fileURLToPath(new URL('./ingest-server.part.ts', import.meta.url)), ['store', dataDir], {
  execArgv: SERVER_FLAGS,
  env: { ...process.env, DATABASE_URL: address },
})
const [message] = await Promise.race([
  once(server, 'message'),
  once(server, 'exit').then(() => Promise.reject(new Error('The server did not start.'))),
])
const { url } = message as { url: string }
const client = new Client(engine.connection)
await client.connect()

await client.query(`select pg_advisory_lock(${ROLLUP_LOCK})`)
await sendTracking(url, { calls: WARM_UP_CALLS })
const before = processorTimes([server])
const { views, other } = await sendTracking(url, { calls: CALLS })
const stored = processorTimes([server])
const waiting = await countOf('rollup_queue')
await client.query(`select pg_advisory_unlock(${ROLLUP_LOCK})`)
while ((await countOf('rollup_queue')) + (await countOf('pending_visitors')) > 0)
  await new Promise((resolve) => setTimeout(resolve, 250))
const counted = processorTimes([server])
await client.end()
server.send('stop')
await once(server, 'exit')
await engine.stop()
rmSync(dataDir, { recursive: true, force: true })

console.log(
  `${CALLS} tracking calls, half of them page views (${views}), by distinct visitors; refused: ${other}`,
)
const each = (time: ProcessorTimes, since: ProcessorTimes, per: number) => {
  const micros = (ms: number) => ((ms * 1000) / per).toFixed(0).padStart(6)
  return `${micros(time.servers - since.servers)} ${micros(time.engine - since.engine)} ${micros(total(time) - total(since))}`
}
console.log('µs of processor time for each call     server engine  total')
console.log(`storing                                ${each(stored, before, CALLS)}`)
console.log(`counting (${waiting} views)`.padEnd(39) + each(counted, stored, waiting * 2))
console.log(
  `together                               ${''.padStart(13)} ${(((total(stored) - total(before)) / CALLS + (total(counted) - total(stored)) / (waiting * 2)) * 1000).toFixed(0).padStart(6)}`,
)

function total({ servers, engine }: ProcessorTimes): number {
  return servers + engine
}

async function countOf(table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${table}`)
  return rows[0]?.count ?? 0
}
