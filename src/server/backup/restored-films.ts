import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HALF } from '#server/films/sweep-films.ts'

/** The films of one restore, which have no names of their own before everything else is in place. */
export type RestoredFilms = {
  take(name: string, body: AsyncGenerator<Buffer>): Promise<void>
  /** Gives all of them their names. */
  settle(): Promise<void>
  /** Takes away what has no name yet. */
  discard(): Promise<void>
}

/**
 * Writes films into a folder as drafts, which the sweep takes away where a process that was killed leaves them: whole films
 * that no database knows would stay for ever.
 */
export function restoredFilms(folder: string): RestoredFilms {
  const drafts = new Set<string>()
  const settleOne = async (name: string) => {
    await rename(join(folder, `${name}${HALF}`), join(folder, name))
    drafts.delete(name)
  }
  return {
    async take(name, body) {
      await mkdir(folder, { recursive: true })
      drafts.add(name)
      await pipeline(Readable.from(body), createWriteStream(join(folder, `${name}${HALF}`), { flush: true }))
      // Names are used once, so one that is there is the same film: two of each at a time would need twice the room.
      if (existsSync(join(folder, name))) await settleOne(name)
    },
    async settle() {
      for (const name of drafts) await settleOne(name)
    },
    async discard() {
      for (const name of drafts) await rm(join(folder, `${name}${HALF}`), { force: true })
      drafts.clear()
    },
  }
}
