import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** Another process that runs the engine; `output` grows, `ended` gives its exit code or signal. */
export type EngineProcess = { child: ChildProcess; output(): string; ended: Promise<string> }

/** Starts the engine in a process of its own, by other programs if need be; it is killed after the test if it still runs. */
export function engineProcess(
  dataDir: string,
  script = join(import.meta.dirname, 'run-engine.ts'),
  by: string[] = [],
): EngineProcess {
  const [program = '', ...words] = [...by, process.execPath, script, dataDir]
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, output: () => output, ended }
}

/** Waits until the condition holds, looking often; throws after the given time, which judges no speed. */
export async function eventually(holds: () => boolean, what: string, patience = 60_000): Promise<void> {
  const deadline = Date.now() + patience
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`Waited ${patience} ms in vain: ${what}`)
    await pause(20)
  }
}

/** The ids of all PostgreSQL processes that work in a data folder, or in one below the given folder. */
export function postgresProcesses(folder: string): number[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && workingFolder(pid)?.startsWith(`${folder}/`))
  }
  return processesLike(`-D ${folder}/`)
}

/** The id of the small process that ends the given postmaster when its application dies. */
export function keeperOf(postmaster: number): number | undefined {
  return processesLike(`leadline-keeper ${postmaster}`)[0]
}

function processesLike(words: string): number[] {
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => line.includes(words))
    .map((line) => Number.parseInt(line, 10))
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
