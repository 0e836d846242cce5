import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/database.ts'
import { busy } from '#server/platform/refusal.ts'
import { holdUpload, keepHolding, releaseUpload } from './store.ts'

const HELD_SECONDS = 10
const LOOK_EVERY_MS = 250
const PATIENCE_MS = 15_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Does something with an upload that nobody else may write meanwhile, in whichever process. Who comes later is meant:
 * a browser that lost its connection sends on by another, so the earlier one is stopped by `stopped` and lets go.
 */
export async function whileHolding<Result>(
  database: Database,
  id: string,
  work: (stopped: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const holder = randomUUID()
  const triedUntil = Date.now() + PATIENCE_MS
  while (!(await holdUpload(database, id, holder, HELD_SECONDS))) {
    if (Date.now() > triedUntil) throw busy()
    await pause(LOOK_EVERY_MS)
  }
  const stopping = new AbortController()
  let looking: Promise<void> | undefined
  const look = async () => {
    const state = await keepHolding(database, id, holder, HELD_SECONDS)
    if (state !== 'mine') stopping.abort()
  }
  const timer = setInterval(() => {
    looking ??= look()
      // Without the database nobody can say whose it is.
      .catch(() => stopping.abort())
      .finally(() => {
        looking = undefined
      })
  }, LOOK_EVERY_MS)
  try {
    return await work(stopping.signal)
  } finally {
    clearInterval(timer)
    await looking
    await releaseUpload(database, id, holder)
  }
}
