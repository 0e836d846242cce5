/** Which bytes of an answer are asked for: all, a stretch (both ends included), or none that there are. */
export type ByteRange = 'all' | 'beyond' | { from: number; to: number }

const ONE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/

/**
 * Reads a Range header for a body of that many bytes. Several ranges at once, other units and what cannot be read are
 * answered with all of it, as the standard allows.
 */
export function readRange(header: string | undefined, size: number): ByteRange {
  const [whole, first, last, ending] = ONE.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (whole === undefined) return 'all'
  if (ending !== undefined) {
    const length = Math.min(Number(ending), size)
    return length === 0 ? 'beyond' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last ? Math.min(Number(last), size - 1) : size - 1
  if (last && Number(last) < from) return 'all'
  return from >= size ? 'beyond' : { from, to }
}
