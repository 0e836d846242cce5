import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { startEngine } from '#server/platform/engine/start-engine.ts'
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
// Of /proc: the kernel's USER_HZ, 100 on every Linux that Node runs on.
const MS_PER_TICK = 10

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
const before = processorTime(server)
const { views, other } = await sendTracking(url, { calls: CALLS })
const stored = processorTime(server)
const waiting = await countOf('rollup_queue')
await client.query(`select pg_advisory_unlock(${ROLLUP_LOCK})`)
while ((await countOf('rollup_queue')) + (await countOf('pending_visitors')) > 0)
  await new Promise((resolve) => setTimeout(resolve, 250))
const counted = processorTime(server)
await client.end()
server.send('stop')
await once(server, 'exit')
await engine.stop()
rmSync(dataDir, { recursive: true, force: true })

console.log(
  `${CALLS} tracking calls, half of them page views (${views}), by distinct visitors; refused: ${other}`,
)
const each = (time: Times, since: Times, per: number) => {
  const micros = (ms: number) => ((ms * 1000) / per).toFixed(0).padStart(6)
  return `${micros(time.server - since.server)} ${micros(time.engine - since.engine)} ${micros(total(time) - total(since))}`
}
console.log('µs of processor time for each call     server engine  total')
console.log(`storing                                ${each(stored, before, CALLS)}`)
console.log(`counting (${waiting} views)`.padEnd(39) + each(counted, stored, waiting * 2))
console.log(
  `together                               ${''.padStart(13)} ${(((total(stored) - total(before)) / CALLS + (total(counted) - total(stored)) / (waiting * 2)) * 1000).toFixed(0).padStart(6)}`,
)

type Times = { server: number; engine: number }

function total({ server, engine }: Times): number {
  return server + engine
}

async function countOf(table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${table}`)
  return rows[0]?.count ?? 0
}

/** Milliseconds that the server and, apart, the database's processes have worked so far, those that ended included. */
function processorTime(child: ChildProcess): Times {
  const processes = new Map<number, { parent: number; own: number; ended: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      // proc(5): the fields after the name; utime, stime, and those of children that ended.
      const [, parent = 0] = fields
      processes.set(Number(name), {
        parent,
        own: sum(fields.slice(11, 13)),
        ended: sum(fields.slice(13, 15)),
      })
    } catch {
      // It ended meanwhile.
    }
  }
  const isBeneath = (id: number): boolean => {
    const parent = processes.get(id)?.parent ?? 0
    return id !== child.pid && (parent === process.pid || (parent > 1 && isBeneath(parent)))
  }
  let engineTicks = 0
  for (const [id, { own, ended }] of processes) if (isBeneath(id)) engineTicks += own + ended
  const server = processes.get(child.pid ?? 0)?.own ?? 0
  return { server: server * MS_PER_TICK, engine: engineTicks * MS_PER_TICK }
}

function sum(numbers: number[]): number {
  return numbers.reduce((one, other) => one + other, 0)
}
