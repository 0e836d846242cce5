import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type BackupSource, backupEntries } from '#server/backup/backup-entries.ts'
import { readSealedFile, writeSealedFile } from '#server/backup/backup-file.ts'
import { setBusyAddress } from '#server/calendar/busy-store.ts'
import { BUSY_ADDRESS } from '#server/calendar/read-busy-times.ts'
import { filmFolder } from '#server/films/film-folder.ts'
import { insertFilm } from '#server/films/store.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { placeOf } from '#server/vendor-settings/read-stored-settings.ts'
import { sealOf } from '#server/vendor-settings/seal.ts'
import { writeVendorSetting } from '#server/vendor-settings/store.ts'
import { productSecret, type RunningProduct } from './running-product.ts'

/** The passphrase of every backup under test. */
export const passphrase = 'a passphrase for tests'
/** A secret of a vendor that an installation under test holds. */
export const vendorSecret = 'the password of the mail server'

/** A folder that is gone after the test, with the databases of its installations that an engine under root keeps elsewhere. */
export function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-backup-'))
  onTestFinished(() => {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (basename(name) !== 'postgres-location') continue
      const place: { folder: string } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
      rmSync(place.folder, { recursive: true, force: true })
    }
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Opens a database for one piece of work. */
export async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const { database, close } = openDatabase({
    connection: { connectionString: url },
    maxConnections: 2,
    statementTimeoutMs: 30_000,
    onLostConnection: () => {},
  })
  try {
    return await work(database)
  } finally {
    await close()
  }
}

/** Gives an installation two sealed secrets and a film; returns the film's file. */
export const keepSecretsAndFilm = (product: Pick<RunningProduct, 'databaseUrl' | 'dataDir'>) =>
  withDatabase(product.databaseUrl, (database) => keepIn(database, product.dataDir))

async function keepIn(database: Database, dataDir: string) {
  const seal = sealOf(productSecret)
  const at = new Date('2026-11-20T10:00:00Z')
  await writeVendorSetting(database, {
    ...{ vendor: 'email', name: 'password', value: null, updated_at: at },
    sealed: seal.close(vendorSecret, placeOf('email', 'password')),
  })
  const address = seal.close('https://calendar.example/secret.ics', BUSY_ADDRESS).toString('base64url')
  await setBusyAddress(database, { sealed: address, host: 'calendar.example' }, at)
  const id = randomBytes(16).toString('hex')
  const name = `${id}.mp4`
  const bytes = randomBytes(300_000)
  const { filmsPath } = filmFolder(join(dataDir, 'media'))
  mkdirSync(filmsPath, { recursive: true })
  writeFileSync(join(filmsPath, name), bytes)
  await insertFilm(database, {
    ...{ id, form: 'mp4', name: 'A film', bytes: bytes.length, seconds: 3, width: 16, height: 9, note: '' },
    parts: [{ file: name, from: 0, to: bytes.length }],
    created_at: at,
  })
  return { name, bytes }
}

/** Where a product under test is backed up from. */
export const sourceOf = (databaseUrl: string, dataDir: string): BackupSource => ({
  connection: { connectionString: databaseUrl },
  filmsPath: filmFolder(join(dataDir, 'media')).filmsPath,
  secret: productSecret,
  product: '0.1.0',
  now: () => new Date(),
})

/** Backs up a database into a file of a folder. */
export async function backUp(databaseUrl: string, dataDir: string, folder: string): Promise<string> {
  const path = join(folder, 'backup.leadline')
  await writeSealedFile(path, passphrase, backupEntries(sourceOf(databaseUrl, dataDir)))
  return path
}

/** Opens a backup under test. */
export const opened =
  (path: string, words = passphrase) =>
  () =>
    readSealedFile(path, words)
