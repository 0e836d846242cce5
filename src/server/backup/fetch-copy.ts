import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ObjectStorage } from '#server/integrations/object-storage.ts'
import { explainedWrite } from './backup-file.ts'
import { BackupProblem } from './backup-problem.ts'
import { type KeptCopy, type Proved, readProved } from './copy-index.ts'

const TOUCH_MS = 60_000

/** How many bytes a copy takes with its films. */
export async function sizeOfCopy(storage: ObjectStorage, copy: KeptCopy): Promise<number> {
  const sizes = new Map((await storage.list()).map(({ key, bytes }) => [key, bytes]))
  return sizeAmong(sizes, copy)
}

/** The same, among the sizes of all objects. */
export const sizeAmong = (sizes: ReadonlyMap<string, number>, { bytes, films }: KeptCopy): number =>
  films.reduce((sum, film) => sum + (sizes.get(`films/${film}`) ?? 0), bytes)

/**
 * Brings a copy from the second place into a file, its films into `films` beside it, and holds each against what was
 * sent. The file has its name only once all of it and every film are there: a fetch that is cut leaves no half backup.
 * Fails with a `BackupProblem` where anything of it is missing or other than that, or cannot be written there.
 */
export async function fetchCopy(storage: ObjectStorage, copy: KeptCopy, path: string): Promise<void> {
  try {
    await fetchInto(storage, copy, path)
  } catch (error) {
    throw explainedWrite(error, dirname(path))
  }
}

async function fetchInto(storage: ObjectStorage, copy: KeptCopy, path: string): Promise<void> {
  const films = join(dirname(path), 'films')
  if (copy.films.length > 0) await mkdir(films, { recursive: true, mode: 0o700 })
  const draft = draftOf(path)
  await fetchDraft(storage, copy.file, copy, draft)
  // Films may take hours, and a draft that nobody writes to is taken for one that was left.
  const touching = setInterval(() => void utimes(draft, new Date(), new Date()).catch(() => {}), TOUCH_MS)
  try {
    for (const film of copy.films) {
      const key = `films/${film}`
      const proved = await readProved(storage, key)
      if (!proved) throw new BackupProblem(`A video of this backup is missing in the second place (${key}).`)
      const filmPath = join(films, film)
      await fetchDraft(storage, key, proved, draftOf(filmPath))
      await rename(draftOf(filmPath), filmPath)
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    clearInterval(touching)
  }
}

const draftOf = (path: string): string => `${path}.part`

async function fetchDraft(storage: ObjectStorage, key: string, sent: Proved, draft: string): Promise<void> {
  const sum = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const part of storage.read(key)) {
      sum.update(part)
      bytes += part.length
      yield part
    }
  }
  try {
    await pipeline(Readable.from(counted()), createWriteStream(draft, { mode: 0o600, flush: true }))
    if (bytes !== sent.bytes || sum.digest('hex') !== sent.sha256)
      throw new BackupProblem(`What came from the second place is not what was sent there (${key}).`)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
