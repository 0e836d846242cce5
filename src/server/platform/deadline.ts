import { busy } from './refusal.ts'
import { isUnavailable } from './unavailable.ts'

/**
 * After how long a call that the database holds up is refused as busy, so that its answer comes within two seconds also from
 * a process that has much else to do.
 */
export const ANSWER_WITHIN_MS = 1600

/** Returns the work's result, or refuses with `busy` after `ms`; the work itself goes on and must be safe to repeat. */
export async function withinDeadline<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(busy()), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns a deadline for work that waits for others of its kind: `busy` once none of them has come to an end for
 * `quietMs`, and after `atMostMs` at the latest. A crowd is worth waiting for, a database that is gone is not.
 */
export function deadlineInTurns({ quietMs, atMostMs }: { quietMs: number; atMostMs: number }) {
  let movedAt = Number.NEGATIVE_INFINITY
  const moved = () => {
    movedAt = performance.now()
  }
  return async <T>(work: Promise<T>): Promise<T> => {
    const since = performance.now()
    work.then(moved, (error: unknown) => {
      if (!isUnavailable(error)) moved()
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      const look = () => {
        const leftMs = Math.min(since + atMostMs, Math.max(since, movedAt) + quietMs) - performance.now()
        if (leftMs <= 0) reject(busy())
        else timer = setTimeout(look, leftMs)
      }
      look()
    })
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
