import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { arrived, begin, takeFilm } from '#support/film-upload.ts'
import { createBrowser, type TestBrowser } from '#support/test-browser.ts'
import { largeFilm, sendFilmPart } from './large-film.part.ts'
import { watchMemory } from './process-memory.part.ts'

/*
 * One film of 4 GB, or of as many GB as are asked for, uploaded in parts as the dashboard does. Half way, in the middle
 * of a part, the server is killed; the next one takes the upload up where it stopped. At the end the film is read
 * back and compared.
 */
const GB = Number(process.argv[2] ?? 4)
const PART = 32 * 1024 * 1024
const SERVER_FLAGS = process.env.SERVER_FLAGS?.split(' ') ?? []
const dataDir = mkdtempSync(join(tmpdir(), 'leadline-upload-'))
const film = largeFilm(Math.round(GB * 1024 ** 3))
let highest = 0

type Server = { url: string; child: ChildProcess; owner: TestBrowser; memory: ReturnType<typeof watchMemory> }

const began = Date.now()
let server = await start()
const upload = (await begin(server.owner, film.size)).headers.get('location') ?? ''
const killAt = film.size / 2 + PART / 3
let at = 0
let wasKilled = false
while (at < film.size) {
  const isKilledIn = !wasKilled && at < killAt && killAt < at + PART
  const { url, owner, child } = server
  await sendFilmPart(url, owner, {
    ...{ address: upload, film, from: at, to: Math.min(film.size, at + PART) },
    onSent(sent) {
      if (isKilledIn && sent >= killAt) child.kill('SIGKILL')
    },
  }).catch((error: unknown) => {
    if (!isKilledIn) throw error
  })
  if (isKilledIn) {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    note()
    server.memory.stop()
    server = await start()
    wasKilled = true
  }
  at = await arrived(server.owner, upload)
  if (isKilledIn)
    console.log(`killed after ${mb(killAt)} MB were sent; the next server goes on at ${mb(at)} MB`)
}
const sentMs = Date.now() - began
const { status, body } = await takeFilm(server.owner, upload)
if (status !== 200) throw new Error(`the film was not taken: ${JSON.stringify(body)}`)
const takenMs = Date.now() - began - sentMs
const isSame = (await endOfServed(server.url + body.address)) === endOfSent(body.bytes)
note()
const left = readdirSync(join(dataDir, 'media', 'uploads')).length
server.memory.stop()
server.child.send('stop')
await once(server.child, 'exit')
rmSync(dataDir, { recursive: true, force: true })

console.log(`sent ${mb(film.size)} MB in ${(sentMs / 1000).toFixed(0)} s, made a film in ${takenMs} ms`)
console.log(`read back: ${isSame ? 'the same bytes' : 'OTHER BYTES'}; unfinished uploads left: ${left}`)
console.log(`server's memory at its highest: ${highest.toFixed(0)} MB`)
process.exit(isSame && left === 0 ? 0 : 1)

function mb(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}

function note(): void {
  highest = Math.max(highest, server.memory.peak())
}

async function start(): Promise<Server> {
  const child = fork(fileURLToPath(new URL('./ingest-server.part.ts', import.meta.url)), ['store', dataDir], {
    execArgv: SERVER_FLAGS,
  })
  const [message] = await once(child, 'message')
  const { url } = message as { url: string }
  const owner = createBrowser(url)
  await owner.post('/api/analytics/verify-password', { password: 'benchmark password' })
  return { url, child, owner, memory: watchMemory(child.pid ?? 0) }
}

/** All that was sent after the film's own few KB, which are served with their index moved to the front. */
function endOfSent(servedBytes: number): string {
  const hash = createHash('sha256')
  for (let from = film.size - noiseOf(servedBytes); from < film.size; ) {
    const piece = film.piece(from, film.size)
    hash.update(piece)
    from += piece.length
  }
  return hash.digest('hex')
}

async function endOfServed(address: string): Promise<string> {
  const answer = await fetch(address, { headers: { range: `bytes=-${noiseOf(body.bytes)}` } })
  const hash = createHash('sha256')
  for await (const piece of answer.body ?? []) hash.update(piece)
  return hash.digest('hex')
}

function noiseOf(servedBytes: number): number {
  return Math.min(servedBytes, film.size) - 1024 * 1024
}
