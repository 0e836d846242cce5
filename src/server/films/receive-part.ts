import { rm } from 'node:fs/promises'
import { FIRST_BYTES, formOfStart } from '#contract/film-check.ts'
import { FilmProblem } from '#contract/film-facts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { appendPart, expectOffset, type TusPart } from '#server/platform/http/tus-uploads.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { arrivedOf, type FilmFolder, isDiskFull, noRoom } from './film-folder.ts'
import { whileHolding } from './hold-upload.ts'
import { deleteUploadRow, findUpload, touchUpload } from './store.ts'

/** What taking films in needs. */
export type ReceivingParts = { database: Database; folder: FilmFolder; clock: Clock }

const gone = () => new Refusal('not-found', 'There is no such upload. Choose the video again.')

/** Forgets an upload and what has arrived of it. */
export async function dropUpload({ database, folder }: ReceivingParts, id: string): Promise<void> {
  await rm(folder.upload(id), { force: true })
  await deleteUploadRow(database, id)
}

/** How much of an upload has arrived, once nobody is writing it. */
export async function readUpload(
  { database, folder }: ReceivingParts,
  id: string,
): Promise<{ name: string; bytes: number; arrived: number }> {
  if (!(await findUpload(database, id))) throw gone()
  return whileHolding(database, id, async () => {
    const upload = await findUpload(database, id)
    const arrived = upload && (await arrivedOf(folder, upload))
    if (!arrived) throw gone()
    return { name: upload.name, bytes: upload.bytes, arrived: arrived.size }
  })
}

/**
 * Adds what a request brings to an upload, straight to the disk, and says how much has arrived by then. What arrived
 * before a connection broke is kept. A file that is no film, or has no room, is refused with nothing left behind.
 */
export async function receivePart(parts: ReceivingParts, id: string, part: TusPart): Promise<number> {
  const { database, folder } = parts
  if (!(await findUpload(database, id))) throw gone()
  try {
    return await whileHolding(database, id, async (stopped) => {
      const upload = await findUpload(database, id)
      const arrived = upload && (await arrivedOf(folder, upload))
      if (!arrived) throw gone()
      expectOffset(part, arrived.size)
      try {
        return await append(arrived.path, part, upload.bytes, stopped)
      } finally {
        // Over a bad connection it arrives by parts that break, and stands still no more than any other.
        await touchUpload(database, id, parts.clock.now())
      }
    })
  } catch (error) {
    if (!(error instanceof FilmProblem) && !isDiskFull(error)) throw error
    await dropUpload(parts, id)
    if (error instanceof FilmProblem) throw new Refusal('wrong-type', error.message)
    throw noRoom(Math.max(0, await folder.room()))
  }
}

/** As `appendPart`, until another connection goes on with the upload. */
async function append(path: string, part: TusPart, bytes: number, stopped: AbortSignal): Promise<number> {
  const stop = () =>
    part.body.destroy(new Refusal('conflict', 'Another connection goes on with this upload.'))
  stopped.addEventListener('abort', stop, { once: true })
  try {
    return await appendPart(path, part, { bytes, startBytes: FIRST_BYTES, checkStart: formOfStart })
  } finally {
    stopped.removeEventListener('abort', stop)
  }
}
