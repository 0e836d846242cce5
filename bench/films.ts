import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { begin, takeFilm } from '#support/film-upload.ts'
import { createBrowser } from '#support/test-browser.ts'
import { largeFilm, sendFilmPart } from './large-film.part.ts'
import { watchMemory } from './process-memory.part.ts'
import { type Outcome, sendTracking } from './tracking-load.part.ts'

/*
 * Fifty players of an uploaded film, jumping about in it, while visitors are tracked at a steady rate: the server's
 * memory, and the tracking calls beside the same without players. Rounds alternate, because the machine's speed
 * drifts.
 */
const SECONDS = Number(process.argv[2] ?? 15)
const PLAYERS = Number(process.argv[3] ?? 50)
const ROUNDS = 5
const WARM_UP_SECONDS = 6
// Far more than any coach's site gets, and what leaves the machine some room to be slower in.
const CALLS_A_SECOND = 200
const FILM = 300 * 1024 * 1024
// 5 Mbit/s, as the dashboard advises to export.
const BYTES_A_SECOND = 625_000
const SERVER_FLAGS = process.env.SERVER_FLAGS?.split(' ') ?? []
const part = (name: string) => fileURLToPath(new URL(`./${name}.part.ts`, import.meta.url))

const dataDir = mkdtempSync(join(tmpdir(), 'leadline-films-'))
const server = fork(part('ingest-server'), ['store', dataDir], { execArgv: SERVER_FLAGS })
const [message] = await once(server, 'message')
const { url } = message as { url: string }
const owner = createBrowser(url)
await owner.post('/api/analytics/verify-password', { password: 'benchmark password' })
const film = largeFilm(FILM)
const upload = (await begin(owner, film.size)).headers.get('location') ?? ''
for (let from = 0; from < film.size; from += 32 * 1024 * 1024) {
  const to = Math.min(film.size, from + 32 * 1024 * 1024)
  await sendFilmPart(url, owner, { address: upload, film, from, to })
}
const { status, body: taken } = await takeFilm(owner, upload)
if (status !== 200) throw new Error(`the film was not taken: ${JSON.stringify(taken)}`)

await sendTracking(url, { seconds: WARM_UP_SECONDS, perSecond: CALLS_A_SECOND })
const memory = watchMemory(server.pid ?? 0)
type Load = Outcome & { mb: number; mbit: number; cpu: number }
type Round = { alone: Load; beside: Load }
const rounds: Round[] = []
for (let round = 0; round < ROUNDS; round += 1)
  rounds.push({ alone: await measure(0), beside: await measure(PLAYERS) })
memory.stop()
server.send('stop')
await once(server, 'exit')
rmSync(dataDir, { recursive: true, force: true })

console.log(
  `\n${PLAYERS} players of a film of ${FILM / 1024 / 1024} MB; ${CALLS_A_SECOND} tracking calls a second; ${SECONDS} s a round\n`,
)
console.log('players   calls/s   p50 ms   p99 ms   refused   server MB   processor %   film Mbit/s')
for (const { alone, beside } of rounds) {
  console.log(line(0, alone))
  console.log(line(PLAYERS, beside))
}
console.log(
  `\nserver's memory at its highest: ${Math.max(...rounds.map(({ beside }) => beside.mb)).toFixed(0)} MB`,
)
for (const measure of ['perSecond', 'mean', 'p50', 'p99'] as const) {
  const ratio = median(rounds.map(({ alone, beside }) => beside[measure] / alone[measure]))
  console.log(`tracking with players / without, ${measure}, median of the rounds: ${ratio.toFixed(2)}`)
}

async function measure(players: number): Promise<Load> {
  memory.peak()
  const before = await cpuOfServer()
  const began = Date.now()
  const playing =
    players > 0 &&
    fork(part('film-players'), [url + taken.address, ...[players, taken.bytes, BYTES_A_SECOND].map(String)])
  const outcome = await sendTracking(url, { seconds: SECONDS, perSecond: CALLS_A_SECOND })
  let mbit = 0
  const ms = Date.now() - began
  const cpu = ((await cpuOfServer()) - before) / 10 / ms
  if (playing) {
    playing.send('stop')
    const [played] = await once(playing, 'message')
    const { bytes, failed } = played as { bytes: number; failed: number }
    if (failed > 0) throw new Error(`${failed} requests of players were not answered with 206`)
    mbit = (bytes * 8) / 1000 / ms
  }
  return { ...outcome, mb: memory.peak(), mbit, cpu }
}

/** The processor time that the server has taken so far, in microseconds. */
async function cpuOfServer(): Promise<number> {
  server.send('cpu')
  const [answer] = await once(server, 'message')
  const { cpu } = answer as { cpu: NodeJS.CpuUsage }
  return cpu.user + cpu.system
}

function line(players: number, load: Load): string {
  const { perSecond, p50, p99, other, mb, cpu, mbit } = load
  const cells: [string, number][] = [
    [perSecond.toFixed(0), 9],
    [p50.toFixed(1), 8],
    [p99.toFixed(1), 8],
    [String(other), 9],
    [mb.toFixed(0), 11],
    [cpu.toFixed(0), 13],
    [mbit.toFixed(0), 13],
  ]
  return String(players).padEnd(8) + cells.map(([cell, width]) => cell.padStart(width)).join(' ')
}

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
