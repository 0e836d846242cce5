import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { BackupProblem } from './backup-problem.ts'
import {
  quoted,
  readMigrations,
  readPartitions,
  readQueueVersion,
  readSequences,
  readTables,
} from './catalogue.ts'
import { copyOut, counted } from './copy-tables.ts'
import { filmDigest, readFilm, readFilmFiles, sizeOfFilm } from './film-bodies.ts'
import { connectOnce } from './one-connection.ts'
import { type BackupManifest, bodyBytes, entryBytes } from './records.ts'
import { rowDigest } from './row-digest.ts'

/** What a backup is made of. */
export type BackupSource = {
  connection: ClientConfig
  /** Where the files of films are. */
  filmsPath: string
  /** The installation's secret, by which sealed columns can be opened again. */
  secret: string
  /** The product's version. */
  product: string
  now(): Date
  /** Keeps a film beside the backups in place of a copy in each; returns its file there. */
  keepFilm?(path: string): Promise<{ file: string; bytes: number; sha256: string }>
  /** Films stay where they are and are no part of the backup. */
  leavesFilms?: boolean
}

/**
 * The entries of a backup, before they are compressed and encrypted: every table as it was in one moment, then the
 * films, the secret, and last the manifest, which `onManifest` is told, too.
 */
export async function* backupEntries(
  source: BackupSource,
  onManifest: (manifest: BackupManifest) => void = () => {},
): AsyncGenerator<Buffer> {
  const { client, end } = await connectOnce(source.connection)
  try {
    const inPartitions = new Set(
      (await readPartitions(client)).flatMap(({ schema, table }) =>
        schema === 'public' ? quoted(schema, table) : [],
      ),
    )
    await client.query('begin isolation level repeatable read read only')
    // A partition that is dropped is gone from every moment: what it holds is kept until it is read.
    if (inPartitions.size > 0)
      await client.query(`lock table ${[...inPartitions].join(', ')} in access share mode`)
    // The first statement after it is the moment.
    const migrations = await readMigrations(client)
    if (migrations.length === 0)
      throw new BackupProblem('There is nothing to back up: this database holds no data of this product.')
    const partitions = await readPartitions(client)
    const queueVersion = await readQueueVersion(client)
    const madeAt = source.now().toISOString()
    yield* entryBytes({ is: 'start', product: source.product, madeAt, migrations, queueVersion, partitions })
    const tables: BackupManifest['tables'] = []
    for (const table of await readTables(client)) {
      const digest = rowDigest()
      yield* entryBytes({ is: 'table', ...table })
      yield* bodyBytes(counted(copyOut(client, table), digest))
      tables.push({ schema: table.schema, name: table.name, ...digest.sum() })
    }
    const files = source.leavesFilms ? [] : await readFilmFiles(client)
    // Numbers are given out past the moment; a later one is never too early.
    const sequences = await readSequences(client)
    // Films never change, and reading them may take long: nothing is held in the database for it.
    await client.query('commit')
    const films: BackupManifest['films'] = []
    const missingFilms: string[] = []
    for (const name of files) {
      const path = join(source.filmsPath, name)
      const bytes = await sizeOfFilm(path)
      if (bytes === undefined) {
        missingFilms.push(name)
        continue
      }
      if (source.keepFilm) {
        const kept = await source.keepFilm(path)
        yield* entryBytes({ is: 'kept-film', name, ...kept })
        films.push({ name, bytes: kept.bytes, sha256: kept.sha256 })
        continue
      }
      const digest = filmDigest()
      yield* entryBytes({ is: 'film', name, bytes })
      yield* bodyBytes(readFilm(path, bytes, digest))
      films.push({ name, ...digest.sum() })
    }
    yield* entryBytes({ is: 'secret', secret: source.secret })
    const manifest: BackupManifest = {
      ...{ is: 'manifest', product: source.product, schema: migrations.at(-1) ?? '' },
      ...{ tables, films, missingFilms, sequences },
    }
    yield* entryBytes(manifest)
    onManifest(manifest)
  } finally {
    await end()
  }
}
