import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The room on the disk that holds something of ours; `disk` tells two disks apart. */
export type DiskSpace = { free: number; total: number; disk: number }

/** Reads the room on a folder's disk, or on the nearest folder above that is there; undefined where none can be asked. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace | undefined> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize, disk: (await stat(folder)).dev }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const above = dirname(folder)
    return isMissing && above !== folder ? diskSpaceOf(above) : undefined
  }
}
