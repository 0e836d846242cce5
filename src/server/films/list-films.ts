import type { ListedFilm } from '#contract/films-api.ts'
import { readDraft } from '#server/content/store.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { ReceivingParts } from './receive-part.ts'
import { deleteFilmRow, filmsInUse, findFilm, listFilmRows } from './store.ts'
import { asFilm, deleteFilmFiles } from './take-film.ts'

/** The newest of the uploaded films, newest first, and how many there are in all. */
export async function listFilms(database: Database): Promise<{ films: ListedFilm[]; total: number }> {
  const inUse = await filmsInUse(database)
  const { rows, total } = await listFilmRows(database)
  return { films: rows.map((row) => ({ ...asFilm(row), isUsed: inUse.has(row.id) })), total }
}

/** Deletes a film that neither the draft nor any version shows, so that every version can be restored whole. */
export async function deleteFilm(parts: ReceivingParts, id: string): Promise<void> {
  const film = await parts.database.transaction().execute(async (transaction) => {
    // Nobody may put it on a page while it is looked for.
    await readDraft(transaction, 'forUpdate')
    if ((await filmsInUse(transaction)).has(id))
      throw new Refusal('conflict', 'The draft, the site or an earlier version shows this video.')
    const found = await findFilm(transaction, id)
    if (!found || !(await deleteFilmRow(transaction, id)))
      throw new Refusal('not-found', 'There is no such video.')
    return found
  })
  // The film is gone, and files that cannot be taken away now are swept later.
  await deleteFilmFiles(parts, film).catch(() => {})
}
