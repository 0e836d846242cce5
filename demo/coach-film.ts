import { copyFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { filmAddress } from '#contract/film-address.ts'
import { filmFolder } from '#server/films/film-folder.ts'
import { insertFilm } from '#server/films/store.ts'
import type { Database } from '#server/platform/database.ts'

// What is under an address never changes: other bytes need another id.
const film = { id: 'c0ac4f11000000000000000000000001', form: 'mp4' } as const
const source = fileURLToPath(new URL('coach-film.mp4', import.meta.url))

/** How long the demo's training is, in seconds. */
export const VIDEO_SECONDS = 930

/** Where the invented coach's training plays. */
export const coachFilm = filmAddress(film)

/** Its chapters as the coach would type them. */
export const coachChapters = [
  '0:00 What you will have',
  '2:50 The sentence',
  '5:50 Watch me build one',
  '9:50 When it breaks',
  '11:55 The Friday Build',
  '14:15 The next step',
].join('\n')

/** Stores the invented coach's training as an uploaded film is stored; bin/draw-films.mjs draws it. */
export async function storeCoachFilm(database: Database, mediaDir: string, at: Date): Promise<void> {
  const folder = filmFolder(mediaDir)
  await folder.prepare()
  const file = `${film.id}.${film.form}`
  await copyFile(source, folder.film(file))
  const bytes = (await stat(source)).size
  await insertFilm(database, {
    ...film,
    ...{ name: 'free-training-final.mp4', bytes, parts: [{ file, from: 0, to: bytes }] },
    ...{ seconds: VIDEO_SECONDS, width: 1280, height: 720, note: '', created_at: at },
  })
}
