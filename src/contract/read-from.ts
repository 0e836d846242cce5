/** Where a dashboard's answer was read: `replica` or `primary`; only where a replica is configured. */
export const readFromHeader = 'X-Read-From'

/** How many seconds old the state is that an answer from a replica shows. */
export const readAgeHeader = 'X-Read-Age'

const VISIBLE_MS = 5000

/** Whether numbers of that age are old enough to say so beside them; of unknown age they are. */
export const isVisiblyOld = (ageMs: number | null): boolean => ageMs === null || ageMs >= VISIBLE_MS
