import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { ClientConfig } from 'pg'
import { BackupProblem } from '#server/backup/backup-problem.ts'
import { namesIn } from '#server/backup/kept-films.ts'
import { safetyCopiesIn, safetyCopyOf } from '#server/backup/safety-copies.ts'
import { refuseOtherSecret } from '#server/owner/claim-installation.ts'
import type { Database } from '#server/platform/database.ts'
import { DataProblem, migrate, type Step, standingOf, tellApplied } from '#server/platform/migrate.ts'
import type { DiskLimits } from '#server/status/watch-disks.ts'
import { backUpBefore } from './back-up-before.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { countRows, lossesOf } from './recount.ts'

/** What an installation needs to be upgraded with a way back. */
export type UpgradeOptions = {
  product: string
  backupDir: string
  /** The installation's secret; it may be made by asking. */
  secret(): Promise<string>
  /** The number of a schema that may be gone to without a backup. */
  withoutBackupTo: string | undefined
  /** A process of another secret changes nothing; a command that is to set a new one may. */
  isForAnySecret?: boolean
  /** What is kept free of a disk; tests say so of any disk. */
  diskLimits?: (() => DiskLimits) | undefined
}

const MOST_TRIES = 4

/**
 * Brings a database to the newest schema, whole or not at all. Data that is there is backed up first and counted again
 * afterwards, in the same transaction; of several processes one does it, and the others wait. Says what it does.
 */
export async function upgradeDatabase(
  database: Database,
  options: {
    connection: ClientConfig
    migrations: Record<string, Step>
    upgrading: UpgradeOptions
    now: Date
    say(line: string): void
  },
): Promise<void> {
  const { connection, migrations, upgrading, say } = options
  const known = Object.keys(migrations)
  const look = () => standingOf(database, known, (newest) => wayBackTo(newest, upgrading))
  if ((await look()).missing.length === 0) return
  await oneAtATime(connection, say, async () => {
    // Another process may have done it meanwhile.
    const { applied, missing } = await look()
    const fromSchema = applied.at(-1)
    if (missing.length === 0) return
    if (fromSchema === undefined) return tellApplied(await migrate(database, migrations), migrations, say)
    const upgrade = { fromVersion: await versionOf(database), fromSchema, toSchema: known.at(-1) ?? '' }
    say(`Database: its schema is ${fromSchema}, this version needs ${upgrade.toSchema}.`)
    const file = await keepWayBack(database, options, upgrade)
    const done = await migrateAndRecount(database, migrations, upgrading.product).catch((error: unknown) => {
      if (file === undefined || !(error instanceof DataProblem)) throw error
      throw new DataProblem(`${error.message} The backup made before it is ${file}.`, { cause: error })
    })
    tellApplied(done.applied, migrations, say)
    say(
      `Database: counted again after the upgrade: ${done.tables} tables with ${done.rows} rows, none is missing.`,
    )
  })
}

/** The file by which one gets back to a schema that an older version knows, where it is in this folder. */
async function wayBackTo(
  newestKnown: string,
  { backupDir, secret }: UpgradeOptions,
): Promise<string | undefined> {
  const number = newestKnown.slice(0, 4)
  // Without any, a secret would be made for nothing.
  if ((await namesIn(backupDir)).every((name) => !safetyCopyOf(name)?.upgrade)) return undefined
  const copy = (await safetyCopiesIn(backupDir, await secret())).find(
    ({ upgrade }) => upgrade !== null && upgrade.schema <= number,
  )
  return copy && join(resolve(backupDir), copy.file)
}

/** The version that started last; null where that was not noted yet. */
async function versionOf(database: Database): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`
    select to_jsonb(installation) ->> 'version' as version from installation where id = 1`.execute(database)
  return rows[0]?.version ?? null
}

async function keepWayBack(
  database: Database,
  { connection, upgrading, now, say }: Parameters<typeof upgradeDatabase>[1],
  upgrade: Parameters<typeof backUpBefore>[1],
): Promise<string | undefined> {
  const { product, backupDir, diskLimits } = upgrading
  const secret = await upgrading.secret()
  if (!upgrading.isForAnySecret) await refuseOtherSecret(database, secret)
  const number = upgrade.toSchema.slice(0, 4)
  if (upgrading.withoutBackupTo === number) {
    say(`Database: no backup is made before this upgrade, as UPGRADE_WITHOUT_BACKUP is ${number}.`)
    return undefined
  }
  try {
    const file = await backUpBefore({ connection, secret, product, backupDir, now, diskLimits }, upgrade)
    say(`Database: backed up before the upgrade, and read back whole: ${file}`)
    return file
  } catch (error) {
    throw new DataProblem(
      `The upgrade was not begun, because the backup before it failed: ${reasonOf(error)} Nothing was changed: start the version you had, or mend this; UPGRADE_WITHOUT_BACKUP=${number} goes on without a backup and without a way back.`,
      { cause: error },
    )
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof BackupProblem) return error.message.replace(' Nothing was changed.', '')
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
  return `it could not be made (${code}).`
}

/** Applies what is missing and counts every table before and after, as one moment that others' writes do not touch. */
async function migrateAndRecount(database: Database, migrations: Record<string, Step>, product: string) {
  for (let tries = 1; ; tries += 1) {
    const oneMoment = database.transaction().setIsolationLevel('repeatable read')
    try {
      return await oneMoment.execute(async (transaction) => {
        const before = await countRows(transaction)
        const applied = await migrate(transaction, migrations)
        const after = await countRows(transaction)
        const mayLose = applied.flatMap((name) => migrations[name]?.contracts ?? [])
        const [loss] = lossesOf(before, after, mayLose)
        if (loss !== undefined)
          throw new DataProblem(
            `The database could not be brought to this version: counted again, ${loss}. Nothing was changed: start the version you had, and report this.`,
          )
        await sql`update installation set version = ${product} where id = 1`.execute(transaction)
        const rows = [...before.keys()].reduce((sum, name) => sum + (after.get(name) ?? 0), 0)
        return { applied, tables: before.size, rows }
      })
    } catch (error) {
      if (tries === MOST_TRIES || !isOvertaken(error)) throw error
    }
  }
}

/** Whether a process that is not upgraded yet wrote what a step was about to change. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  (error.cause.code === '40001' || error.cause.code === '40P01')
