import { mostWatchedSteps, trainingTimes } from '#contract/training-times.ts'

/** What of a video was really watched and has not been reported yet, in steps of five seconds. */
export type WatchedSteps = {
  /** Takes the player's time; `passed` is how many seconds went by since it was last asked. */
  sawTime(seconds: number, passed: number): void
  /** The steps to report now, as many as one report may bring, or none; they count as reported until `giveBack`. */
  take(atLeast: number): number[]
  /** Takes back steps whose report failed. */
  giveBack(steps: number[]): void
}

// Players offer up to double speed; whatever moves faster was a jump and was not watched.
const FASTEST = 2.5

/** Watched steps of one video on one page: a step is reported once, however often it is watched. */
export function watchedSteps(): WatchedSteps {
  const reported = new Set<number>()
  const waiting = new Set<number>()
  let before: number | undefined
  return {
    sawTime(seconds, passed) {
      const from = before
      before = seconds
      if (from === undefined || seconds <= from || seconds - from > passed * FASTEST) return
      const last = Math.floor(seconds / trainingTimes.watchStep)
      for (let step = Math.floor(from / trainingTimes.watchStep); step <= last; step += 1)
        if (!reported.has(step)) waiting.add(step)
    },
    take(atLeast) {
      if (waiting.size === 0 || waiting.size < atLeast) return []
      const steps = [...waiting].sort((a, b) => a - b).slice(0, mostWatchedSteps)
      for (const step of steps) {
        waiting.delete(step)
        reported.add(step)
      }
      return steps
    },
    giveBack(steps) {
      for (const step of steps) {
        reported.delete(step)
        waiting.add(step)
      }
    },
  }
}
