import { BackupProblem } from './backup-problem.ts'
import { counted } from './copy-tables.ts'
import { filmDigest } from './film-bodies.ts'
import { type BackupManifest, type BackupStart, readEntries, type TableSum } from './records.ts'
import { rowDigest } from './row-digest.ts'

/** What a whole backup says of itself. */
export type CheckedBackup = { start: BackupStart; manifest: BackupManifest; secret: string }

/**
 * Reads a backup from its first byte to its last, changes nothing, and holds every table and film against the manifest.
 * Fails with a `BackupProblem` where anything is missing or other than it says.
 */
export async function checkBackup(bytes: AsyncIterable<Buffer>): Promise<CheckedBackup> {
  let start: BackupStart | undefined
  let manifest: BackupManifest | undefined
  let secret = ''
  const tables: TableSum[] = []
  const films: BackupManifest['films'] = []
  for await (const { entry, body } of readEntries(bytes)) {
    if (manifest) throw differs('something behind its end')
    if (entry.is === 'start') start = entry
    if (entry.is === 'manifest') manifest = entry
    if (entry.is === 'secret') secret = entry.secret
    if (entry.is === 'table') {
      const digest = rowDigest()
      for await (const _ of counted(body, digest));
      tables.push({ schema: entry.schema, name: entry.name, ...digest.sum() })
    }
    if (entry.is === 'film') {
      const digest = filmDigest()
      for await (const part of body) digest.add(part)
      films.push({ name: entry.name, ...digest.sum() })
    }
  }
  if (!start || !manifest) throw differs('its manifest')
  const different = differencesOf(manifest.tables, tables)[0]
  if (different) throw differs(`the table ${different.name}`)
  const film = manifest.films.find(
    ({ name, sha256 }) => !films.some((one) => one.name === name && one.sha256 === sha256),
  )
  if (film || films.length !== manifest.films.length) throw differs('a film')
  return { start, manifest, secret }
}

/** The tables whose rows are not those of the other list, or that only one of them has. */
export function differencesOf(expected: TableSum[], found: TableSum[]): TableSum[] {
  const keyOf = ({ schema, name, rows, sha256 }: TableSum) => `${schema}.${name} ${rows} ${sha256}`
  const [known, seen] = [new Set(expected.map(keyOf)), new Set(found.map(keyOf))]
  return [
    ...expected.filter((one) => !seen.has(keyOf(one))),
    ...found.filter(
      (one) =>
        !known.has(keyOf(one)) &&
        !expected.some(({ schema, name }) => schema === one.schema && name === one.name),
    ),
  ]
}

const differs = (what: string) =>
  new BackupProblem(
    `The backup is not what it says of itself (${what} differs): it cannot be used. Nothing was changed.`,
  )
