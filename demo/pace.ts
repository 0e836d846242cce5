import { setTimeout as pause } from 'node:timers/promises'
import type { Dice } from './dice.ts'

/** Lets a while pass between `least` and `most` milliseconds; rejects once the demo ends. */
export type Pace = (range: readonly [least: number, most: number]) => Promise<void>

/** The pace of everything that happens live. `hurry` makes it that many times as fast; tests have no time. */
export const createPace =
  (dice: Dice, signal: AbortSignal, hurry: number): Pace =>
  ([least, most]) =>
    pause(dice.whole(Math.round(least), Math.round(most)) / hurry, undefined, { signal })
