/** When this page was opened, in epoch milliseconds: what a page counts from, however late it comes to life. */
export const loadTime = Date.now()

const loadedAt = performance.now()

/** The time to count with, in epoch milliseconds: the clock's, which goes on while a phone sleeps; where it was put back, what has passed since the load. */
export const timeNow = (): number => Math.max(Date.now(), loadTime + performance.now() - loadedAt)
