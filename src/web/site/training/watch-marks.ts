import { trainingTimes } from '#contract/training-times.ts'

/** The seconds of the video at which the page has something to report, and how far it has reported. */
export type WatchMarks = {
  /** Takes the seconds that rules wait for now; the pitch is always among them. */
  wait(seconds: unknown): void
  /** Whether a second that is waited for has just been reached; true once for each. */
  reach(videoSeconds: number): boolean
}

/** Marks of one page load; `reported` is the furthest second that this visit has reported before. */
export function watchMarks(reported: number): WatchMarks {
  let marks: number[] = [trainingTimes.pitchSeen]
  let furthest = reported
  return {
    wait(seconds) {
      const told = Array.isArray(seconds) ? seconds.filter((second) => Number.isFinite(second)) : []
      marks = [trainingTimes.pitchSeen, ...told]
    },
    reach(videoSeconds) {
      // A player that stands at its beginning has not been started.
      if (videoSeconds <= 0) return false
      const isDue = marks.some((second) => second > furthest && second <= videoSeconds)
      if (isDue) furthest = Math.floor(videoSeconds)
      return isDue
    },
  }
}
