import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readSealedFile } from './backup-file.ts'
import { BackupProblem } from './backup-problem.ts'
import { bodyBytes, entryBytes, readEntries } from './records.ts'

/** Where films are kept once for all backups of a folder, each encrypted, by the SHA-256 of its bytes. */
export const keptFilm = (folder: string, sha256: string): string => join(folder, 'films', sha256)

/** The entries of a backup file, with the films in them that are kept beside it. */
export async function* openBackup(path: string, passphrase: string): AsyncGenerator<Buffer> {
  for await (const { entry, body } of readEntries(readSealedFile(path, passphrase))) {
    if (entry.is === 'kept-film') {
      const kept = keptFilm(dirname(path), entry.sha256)
      if (!existsSync(kept))
        throw new BackupProblem(
          `A film of this backup is missing beside it (${kept}): bring that file back. Nothing was changed.`,
        )
      yield* entryBytes({ is: 'film', name: entry.name, bytes: entry.bytes })
      yield* bodyBytes(readSealedFile(kept, passphrase))
    } else {
      yield* entryBytes(entry)
      if (entry.is === 'table' || entry.is === 'film') yield* bodyBytes(body)
    }
  }
}
