import { readFilmAddress } from '#contract/film-address.ts'
import type { Database } from '#server/platform/database.ts'
import { type FilmFolder, sizeOf } from './film-folder.ts'
import { findFilm } from './store.ts'

/** Those of some films' addresses that cannot play, as where the media folder was not brought along. */
export async function missingFilmFiles(
  database: Database,
  folder: FilmFolder,
  addresses: string[],
): Promise<string[]> {
  const looked = await Promise.all(
    [...new Set(addresses)].map(async (address) => {
      const name = readFilmAddress(address)
      const film = name && (await findFilm(database, name.id))
      const sizes = await Promise.all(
        (film?.parts ?? []).map(async ({ file, to }) => ((await sizeOf(folder.film(file))) ?? 0) >= to),
      )
      return film && sizes.every(Boolean) ? [] : [address]
    }),
  )
  return looked.flat()
}
