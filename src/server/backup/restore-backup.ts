import { setTimeout as pause } from 'node:timers/promises'
import type { Client, ClientConfig } from 'pg'
import { resealBusyAddress } from '#server/calendar/busy-store.ts'
import { BUSY_ADDRESS } from '#server/calendar/read-busy-times.ts'
import { noteOwner } from '#server/films/own-folder.ts'
import { allMigrations } from '#server/migrations/all-migrations.ts'
import { replaceSecret } from '#server/owner/claim-installation.ts'
import { forgetFirstPassword } from '#server/owner/store.ts'
import { POOLED, type Queryable } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { isLockTimeout } from '#server/platform/month-partitions.ts'
import { WAITING } from '#server/platform/pause-others.ts'
import { refuseUnfit } from '#server/platform/refuse-unfit.ts'
import { resealVendorSettings } from '#server/vendor-settings/reseal.ts'
import { sealOf } from '#server/vendor-settings/seal.ts'
import { BackupProblem } from './backup-problem.ts'
import { readMigrations } from './catalogue.ts'
import { loadBackup } from './load-backup.ts'
import { connectOnce, type OneConnection } from './one-connection.ts'
import type { BackupManifest } from './records.ts'
import { type RestoredFilms, restoredFilms } from './restored-films.ts'
import { forgetRunning } from './store.ts'

const LEAVING_MS = 3000

/** Where a backup goes to. */
export type RestoreTarget = {
  connection: ClientConfig
  filmsPath: string
  /** The secret of the installation there, under which secrets are sealed again. */
  secret: string
}

/** What a target holds before anything is restored into it. */
export type TargetState = 'empty' | 'ours'

/**
 * Looks what a database holds; refuses one that is in use, that holds somebody else's tables, or that is empty and cannot
 * hold ours. Whoever has just been stopped, or asked to make way, has some time to go.
 */
export async function lookAtTarget(connection: ClientConfig, leavingMs = LEAVING_MS): Promise<TargetState> {
  const { client, database, end } = await connectOnce(connection)
  try {
    const number = await otherConnections(client, leavingMs)
    if (number > 0)
      throw new BackupProblem(
        `The product, or another program, is using this database (${number} connections): stop it first. Nothing was changed.`,
      )
    if ((await readMigrations(client)).length > 0) return 'ours'
    const { rows: tables } = await client.query(
      `select from pg_tables where schemaname in ('public', 'jobs') limit 1`,
    )
    if (tables.length > 0)
      throw new BackupProblem(
        'This database holds tables of another program: restore into a database of its own. Nothing was changed.',
      )
    // As a start meets it: what is set here would hide a schema of the user's own.
    await client.query('reset all')
    await refuseUnfit(database, () => {})
    // A right that is missing is found here; in the middle of a restore, what comes after it hides it.
    await client.query('begin; create schema jobs; create table public.kysely_migration (); rollback')
    return 'empty'
  } finally {
    await end()
  }
}

/** How many others are connected; those of a product that has just been stopped take a moment to go. */
async function otherConnections(client: Client, leavingMs: number): Promise<number> {
  for (const deadline = Date.now() + leavingMs; ; await pause(100)) {
    const { rows } = await client.query<{ number: number }>(
      `
      select count(*)::integer as number from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usename = current_user
        and backend_type = 'client backend' and application_name <> $1
        -- A pooler keeps its sessions when those who used them have gone; who has not is connected directly, too.
        and not (state = 'idle' and starts_with(application_name, $2))`,
      [WAITING, POOLED],
    )
    const number = rows[0]?.number ?? 0
    if (number === 0 || Date.now() > deadline) return number
  }
}

/**
 * Puts a backup in place of what is there, whole or not at all: everything in one transaction, and films beside it, which
 * have their names just before it ends. Whatever ends it in between leaves what was there before. `carry` may look at what was there,
 * and put something of it into what was restored, in the same transaction.
 */
export async function restoreBackup(
  target: RestoreTarget,
  open: () => AsyncIterable<Buffer>,
  carry: (before: Queryable) => Promise<(restored: Queryable) => Promise<void>> = async () => async () => {},
): Promise<BackupManifest> {
  const one = await connectOnce(target.connection)
  const films = restoredFilms(target.filmsPath)
  try {
    const restored = await one.database.transaction().execute(async (transaction) => {
      const bring = await carry(transaction)
      const manifest = await replaceAll(one, transaction, { target, films }, open())
      await bring(transaction)
      await films.settle()
      return manifest
    })
    // Where it cannot be noted, no film is ever taken away for having none that knows it.
    await noteOwner(one.database, target.filmsPath).catch(() => {})
    return restored
  } catch (error) {
    // Why it failed is what is to be told.
    await films.discard().catch(() => {})
    if (isLockTimeout(error))
      throw new BackupProblem('The product is using this database: stop it first. Nothing was changed.')
    // Data that does not fit its own rules (PostgreSQL's documentation, appendix A).
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (/^2[23]/.test(code))
      throw new BackupProblem(
        `The backup holds rows that the database does not take (error ${code}): it cannot be restored. Nothing was changed.`,
      )
    throw error
  } finally {
    await one.end()
  }
}

async function replaceAll(
  one: OneConnection,
  transaction: Queryable,
  { target, films }: { target: RestoreTarget; films: RestoredFilms },
  bytes: AsyncIterable<Buffer>,
): Promise<BackupManifest> {
  // Whoever uses the database after all is found by its locks.
  await one.client.query(`set local lock_timeout = '10s'`)
  const { manifest, secret, differences } = await loadBackup(one, transaction, bytes, films.take)
  const [different] = differences
  if (different)
    throw new BackupProblem(
      `What was restored is not what was backed up (the table ${different.name} differs). Nothing was changed.`,
    )
  await migrate(transaction, allMigrations)
  // A nightly backup has its own beginning in it, and no end.
  await forgetRunning(transaction)
  if (secret !== target.secret) {
    const [from, to] = [sealOf(secret), sealOf(target.secret)]
    await resealVendorSettings(transaction, from, to)
    await resealBusyAddress(transaction, (sealed) => {
      const address = from.open(sealed, BUSY_ADDRESS)
      return address === null ? sealed : to.close(address, BUSY_ADDRESS)
    })
    // A generated password can be shown again only under the secret it was made from.
    await forgetFirstPassword(transaction)
  }
  await replaceSecret(transaction, target.secret)
  await one.client.query('analyze')
  return manifest
}
