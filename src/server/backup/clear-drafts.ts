import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from './kept-films.ts'

const DRAFT = /^(nightly|dashboard|by-hand|before-restore)-.*\.leadline\.part$/
const FILM_DRAFT = /^[0-9a-f]{64}-\d{1,4}\.part$/
/** Whoever has not written for so long has ended. */
export const SILENT_MS = 3_600_000

/**
 * Takes away what a command that was ended, or a process that was killed, had begun to write: at once what is known to have
 * `ended`, and of other files what nobody has written to for an hour. A command may be at work beside the product, and
 * another installation may keep its backups in the same folder.
 */
export async function clearDrafts(folder: string, ended: readonly string[] = []): Promise<void> {
  const known = new Set(ended.map((file) => `${file}.part`))
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    if (known.has(name) || (DRAFT.test(name) && (await isSilent(path, SILENT_MS))))
      await rm(path, { force: true })
  }
  await clearFilmDrafts(folder, SILENT_MS)
}

/** Takes away the halves of kept films to which nobody has written for longer than `forMs`. */
export async function clearFilmDrafts(folder: string, forMs: number): Promise<void> {
  const films = join(folder, 'films')
  for (const name of (await namesIn(films)).filter((one) => FILM_DRAFT.test(one)))
    if (await isSilent(join(films, name), forMs)) await rm(join(films, name), { force: true })
}

/** Whether a file is there to which nobody has written for longer than `forMs`. */
export const isSilent = (path: string, forMs: number): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > forMs,
    () => false,
  )
