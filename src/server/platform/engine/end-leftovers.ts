import { spawnSync } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EngineProblem } from './engine-problem.ts'
import { isAlive } from './process-identity.ts'

/** How long a PostgreSQL of an earlier run may take for each way of being asked to end, in ms. */
const STEPS: [NodeJS.Signals, number][] = [
  ['SIGINT', 12_000],
  ['SIGQUIT', 4_000],
  ['SIGKILL', 4_000],
]

/**
 * Waits until no PostgreSQL of an earlier run works in the cluster any more, asking ever more firmly,
 * and puts a stale process-id file right. Call it only while holding the folder's lock.
 */
export async function endLeftovers(cluster: string, say: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const postmaster = firstLine(pidFile)

  let left = processesIn(cluster, postmaster)
  if (left.length > 0) say(`Waiting for the database of an earlier run (process ${left[0]}) to end.`)
  for (const [signal, patience] of STEPS) {
    if (left.length === 0) break
    // A backend takes SIGINT as "cancel the query" and has no leader left to end it; it needs the firmer word.
    const addressed = signal === 'SIGINT' ? left.filter((pid) => pid === postmaster) : left
    for (const pid of addressed) send(pid, signal)
    const deadline = Date.now() + (addressed.length > 0 ? patience : 1_000)
    while (left.length > 0 && Date.now() < deadline) {
      await pause(25)
      left = processesIn(cluster, postmaster)
    }
  }
  if (left.length > 0) {
    throw new EngineProblem(
      `The database in ${cluster} is still held by process ${left[0]}, which does not end.`,
    )
  }
  if (existsSync(pidFile)) disownPidFile(pidFile)
}

/**
 * PostgreSQL refuses to start while any living process has the id in its old pid file. Our own id as its parent's
 * is the one it takes as stale, and it still checks the old shared memory named in the same file.
 */
function disownPidFile(pidFile: string): void {
  const pid = firstLine(pidFile)
  if (Number.isNaN(pid)) rmSync(pidFile, { force: true })
  else if (isAlive(pid)) {
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^-?\d+/, String(process.pid)))
  }
}

function processesIn(cluster: string, postmaster: number): number[] {
  if (process.platform === 'linux') return linuxProcessesIn(realpathSync(cluster))
  if (Number.isNaN(postmaster) || !isAlive(postmaster)) return []
  if (process.platform === 'win32') return [postmaster]
  const command = spawnSync('ps', ['-o', 'command=', '-p', String(postmaster)], { encoding: 'utf8' }).stdout
  return command?.includes(cluster) ? [postmaster] : []
}

/** Every PostgreSQL process makes the cluster its working directory; so does the shell of whoever looks around there. */
function linuxProcessesIn(cluster: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && workingFolder(pid) === cluster && programOf(pid) === 'postgres')
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function programOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return undefined
  }
}

function firstLine(pidFile: string): number {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  } catch {
    return Number.NaN
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended between the look and the word.
  }
}
