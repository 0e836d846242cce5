import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import type { ClientConfig } from 'pg'
import { readPassphrase } from './ask-passphrase.ts'
import type { BackupSource } from './backup/backup-entries.ts'
import { BackupProblem } from './backup/backup-problem.ts'
import { connectOnce } from './backup/one-connection.ts'
import { openingPassphrase, ownPassphrase } from './backup/own-passphrase.ts'
import type { Config } from './config.ts'
import { hasDatabase, ofAnotherUser } from './expect-installation.ts'
import { filmFolder } from './films/film-folder.ts'
import { isSecretOf } from './owner/claim-installation.ts'
import { findRunningEngine } from './platform/engine/running-engine.ts'
import { startEngine } from './platform/engine/start-engine.ts'
import { productVersion } from './product-version.ts'
import { keptSecret } from './read-secret.ts'

/** The secret of an installation as it is; undefined where there is none yet. Unlike a start it makes none. */
export async function presentSecret(config: Config): Promise<string | undefined> {
  if (config.secret) return config.secret
  return keptSecret(config.dataDir).catch((error: unknown) => {
    throw ofAnotherUser(error, config.dataDir) ?? error
  })
}

/**
 * What opens a backup: what the installation itself encrypts its copies with, or BACKUP_PASSPHRASE, or what is typed at
 * the terminal. Throws `BackupProblem` where there is no such file.
 */
export async function passphraseOf(config: Config, path: string): Promise<string> {
  // Nobody types a passphrase to hear then that the file is another one.
  if (!existsSync(path)) throw new BackupProblem(`There is no file ${path}.`)
  const secret = await presentSecret(config)
  const own = secret === undefined ? undefined : ownPassphrase(secret)
  return (await openingPassphrase(path, [own])) ?? readPassphrase(config.backupPassphrase, false)
}

/**
 * Opens what is to be backed up for a command: the product may be running or not, and goes on undisturbed. Where the
 * machine has no secret, `otherwise` may be the one of its database.
 */
export async function openForBackup(
  config: Config,
  say: (line: string) => void,
  otherwise?: string,
): Promise<{ source: BackupSource; close(): Promise<void> }> {
  const { connection, close } = await reach(config, say)
  try {
    const secret = (await presentSecret(config)) ?? otherwise
    await refuseOtherSecret(connection, secret)
    const { filmsPath } = filmFolder(config.mediaDir)
    const source = {
      connection,
      filmsPath,
      secret: secret ?? '',
      product: productVersion,
      now: () => new Date(),
    }
    return { source, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function reach(config: Config, say: (line: string) => void) {
  if (config.databaseUrl)
    return { connection: { connectionString: config.databaseDirectUrl }, close: async () => {} }
  if (!hasDatabase(config.dataDir))
    throw new BackupProblem(
      `There is nothing to back up in ${resolve(config.dataDir)}: set DATA_DIR to the product’s folder.`,
    )
  const running = await findRunningEngine(config.dataDir)
  if (running) return { connection: running, close: async () => {} }
  const engine = await startEngine({ dataDir: config.dataDir, say })
  return { connection: engine.connection, close: () => engine.stop() }
}

/** A backup made with another secret could be restored, and its vendors’ secrets never be read. */
async function refuseOtherSecret(connection: ClientConfig, secret: string | undefined): Promise<void> {
  const { database, end } = await connectOnce(connection)
  try {
    const { rows } = await sql<{ is_there: boolean }>`
      select to_regclass('public.installation') is not null as is_there`.execute(database)
    if (!rows[0]?.is_there || (await isSecretOf(database, secret))) return
    throw new BackupProblem(
      'SECRET is not the one of this database, so the secrets in the backup could never be read: set the SECRET, or the DATA_DIR, that the product runs with.',
    )
  } finally {
    await end()
  }
}
