import { type DiskSpace, diskSpaceOf } from './disk-space.ts'

/** What of ours lies on a disk. */
export type DiskPlace = 'data' | 'media' | 'database'

/** A disk as it was last seen. */
export type SeenDisk = DiskSpace & { place: DiskPlace; folder: string; state: 'ok' | 'low' | 'full' }

/** From where on a disk is called low, and full: in bytes, or on a small disk in a share of it. */
export type DiskLimits = { lowShare: number; fullBytes: number; fullShare: number }

/** Watches disks. */
export type DiskWatch = {
  /** The disks as they were last seen; those that cannot be asked are left out. */
  disks(): SeenDisk[]
  /** Whether one of them is so full that nothing more is taken; one that only videos lie on is full for videos alone. */
  isFull(): boolean
  /** Looks now. */
  look(): Promise<void>
}

const MEGABYTE = 1024 * 1024
// What is kept free at the end is what the database needs to work off what it has, and to come to rest.
const usualLimits: DiskLimits = { lowShare: 0.1, fullBytes: 128 * MEGABYTE, fullShare: 0.1 }
// Where the state goes to and fro at the limit, everybody would hear now this and now that.
const ROOM_AGAIN = 1.1

/** How much of a disk is kept free at its end. */
export function reserveOf({ total }: Pick<DiskSpace, 'total'>, limits = usualLimits): number {
  return Math.min(limits.fullBytes, total * limits.fullShare)
}

/**
 * Watches the disks that hold something of ours. A full one stays full until there is a tenth more room than where it
 * became so.
 */
export function watchDisks(
  places: Partial<Record<DiskPlace, string>>,
  limits: () => DiskLimits = () => usualLimits,
): DiskWatch {
  let seen: SeenDisk[] = []

  function stateOf(
    { free, total }: DiskSpace,
    limits: DiskLimits,
    before: SeenDisk['state'] | undefined,
  ): SeenDisk['state'] {
    if (free < reserveOf({ total }, limits) * (before === 'full' ? ROOM_AGAIN : 1)) return 'full'
    return free < total * limits.lowShare ? 'low' : 'ok'
  }

  return {
    disks: () => seen,
    isFull: () => seen.some(({ place, state }) => place !== 'media' && state === 'full'),
    async look() {
      const now: SeenDisk[] = []
      const held = limits()
      for (const [place, folder] of Object.entries(places) as [DiskPlace, string | undefined][]) {
        if (folder === undefined) continue
        const space = await diskSpaceOf(folder)
        const before = seen.find((disk) => disk.place === place)?.state
        if (space && space.total > 0)
          now.push({ place, folder, ...space, state: stateOf(space, held, before) })
      }
      seen = now
    },
  }
}
