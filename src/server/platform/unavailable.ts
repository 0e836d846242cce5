// Class 08 is connection trouble, 57P0x an engine that stops or starts, 53 out of resources, 25006 a server
// that takes no writes, which another took over from, 25P03 a transaction that waited too long (PostgreSQL, appendix A).
const UNAVAILABLE = /^(08|57P0|53|25006|25P03)/
// Class 28 is a password or a user that was changed, 3D000 a database that is gone, as while it is put back.
const REFUSED = /^(28|3D000)/
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
])

// What pg says of a connection without a code.
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout/

/** Whether an error says that the database cannot be reached or cannot take work now, so that trying again helps. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return REFUSED.test(code) || UNAVAILABLE.test(code) || NETWORK.has(code) || LOST.test(error.message)
}

/** Whether a database that is there lets us in no more: asking again at once helps nobody, and may lock the user out. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && REFUSED.test(String(error.code))

// Class 40 is a deadlock or a serialization failure, 55P03 a lock that was not to be had in time (PostgreSQL, appendix A).
const IN_THE_WAY = /^(40|55P03)/

/** Whether an error says that another transaction was in the way: the same again may succeed. */
export const isInTheWay = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && IN_THE_WAY.test(String(error.code))
