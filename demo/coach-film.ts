import { copyFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type FilmName, filmAddress } from '#contract/film-address.ts'
import { filmFolder } from '#server/films/film-folder.ts'
import { insertFilm } from '#server/films/store.ts'
import type { Database } from '#server/platform/database.ts'

// What is under an address never changes: other bytes need another number.
const NUMBER = 1
/** The name of the film at a place: the training is at 0, the portal's videos follow. */
const filmAt = (place: number): FilmName => ({
  id: `c0ac4f11${String(place).padStart(8, '0')}${String(NUMBER).padStart(16, '0')}`,
  form: 'mp4',
})
const source = fileURLToPath(new URL('coach-film.mp4', import.meta.url))

/** How long the demo's training is, in seconds. */
export const VIDEO_SECONDS = 930

/** Where the invented coach's training plays. */
export const coachFilm = filmAddress(filmAt(0))

/** Where the portal's videos play, counted from 1: what members have done is kept by film, so each has its own. */
export const portalFilm = (place: number): string => filmAddress(filmAt(place))

/** Its chapters as the coach would type them. */
export const coachChapters = [
  '0:00 What you will have',
  '2:50 The sentence',
  '5:50 Watch me build one',
  '9:50 When it breaks',
  '11:55 The Friday Build',
  '14:15 The next step',
].join('\n')

/**
 * Stores the invented coach's training and the portal's videos as uploaded films are stored; bin/draw-films.mjs draws the
 * one that stands for all.
 */
export async function storeCoachFilms(
  database: Database,
  mediaDir: string,
  { portalVideos, at }: { portalVideos: number; at: Date },
): Promise<void> {
  const folder = filmFolder(mediaDir)
  await folder.prepare()
  const bytes = (await stat(source)).size
  for (let place = 0; place <= portalVideos; place++) {
    const film = filmAt(place)
    const file = `${film.id}.${film.form}`
    await copyFile(source, folder.film(file))
    const name = place === 0 ? 'free-training-final.mp4' : `portal-video-${place}.mp4`
    await insertFilm(database, {
      ...film,
      ...{ name, bytes, parts: [{ file, from: 0, to: bytes }] },
      ...{ seconds: VIDEO_SECONDS, width: 1280, height: 720, note: '', created_at: at },
    })
  }
}
