import { rm } from 'node:fs/promises'
import { Refusal } from '#server/platform/refusal.ts'
import { arrivedOf, noRoom } from './film-folder.ts'
import type { ReceivingParts } from './receive-part.ts'
import { deleteIdleUpload, listUploads, redateUploads, type UploadRow } from './store.ts'
import { uploadsToEvict } from './uploads-to-evict.ts'

const IDLE_HOURS = 3

/**
 * Sees to it that an upload of so many bytes has a place and room on the disk: what nobody has gone on with for hours
 * makes way where it must. Otherwise it is refused, and nothing is given up.
 */
export async function reserveUpload(parts: ReceivingParts, bytes: number): Promise<void> {
  const { database, folder, clock } = parts
  const now = clock.now()
  const idleSince = new Date(now.getTime() - IDLE_HOURS * 3_600_000)
  await redateUploads(database, now)
  const open = await listUploads(database)
  const room = (await folder.room()) - (await stillToArrive(parts, open))
  const leaving = uploadsToEvict(open, { bytes, room, idleSince })
  if (leaving === 'no place') throw noPlace()
  if ('roomAtMost' in leaving) throw noRoom(leaving.roomAtMost)
  for (const { id } of leaving) {
    // Somebody goes on with it after all.
    if (!(await deleteIdleUpload(database, id, idleSince))) throw noPlace()
    await rm(folder.upload(id), { force: true })
  }
}

/** What other uploads will still need is spoken for. */
async function stillToArrive({ folder }: ReceivingParts, open: UploadRow[]): Promise<number> {
  const left = await Promise.all(
    open.map(async (other) => other.bytes - ((await arrivedOf(folder, other))?.size ?? 0)),
  )
  return left.reduce((sum, one) => sum + one, 0)
}

const noPlace = () =>
  new Refusal(
    'conflict',
    'Eight videos are uploading already, here or on other devices. Finish or cancel one, or wait: what stands still for three hours makes way by itself. Then choose this video again.',
  )
