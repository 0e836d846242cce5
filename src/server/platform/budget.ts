import type { Clock } from './clock.ts'

/** Something that may be done so often in this process; `take` is false once it was done too often. */
export type Budget = { take(): boolean }

/** Allows so many at once, and then so many a second. */
export function createBudget(
  clock: Clock,
  { atOnce, perSecond }: { atOnce: number; perSecond: number },
): Budget {
  let left = atOnce
  let at = clock.now().getTime()
  return {
    take() {
      const now = clock.now().getTime()
      left = Math.min(atOnce, left + (Math.max(0, now - at) / 1000) * perSecond)
      at = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}
