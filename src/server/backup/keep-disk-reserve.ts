import { diskSpaceOf } from '#server/status/disk-space.ts'
import { type DiskLimits, reserveOf } from '#server/status/watch-disks.ts'
import { BackupProblem } from './backup-problem.ts'

const LOOK_EVERY_BYTES = 16 * 1024 * 1024
const LOOK_EVERY_MS = 250

/** What is kept free of a folder's disk while something is written there. */
export type DiskReserve = {
  folder: string
  /** From where on a disk is full; tests say so of any disk. */
  limits?: (() => DiskLimits) | undefined
  /** Visitors are served from the disk meanwhile: what would end at the limit itself would have them refused first. */
  whileServing: boolean
}

async function expectRoom({ folder, limits, whileServing }: DiskReserve): Promise<void> {
  const space = await diskSpaceOf(folder)
  if (space && space.free < reserveOf(space, limits?.()) * (whileServing ? 2 : 1))
    throw new BackupProblem(`The disk that holds ${folder} is too full for it.`)
}

/** Ends before the disk is so full that the database, which may be on the same one, could not go on. */
export async function* withDiskReserve(
  bytes: AsyncIterable<Buffer>,
  room: DiskReserve,
): AsyncGenerator<Buffer> {
  let since = LOOK_EVERY_BYTES
  for await (const part of bytes) {
    if (since >= LOOK_EVERY_BYTES) {
      since = 0
      await expectRoom(room)
    }
    since += part.length
    yield part
  }
}

/** Looks at a disk again and again, for work whose bytes do not pass through here; `onNone` ends the work. */
export function watchDiskReserve(room: DiskReserve, onNone: (problem: unknown) => void): { end(): void } {
  const timer = setInterval(() => {
    void expectRoom(room).catch((problem: unknown) => {
      clearInterval(timer)
      onNone(problem)
    })
  }, LOOK_EVERY_MS)
  return { end: () => clearInterval(timer) }
}
