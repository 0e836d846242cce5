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
  /** Whether one of them is so full that nothing more is taken. */
  isFull(): boolean
  /** Looks now. */
  look(): Promise<void>
}

const MEGABYTE = 1024 * 1024
// What is kept free at the end is what the database needs to work off what it has, and to come to rest.
const usualLimits: DiskLimits = { lowShare: 0.1, fullBytes: 128 * MEGABYTE, fullShare: 0.1 }
// Where the state goes to and fro at the limit, everybody would hear now this and now that.
const ROOM_AGAIN = 1.1

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
    { lowShare, fullBytes, fullShare }: DiskLimits,
    before: SeenDisk['state'] | undefined,
  ): SeenDisk['state'] {
    const reserve = Math.min(fullBytes, total * fullShare)
    if (free < reserve * (before === 'full' ? ROOM_AGAIN : 1)) return 'full'
    return free < total * lowShare ? 'low' : 'ok'
  }

  return {
    disks: () => seen,
    isFull: () => seen.some(({ state }) => state === 'full'),
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
