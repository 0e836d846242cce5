import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { backupsApi } from '#contract/backups.ts'
import { readOwner } from '#server/owner/store.ts'
import { verifyPassword } from '#server/owner/verify-password.ts'
import { type Exchange, type OwnerGate, serve } from '#server/platform/http/serve.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CurrentVendorSettings } from '#server/vendor-settings/current-vendor-settings.ts'
import { arrivalPath, dropArrival, readArrival } from './arrival.ts'
import { BACKUP } from './current-passphrase.ts'
import { type BackupKeeper, couldProve } from './keep-backups.ts'
import type { CopyKeeper, CopyParts } from './keep-copies.ts'
import { openingPassphrase, ownPassphrase } from './own-passphrase.ts'
import { readBackups } from './read-backups.ts'
import { noteRestoreBegins, noteRestoreEnded, type RestoreDesk } from './restore-order.ts'
import type { BackupParts } from './run-backup.ts'
import { safetyCopyOf } from './safety-copies.ts'
import { secondPlaceRoutes } from './second-place-routes.ts'
import { sendBackup, sendSafetyCopy } from './send-backup.ts'
import { expectBackups, findProvedRow } from './store.ts'
import { backupUploadRoutes } from './upload-routes.ts'

/** What the calls about backups need. */
export type BackupRouteParts = {
  ownerGate: OwnerGate
  backups: CopyParts
  keeper: BackupKeeper
  copies: CopyKeeper
  vendorSettings: Pick<CurrentVendorSettings, 'change' | 'remove' | 'of' | 'refresh'>
  sessionOf(request: Exchange['request']): string | null
  /** Who restores; undefined where nobody can. */
  restoreDesk: Pick<RestoreDesk, 'begin'> | undefined
  stopping: AbortSignal
}

/** The owner's calls about the backups that the product makes by itself. */
export async function backupRoutes(app: FastifyInstance, parts: BackupRouteParts): Promise<void> {
  const { backups, keeper } = parts
  const changed = () => backups.live.changed('backups')
  await backupUploadRoutes(app, { ownerGate: parts.ownerGate, backupDir: backups.backupDir, changed })
  secondPlaceRoutes(app, parts, () => readBackups(parts))
  serve(app, backupsApi, parts.ownerGate, {
    'GET /api/backups': () => readBackups(parts),
    'PUT /api/backups/passphrase': async ({ passphrase, password }, { request }) => {
      await askPassword(parts, password, parts.sessionOf(request) ?? '')
      if (backups.passphrase().from === 'environment')
        throw new Refusal(
          'conflict',
          'The passphrase is set by BACKUP_PASSPHRASE where the server is started.',
        )
      await parts.vendorSettings.change(BACKUP, { values: {}, secrets: { passphrase } }, (transaction) =>
        expectBackups(transaction, backups.clock.now()),
      )
      await keeper.now()
      return readBackups(parts)
    },
    'POST /api/backups': async () => {
      if (backups.passphrase().passphrase === undefined)
        throw new Refusal('conflict', 'Set a passphrase first: without it there is nothing to encrypt with.')
      if (!(await couldProve(backups.database)))
        throw new Refusal(
          'conflict',
          'The server is being updated, and the part of it that answered is still of the older version, which could not test a backup: try again once the update is done.',
        )
      if (!(await keeper.now())) throw new Refusal('conflict', 'A backup is being made already.')
      return readBackups(parts)
    },
    'GET /api/backups/:id/file': async ({ id }, exchange) => {
      const row = isId(id) ? await findProvedRow(backups.database, { id }) : undefined
      if (!row || !existsSync(join(backups.backupDir, row.file)))
        throw new Refusal('not-found', 'The file of this backup is not on this server.')
      return sendBackup(backups, row, exchange)
    },
    'POST /api/backups/restore': async ({ file, passphrase, password }, { request }) => {
      const session = parts.sessionOf(request) ?? ''
      await askPassword(parts, password, session)
      await beginRestore(parts, { file, typed: passphrase || undefined, session })
      return readBackups(parts)
    },
    'GET /api/backups/copies/:file': async ({ file }, exchange) => {
      if (!safetyCopyOf(file) || !existsSync(join(backups.backupDir, file)))
        throw new Refusal('not-found', 'This copy is not on this server.')
      return sendSafetyCopy(backups, file, exchange)
    },
  })
}

async function beginRestore(
  { backups, restoreDesk }: BackupRouteParts,
  { file, typed, session }: { file: string; typed: string | undefined; session: string },
): Promise<void> {
  const { database, backupDir, clock } = backups
  if (!restoreDesk) throw new Refusal('conflict', 'This server cannot restore by itself.')
  const found = await locate(backups, file)
  if (!found) throw new Refusal('not-found', 'This backup is not on this server.')
  const { path, name } = found
  const { passphrase: current } = backups.passphrase()
  const passphrase = await openingPassphrase(path, [typed, ownPassphrase(backups.secret), current])
  if (passphrase === undefined)
    throw new Refusal('invalid', 'This backup was made under another passphrase.', {
      fields: { passphrase: 'Type the passphrase that this backup was made with' },
    })
  const begins = {
    ...{ state: 'running' as const, at: clock.now().toISOString(), file: name, problem: null },
    ...{ safetyCopy: null, seconds: null, isOtherPassword: false },
  }
  if (!(await noteRestoreBegins(database, begins)))
    throw new Refusal('conflict', 'A restore is under way already.')
  restoreDesk.begin({
    ...{ path, file: name, passphrase, session },
    ...(found.isArrival && { done: () => dropArrival(backupDir) }),
    refused: (problem) => noteRestoreEnded(database, { ...begins, state: 'failed', problem }),
  })
}

/** The file of a backup, of a safety copy, or of what arrived and was checked; undefined where it is none of these. */
async function locate({ database, backupDir }: BackupParts, file: string) {
  const arrival = await readArrival(backupDir)
  if (arrival?.id === file && arrival.state === 'checked')
    return { path: arrivalPath(backupDir, arrival.id), name: arrival.name, isArrival: true }
  const isKnown = safetyCopyOf(file) !== undefined || (await findProvedRow(database, { file })) !== undefined
  const path = join(backupDir, file)
  return isKnown && existsSync(path) ? { path, name: file, isArrival: false } : undefined
}

/** Whoever has the passphrase can read everything that a backup holds, so a session alone is not enough to choose it. */
async function askPassword({ backups }: BackupRouteParts, password: string, session: string): Promise<void> {
  const { database, clock } = backups
  const storedHash = (await readOwner(database))?.password_hash ?? null
  try {
    await verifyPassword(database, clock, { password, storedHash, caller: { session } })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'no-session') throw error
    throw new Refusal('invalid', 'The password is not right.', {
      fields: { password: 'Incorrect password' },
    })
  }
}
