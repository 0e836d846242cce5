/** Tells the time. The running product uses the machine's; tests set their own. */
export type Clock = { now(): Date }

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date() }
