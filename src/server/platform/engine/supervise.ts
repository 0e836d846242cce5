import { setTimeout as pause } from 'node:timers/promises'
import { endLeftovers } from './end-leftovers.ts'
import { isFull, untilRoom } from './is-full.ts'
import { type Plan, type Postmaster, startPostmaster } from './postmaster.ts'

const PAUSES_MS = [100, 300, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 30_000, 30_000, 60_000, 60_000]
const STEADY_MS = 60_000
const FAST_MS = 8_000
const IMMEDIATE_MS = 2_000

/** A PostgreSQL that is started again when it dies, on the same address, until it is stopped. */
export type Supervised = {
  postmasterPid(): number | undefined
  keeperPid(): number | undefined
  stop(): Promise<void>
  /** Resolves only when PostgreSQL died so often that no more restart is tried; never after `stop`. */
  exited: Promise<{ reason: string }>
}

/**
 * Watches over a running PostgreSQL: starts it again after growing pauses (0.1 s to 60 s, about four minutes in
 * all), so that connection pools come back by themselves. A minute of steady work starts the count anew. On a full disk
 * it waits for room, however long that takes.
 */
export function supervise(plan: Plan, first: Postmaster, say: (line: string) => void): Supervised {
  let current = first
  let stopping = false
  const stopped = new AbortController()

  const exited = new Promise<{ reason: string }>((resolve) => {
    void watch().then((reason) => reason && resolve({ reason }))
  })

  async function watch(): Promise<string | undefined> {
    let wasFull = false
    for (let failures = 0; ; failures += 1) {
      const started = Date.now()
      const { how, words } = await current.ended
      if (stopping) return undefined
      if (await isFull(words, plan.cluster)) {
        if (!wasFull)
          say('The database stopped because its disk is full; it is started again as soon as there is room.')
        wasFull = true
        failures = -1
        const reason = await startAgain(0)
        if (reason) return reason
        if (stopping) return undefined
        continue
      }
      if (wasFull) failures = 0
      wasFull = false
      if (Date.now() - started > STEADY_MS) failures = 0
      const wait = PAUSES_MS[failures]
      if (wait === undefined)
        return `The database ended ${failures + 1} times in a row (${how}); see ${plan.logFile}.`
      say(`The database ended unexpectedly (${how}); starting it again in ${wait / 1000} s.`)
      const reason = await startAgain(wait)
      if (reason) return reason
      if (stopping) return undefined
    }
  }

  /** Returns the reason why it cannot be started any more. A pause of 0 waits for room on the disk. */
  async function startAgain(wait: number): Promise<string | undefined> {
    for (;;) {
      try {
        if (wait === 0) await untilRoom(plan.cluster, stopped.signal)
        else await pause(wait, undefined, { signal: stopped.signal })
        await endLeftovers(plan.cluster, say)
        if (!stopping) current = startPostmaster(plan)
        return undefined
      } catch (failure) {
        if (stopping) return undefined
        const reason = failure instanceof Error ? failure.message : String(failure)
        if (!(await isFull(reason, plan.cluster))) return reason
        wait = 0
      }
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    stopped.abort()
    await endPostmaster(current)
  }

  return {
    postmasterPid: () => current.pid,
    keeperPid: () => current.keeperPid(),
    stop,
    exited,
  }
}

/** Ends PostgreSQL: a fast shutdown, after 8 s an immediate one, after 2 more the kernel's. */
export async function endPostmaster(postmaster: Postmaster): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', FAST_MS],
    ['SIGQUIT', IMMEDIATE_MS],
    ['SIGKILL', IMMEDIATE_MS],
  ]
  for (const [signal, patience] of steps) {
    postmaster.signal(signal)
    const timer = new AbortController()
    const late = pause(patience, 'late', { signal: timer.signal }).catch(() => 'cancelled')
    const outcome = await Promise.race([postmaster.ended, late])
    timer.abort()
    if (outcome !== 'late') return
  }
}
