import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from './random.ts'

/** Lets a while pass between `least` and `most` milliseconds; rejects once the demo ends. */
export type Pace = (range: readonly [least: number, most: number]) => Promise<void>

/** The pace of everything that happens live. `hurry` makes it that many times as fast; tests have no time. */
export const createPace =
  (random: Random, signal: AbortSignal, hurry: number): Pace =>
  ([least, most]) =>
    pause(random.whole(Math.round(least), Math.round(most)) / hurry, undefined, { signal })
