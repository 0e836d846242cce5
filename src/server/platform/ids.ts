import { randomFillSync } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Makes a new id: a UUID version 7. The ids of one maker sort in the order in which they were made. */
export type NewId = () => string

/** An id maker on the given clock; `random` gives as many random bytes as asked. */
export function idsOn(clock: Clock, random: (size: number) => Uint8Array = pooledRandom()): NewId {
  let last = 0
  let inMillisecond = 0
  return () => {
    const now = clock.now().getTime()
    // Rows of one transaction share their time, and their ids say which came first; a full millisecond borrows the next.
    const isFull = inMillisecond >= MOST_IN_A_MILLISECOND
    inMillisecond = now > last || isFull ? 0 : inMillisecond + 1
    last = now > last ? now : isFull ? last + 1 : last
    const bytes = Buffer.alloc(16)
    bytes.writeUIntBE(last, 0, 6)
    bytes.set(random(8), 8)
    bytes.writeUInt16BE(0x7000 | inMillisecond, 6)
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
    const hex = bytes.toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a text from outside has the form of an id. */
export const isId = (value: string): boolean => UUID.test(value)

const MOST_IN_A_MILLISECOND = 0xfff
const POOL_BYTES = 4096

/** Random bytes from a pool: a call of the system for each id is a large part of what answering costs. */
function pooledRandom(): (size: number) => Uint8Array {
  const pool = Buffer.alloc(POOL_BYTES)
  let used = POOL_BYTES
  return (size) => {
    if (used + size > POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    used += size
    return pool.subarray(used - size, used)
  }
}
