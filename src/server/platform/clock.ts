/** Tells the time. The running product uses the machine's; tests set their own. */
export type Clock = { now(): Date }

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date() }

/** How far ahead a note may be dated: the clocks of two processes may be apart. */
export const AHEAD_MS = 3_600_000

/** The latest time that may be noted at a time: what is dated later was noted while a clock was wrong, and says nothing. */
export const latestNoted = (at: Date): Date => new Date(at.getTime() + AHEAD_MS)
