/** Seconds on a video page (docs/spec.md, 'Video pages'). */
export const trainingTimes = {
  /** The countdown; also the video time that unlocks the next step. */
  unlock: 855,
  /** The countdown card appears this long after the page has loaded. */
  cardAppears: 30,
  /** Video time at which the pitch counts as seen. */
  pitchSeen: 715,
  /** The player is first asked for its time after this long, then every `pollEvery`. */
  pollAfter: 5,
  pollEvery: 2,
  /** How many seconds one step of watching covers; a step counts once, however often it is watched. */
  watchStep: 5,
} as const

/** How many steps one report of watching may bring. */
export const mostWatchedSteps = 500
