import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { megabytesOf } from './process-memory.part.ts'

/*
 * The memory of an idle installation, server and engine together, started as `npm start` does: the proportional
 * set size (PSS) that Linux keeps for each process, in which shared pages count once.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const IDLE_MS = 10_000
const dataDir = mkdtempSync(join(tmpdir(), 'leadline-memory-'))
const start = spawn(process.execPath, [join(root, 'bin/start.mjs')], {
  cwd: root,
  env: { ...process.env, DATA_DIR: dataDir, PORT: '0', OWNER_PASSWORD: 'benchmark password' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
await new Promise<void>((resolve) => {
  start.stdout.on('data', (chunk: Buffer) => {
    if (chunk.toString().includes('Leadline is ready')) resolve()
  })
})
await new Promise((resolve) => setTimeout(resolve, IDLE_MS))

let total = 0
for (const pid of descendants(start.pid ?? 0)) {
  const megabytes = megabytesOf(pid)
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  // The small process that npm start leaves in front is neither server nor engine.
  if (pid !== start.pid) total += megabytes
  console.log(`${megabytes.toFixed(0).padStart(6)} MB  ${words.slice(0, 3).join(' ').slice(0, 90)}`)
}
console.log(`\nserver and engine together, idle: ${total.toFixed(0)} MB`)
start.kill('SIGTERM')
await new Promise((resolve) => start.once('exit', resolve))
rmSync(dataDir, { recursive: true, force: true })

function descendants(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It ended between the two looks.
    }
  }
  const found = [root]
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found
}
