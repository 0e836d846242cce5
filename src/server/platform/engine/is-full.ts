import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const SIGNS = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/
// PostgreSQL's log grows by files of 16 MB, and coming back needs a few of them.
const NEEDED_BYTES = 64 * 1024 * 1024
const LOOK_EVERY_MS = 500
const LONGEST_MS = 10_000

/** Whether PostgreSQL ended because its disk is full: it says so, or is silent because its own log found no room either. */
export async function isFull(words: string, folder: string): Promise<boolean> {
  return SIGNS.test(words) || !(await hasRoom(folder))
}

/** Waits until a folder's disk has room again, ten seconds at most: a quota can be over without the disk telling. */
export async function untilRoom(folder: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + LONGEST_MS
  do await pause(LOOK_EVERY_MS, undefined, { signal })
  while (Date.now() < deadline && !(await hasRoom(folder)))
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize, blocks } = await statfs(folder)
    return bavail * bsize >= Math.min(NEEDED_BYTES, blocks * bsize * 0.1)
  } catch {
    return true
  }
}
