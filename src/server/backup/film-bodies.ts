import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ClientBase } from 'pg'
import { BackupProblem } from './backup-problem.ts'

/** The names of the files that the stored films are made of. */
export async function readFilmFiles(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.films') is not null as is_there`,
  )
  if (!found[0]?.is_there) return []
  const { rows } = await client.query<{ file: string }>(
    `select distinct part ->> 'file' as file from public.films, jsonb_array_elements(parts) as part order by 1`,
  )
  return rows.map(({ file }) => file)
}

/** The size of a film's file; undefined where the folder does not have it. */
export async function sizeOfFilm(path: string): Promise<number | undefined> {
  const found = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  return found?.size
}

/** Bytes and SHA-256 of what passes through. */
export function filmDigest() {
  const sum = createHash('sha256')
  let bytes = 0
  return {
    add(part: Buffer) {
      sum.update(part)
      bytes += part.length
    },
    sum: () => ({ bytes, sha256: sum.digest('hex') }),
  }
}

/** Reads a film of a known size; one that changes meanwhile ends the backup. */
export async function* readFilm(
  path: string,
  size: number,
  digest: ReturnType<typeof filmDigest>,
): AsyncGenerator<Buffer> {
  let read = 0
  for await (const part of createReadStream(path, { highWaterMark: 262_144 })) {
    read += part.length
    digest.add(part)
    yield part
  }
  if (read !== size) throw new BackupProblem('A video changed while it was read: make the backup again.')
}
