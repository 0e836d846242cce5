import { trainingTimes } from '#contract/training-times.ts'

/**
 * When the next step opens, in epoch milliseconds: 855 s from now, or earlier where an earlier visit already set
 * the clock running (docs/spec.md, 'Video pages'). A remembered time that lies further ahead is a changed clock and
 * counts for nothing.
 */
export function unlockTime(now: number, remembered: number | undefined): number {
  const fromNow = now + trainingTimes.unlock * 1000
  return remembered !== undefined && Number.isFinite(remembered) ? Math.min(remembered, fromNow) : fromNow
}

/** Whether the next step is open: by the clock, or because the video has been watched far enough. */
export const isUnlocked = (unlocksAt: number, now: number, videoSeconds: number): boolean =>
  now >= unlocksAt || videoSeconds >= trainingTimes.unlock

/** Whole seconds left on the countdown, never below 0. */
export const secondsLeft = (unlocksAt: number, now: number): number =>
  Math.max(0, Math.ceil((unlocksAt - now) / 1000))

/** Milliseconds until the countdown shows its next second, so that it changes on time and opens exactly at zero. */
export const untilNextSecond = (unlocksAt: number, now: number): number => {
  const intoSecond = (unlocksAt - now) % 1000
  return intoSecond > 0 ? intoSecond : intoSecond + 1000
}

/** Seconds as the countdown shows them: minutes, and seconds with a leading zero. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
