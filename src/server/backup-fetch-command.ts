import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { BackupProblem } from './backup/backup-problem.ts'
import { readCopies } from './backup/copy-index.ts'
import { fetchCopy, sizeAmong } from './backup/fetch-copy.ts'
import { connectOnce } from './backup/one-connection.ts'
import { refuseMissingFolder } from './backup/refuse-missing-folder.ts'
import { currentSecondPlace } from './backup/second-place.ts'
import { openForBackup } from './backup-installation.ts'
import { readWords } from './command-words.ts'
import { type Config, readConfig } from './config.ts'
import { hasDatabase } from './expect-installation.ts'
import { VendorError } from './integrations/vendor-error.ts'
import { createS3Storage } from './integrations/vendors/s3/s3-storage.ts'
import { tellFailure } from './tell-failure.ts'
import { readStoredSettings } from './vendor-settings/read-stored-settings.ts'

/**
 * `npm run backup:fetch [-- NAME --out FILE]`: lists the backups in the second place, or brings one here with its films
 * beside it. The place is that of the environment, else the one that was entered in the installation's dashboard.
 */
async function main(): Promise<void> {
  const { values, word: name } = readWords('npm run backup:fetch [-- NAME --out FILE]', {
    ...{ options: { out: { type: 'string' } }, most: 1 },
  })
  const config = readConfig(process.env)
  const place = await placeOf(config)
  const storage = createS3Storage(place, { outside: undefined, signal: new AbortController().signal })
  const objects = await storage.list()
  const copies = await readCopies(storage, objects)
  if (name === undefined) {
    const sizes = new Map(objects.map(({ key, bytes }) => [key, bytes]))
    for (const copy of copies) console.log(`${copy.file}  ${sizeAmong(sizes, copy)} bytes`)
    console.log(
      copies.length > 0
        ? 'Bring one here with: npm run backup:fetch -- NAME --out FILE'
        : 'There is no whole backup in the second place.',
    )
    return
  }
  const copy = copies.find(({ file }) => file === name)
  if (!copy) throw new BackupProblem(`There is no whole backup ${name} in the second place.`)
  const path = resolve(values.out ?? name)
  refuseMissingFolder(path, config.backupDir)
  if (statSync(path, { throwIfNoEntry: false }))
    throw new BackupProblem(`There is a file ${path} already: choose another name.`)
  await fetchCopy(storage, copy, path)
  console.log(
    `Fetched ${path}${copy.films.length > 0 ? ', with its videos in the folder films beside it' : ''}.`,
  )
  console.log(`Restore it with: npm run restore -- "${path}"`)
}

async function placeOf(config: Config) {
  if (config.backupStorage) return config.backupStorage
  // A machine on which nothing is yet, as before a restore.
  if (!config.databaseUrl && !hasDatabase(config.dataDir)) throw noPlace()
  const { source, close } = await openForBackup(config, () => {})
  try {
    const { database, end } = await connectOnce(source.connection)
    try {
      const stored = await readStoredSettings(database, source.secret)
      const { place } = currentSecondPlace(undefined, { of: (vendor) => stored.get(vendor) })
      if (place) return place
    } finally {
      await end()
    }
  } finally {
    await close()
  }
  throw noPlace()
}

const noPlace = () =>
  new BackupProblem(
    'No second place is known here: set BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.',
  )

main().catch((error: unknown) => {
  tellFailure(error instanceof VendorError ? new BackupProblem(error.message) : error)
  process.exit(1)
})
