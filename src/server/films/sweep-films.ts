import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing, lastWritten } from './film-folder.ts'
import { isOwnFolder } from './own-folder.ts'
import type { ReceivingParts } from './receive-part.ts'
import { deleteIdleUpload, findFilm, findUpload, listUploads, redateUploads } from './store.ts'

/** How long an upload waits to be taken up again. */
export const UPLOAD_WAITS_MS = 3 * 24 * 3_600_000

/** How the name of a film's file ends while a restore writes it. */
export const HALF = '.restored'

/**
 * Removes uploads that nobody has gone on with for three days, and files that belong to no film and no upload, as a
 * process that was killed may leave them. Films from before `mayComeBack` stay: a copy that is kept may know them. So do
 * all films of a folder that is another database's.
 */
export async function sweepFilms(parts: ReceivingParts, mayComeBack: Date | undefined): Promise<void> {
  const { database, folder, clock } = parts
  const now = clock.now()
  const before = new Date(now.getTime() - UPLOAD_WAITS_MS)
  await redateUploads(database, now)
  for (const { id, touched_at } of await listUploads(database)) {
    if (touched_at >= before) break
    if (await deleteIdleUpload(database, id, before)) await rm(folder.upload(id), { force: true })
  }
  // Half a film, of a restore that was killed, is nobody's: whoever restores anew writes it anew.
  await sweepFolder(folder.filmsPath, before, async (name) => !name.endsWith(HALF))
  if (!(await isOwnFolder(database, folder.filmsPath))) return
  await sweepFolder(
    folder.uploadsPath,
    before,
    async (name) => (await findUpload(database, name)) !== undefined,
  )
  const isOfCopy = (mtime: Date) => mayComeBack !== undefined && mtime <= mayComeBack
  await sweepFolder(folder.filmsPath, before, async (name, mtime) => {
    if (isOfCopy(mtime)) return true
    const id = name.replace(/\..*$/, '')
    return (await findFilm(database, id)) !== undefined || (await findUpload(database, id)) !== undefined
  })
}

async function sweepFolder(
  path: string,
  before: Date,
  isWanted: (name: string, mtime: Date) => Promise<boolean>,
): Promise<void> {
  const names = await readdir(path).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const name of names) {
    // What else somebody keeps there is not ours to remove.
    if (!/^[0-9a-f]{32}(\.(mp4|webm|index)(\.restored)?)?$/.test(name)) continue
    const file = join(path, name)
    // Another process that sweeps may take it away meanwhile.
    const mtime = await lastWritten(file)
    if (mtime && mtime < before && !(await isWanted(name, mtime))) await rm(file, { force: true })
  }
}
