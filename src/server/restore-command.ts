import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ClientConfig } from 'pg'
import { BackupProblem } from './backup/backup-problem.ts'
import { checkBackup } from './backup/check-backup.ts'
import { clearDrafts } from './backup/clear-drafts.ts'
import { openBackup } from './backup/kept-films.ts'
import { migrationsOf } from './backup/load-backup.ts'
import { makeBackup } from './backup/make-backup.ts'
import { nameBackup } from './backup/name-backup.ts'
import { lookAtTarget, restoreBackup } from './backup/restore-backup.ts'
import { dropSafetyCopies } from './backup/safety-copies.ts'
import { openForBackup, passphraseOf, presentSecret } from './backup-installation.ts'
import { readWords } from './command-words.ts'
import { type Config, readConfig } from './config.ts'
import { filmFolder } from './films/film-folder.ts'
import { startEngine } from './platform/engine/start-engine.ts'
import { keepSecret } from './read-secret.ts'
import { tellFailure } from './tell-failure.ts'

/**
 * `npm run restore -- FILE`: puts a backup in place of what is there, whole or not at all, after a safety copy. The
 * product has to be stopped.
 */
async function main(): Promise<void> {
  const usage = 'npm run restore -- FILE'
  const { word: file } = readWords(usage, { options: {}, most: 1 })
  if (!file) throw new BackupProblem(`Which file? ${usage}`)
  const path = resolve(file)
  const config = readConfig(process.env)
  const passphrase = await passphraseOf(config, path)
  const open = () => openBackup(path, passphrase)
  const { start, secret } = await checkBackup(open())
  migrationsOf(start)
  console.log(`The backup of ${start.madeAt} is whole.`)
  const { connection, close } = await openTarget(config)
  try {
    if ((await lookAtTarget(connection)) === 'ours') await keepSafetyCopy(config, passphrase, secret)
    const manifest = await underSecret(config, secret, (own) =>
      restoreBackup({ connection, filmsPath: filmFolder(config.mediaDir).filmsPath, secret: own }, open),
    )
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Restored ${rows} rows of ${manifest.tables.length} tables and ${manifest.films.length} video files.`,
    )
    console.log('Start the product again: npm start')
  } finally {
    await close()
  }
}

async function openTarget(config: Config): Promise<{ connection: ClientConfig; close(): Promise<void> }> {
  if (config.databaseUrl)
    return { connection: { connectionString: config.databaseDirectUrl }, close: async () => {} }
  const engine = await startEngine({ dataDir: config.dataDir, say: (line) => console.log(line) })
  return { connection: engine.connection, close: () => engine.stop() }
}

async function keepSafetyCopy(config: Config, passphrase: string, fromBackup: string): Promise<void> {
  // A new machine before the database of the one that is gone has no secret yet: the backup knows it.
  const { source, close } = await openForBackup(config, () => {}, fromBackup)
  const folder = resolve(config.backupDir)
  const file = nameBackup('before-restore', new Date(), source.secret)
  const path = join(folder, file)
  try {
    // Those half-written by an earlier restore go first: they may take the room that this one needs.
    await clearDrafts(folder)
    await makeBackup(source, path, passphrase)
    await dropSafetyCopies(folder, source.secret, file)
  } finally {
    await close()
  }
  console.log(`What was here until now is kept, encrypted like the backup, in ${path}`)
}

/**
 * Runs a restore under the secret of the installation there. A machine that has none yet takes over the backup's, so
 * that links in mails, cookies and sign-ins go on working.
 */
async function underSecret<T>(
  config: Config,
  fromBackup: string,
  run: (secret: string) => Promise<T>,
): Promise<T> {
  const own = await presentSecret(config)
  if (own) return run(own)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const taken = await keepSecret(config.dataDir, fromBackup)
  try {
    return await run(taken)
  } catch (error) {
    if (taken === fromBackup) rmSync(join(config.dataDir, 'secret'), { force: true })
    throw error
  }
}

main().catch((error: unknown) => {
  tellFailure(error)
  process.exit(1)
})
