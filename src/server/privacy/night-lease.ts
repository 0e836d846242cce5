import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { claimNight, endNight, holdNight } from './retention-store.ts'

const HOLD_MS = 60_000

/** Another process took the night's work on: this one was silent for too long. */
export class LostNight extends Error {}

/** The night's work as one process has taken it on, for as long as it says that it is at it. */
export type NightLease = {
  /** Throws `LostNight` where another process has it by now. */
  expectHeld(): Promise<void>
  /** Ends the work; where another process has it nothing is noted. */
  end(how: Parameters<typeof endNight>[2]): Promise<void>
  /** Says no more that this process is at it. */
  letGo(): void
}

/** Takes on a night's work and holds it; undefined where it is done, or another process is at it. */
export async function takeOnNight(
  parts: { database: Database; clock: Clock; onProblem(error: unknown): void },
  night: Date,
  begun: Date,
): Promise<NightLease | undefined> {
  const { database, clock } = parts
  let held = await claimNight(database, night, begun)
  if (!held) return undefined
  let last: Promise<void> = Promise.resolve()
  // One after the other: each names the lease by how long the one before has made it.
  const hold = () => {
    const mine = last.then(async () => {
      if (held) held = await holdNight(database, held, clock.now())
    })
    last = mine.catch(() => {})
    return mine
  }
  const timer = setInterval(() => void hold().catch(parts.onProblem), HOLD_MS)
  return {
    async expectHeld() {
      await hold()
      if (!held) throw new LostNight('another process took the work on')
    },
    async end(how) {
      clearInterval(timer)
      await last
      if (held) await endNight(database, held, how)
    },
    letGo: () => clearInterval(timer),
  }
}
