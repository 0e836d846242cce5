import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import type { EngineUser } from './engine-user.ts'
import { keep } from './keeper.ts'
import { processEnvironment } from './settings.ts'

const LARGEST_LOG = 5_000_000

/** How to start PostgreSQL's main process for one cluster; the same plan serves every restart. */
export type Plan = {
  postgres: string
  pgCtl: string
  arguments: string[]
  cluster: string
  logFile: string
  user: EngineUser | undefined
}

/** A running main process of PostgreSQL. */
export type Postmaster = {
  pid: number | undefined
  keeperPid(): number | undefined
  /** Resolves when the process is gone, with what ended it and what it logged since its start. */
  ended: Promise<{ how: string; words: string }>
  signal(signal: NodeJS.Signals): void
}

/** Starts PostgreSQL's main process, tied to this process by a keeper. It is not ready yet when this returns. */
export function startPostmaster(plan: Plan): Postmaster {
  const { user } = plan
  const logStart = turnLog(plan.logFile)
  const log = openSync(plan.logFile, 'a', 0o600)
  const child = spawn(plan.postgres, plan.arguments, {
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    cwd: '/',
    env: processEnvironment(),
    stdio: ['ignore', log, log],
    // Its own process group: Ctrl-C in the terminal must not end it under the requests in flight.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  closeSync(log)
  const keeper = child.pid
    ? keep({ pid: child.pid, cluster: plan.cluster, pgCtl: plan.pgCtl, user })
    : undefined

  const ended = new Promise<{ how: string; words: string }>((resolve) => {
    child.once('error', (failure) => resolve({ how: failure.message, words: failure.message }))
    child.once('exit', (code, signal) => {
      keeper?.release()
      resolve({ how: signal ?? `exit code ${code}`, words: logSince(plan.logFile, logStart) })
    })
  })
  return {
    pid: child.pid,
    keeperPid: () => keeper?.pid,
    ended,
    signal: (signal) => void child.kill(signal),
  }
}

/** Puts a long log aside as `<name>.1` and returns the length of what stays. */
function turnLog(logFile: string): number {
  if (!existsSync(logFile)) return 0
  const { size } = statSync(logFile)
  if (size < LARGEST_LOG) return size
  renameSync(logFile, `${logFile}.1`)
  return 0
}

function logSince(logFile: string, start: number): string {
  return existsSync(logFile) ? readFileSync(logFile).subarray(start).toString('utf8') : ''
}
