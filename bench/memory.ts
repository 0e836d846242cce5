import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryOfFamily, sumOf } from './process-memory.part.ts'

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

// The small process that npm start leaves in front is neither server nor engine.
const processes = memoryOfFamily(start.pid ?? 0).filter(({ pid }) => pid !== start.pid)
start.kill('SIGTERM')
for (const { megabytes, command } of processes)
  console.log(`${megabytes.toFixed(0).padStart(6)} MB  ${command.slice(0, 90)}`)
console.log(`\nserver and engine together, idle: ${sumOf(processes).toFixed(0)} MB`)
await new Promise((resolve) => start.once('exit', resolve))
rmSync(dataDir, { recursive: true, force: true })
