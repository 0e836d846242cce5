import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readSealedFile, writeSealedFile } from './backup-file.ts'
import { BackupProblem } from './backup-problem.ts'
import { filmDigest, readFilm, sizeOfFilm } from './film-bodies.ts'
import { type DiskReserve, withDiskReserve } from './keep-disk-reserve.ts'
import { bodyBytes, entryBytes, readEntries } from './records.ts'

/** Where films are kept once for all backups of a folder, each encrypted. */
const folderOf = (backups: string): string => join(backups, 'films')

/** The bytes of a backup's entries, with the films in them that are kept beside it. */
export async function* openBackup(path: string, passphrase: string): AsyncGenerator<Buffer> {
  for await (const { entry, body } of readEntries(readSealedFile(path, passphrase))) {
    if (entry.is === 'kept-film') {
      const kept = join(folderOf(dirname(path)), entry.file)
      if (!existsSync(kept))
        throw new BackupProblem(
          `A video of this backup is missing beside it (${kept}): bring that file back. Nothing was changed.`,
        )
      yield* entryBytes({ is: 'film', name: entry.name, bytes: entry.bytes })
      yield* bodyBytes(readSealedFile(kept, passphrase))
    } else {
      yield* entryBytes(entry)
      if (entry.is === 'table' || entry.is === 'film') yield* bodyBytes(body)
    }
  }
}

/**
 * Keeps a film beside the backups, encrypted, where it is not kept yet. One that was kept under another passphrase is
 * kept a second time, and under another name: older backups, here and where they were copied, need it as it is.
 */
export async function keepFilm(
  backups: string,
  { passphrase, secret, room }: { passphrase: string; secret: string; room?: DiskReserve },
  path: string,
): Promise<{ file: string; bytes: number; sha256: string }> {
  const size = await sizeOfFilm(path)
  if (size === undefined) throw new BackupProblem('A video was deleted meanwhile: make the backup again.')
  const digest = filmDigest()
  for await (const _ of readFilm(path, size, digest));
  const { sha256 } = digest.sum()
  const folder = folderOf(backups)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Until they had the passphrase in it, names were the sum of the bytes alone.
  for (let number = 0; existsSync(join(folder, `${sha256}-${number}`)); number += 1) {
    const file = `${sha256}-${number}`
    if (await opensWith(join(folder, file), passphrase)) return { file, bytes: size, sha256 }
  }
  // By the secret, as whoever knows the film could else try passphrases on its name, far faster than on what is in it.
  const name = createHmac('sha256', secret).update(`kept film ${sha256} ${passphrase}`).digest('hex')
  for (let number = 0; ; number += 1) {
    const file = `${name}-${number}`
    const kept = join(folder, file)
    if (!existsSync(kept)) {
      const film = readFilm(path, size, filmDigest())
      await writeSealedFile(kept, passphrase, room ? withDiskReserve(film, room) : film)
    }
    if (await opensWith(kept, passphrase)) return { file, bytes: size, sha256 }
  }
}

async function opensWith(path: string, passphrase: string): Promise<boolean> {
  const bytes = readSealedFile(path, passphrase)
  try {
    await bytes.next()
    return true
  } catch (error) {
    if (error instanceof BackupProblem) return false
    throw error
  } finally {
    await bytes.return(undefined)
  }
}

// Where one folder is named for backups and for media, the films that the site plays lie among them.
const isPlayed = (name: string): boolean => /^[0-9a-f]{32}\.(mp4|webm|index)$/.test(name)

/** Takes away the kept films that no backup needs any more. */
export async function dropKeptFilms(backups: string, needed: ReadonlySet<string>): Promise<void> {
  for (const name of await namesIn(folderOf(backups)))
    if (!needed.has(name) && !isPlayed(name)) await rm(join(folderOf(backups), name), { force: true })
}

/** How many bytes kept films take. */
export async function sizeOfKept(backups: string, files: readonly string[]): Promise<number> {
  const sizes = files.map(async (file) => (await stat(join(folderOf(backups), file))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** The names in a folder; none where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return existsSync(folder) ? await readdir(folder) : []
}
