import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ClientConfig } from 'pg'
import { backupEntries } from '#server/backup/backup-entries.ts'
import { writeSealedFile } from '#server/backup/backup-file.ts'
import { checkBackup } from '#server/backup/check-backup.ts'
import { withDiskReserve } from '#server/backup/keep-disk-reserve.ts'
import { openBackup } from '#server/backup/kept-films.ts'
import { nameBackup } from '#server/backup/name-backup.ts'
import { ownPassphrase } from '#server/backup/own-passphrase.ts'
import { clearUpgradeDrafts, dropSafetyCopies, versionPart } from '#server/backup/safety-copies.ts'
import type { DiskLimits } from '#server/status/watch-disks.ts'

/** What is needed to back up an installation before its schema changes. */
export type BackupBefore = {
  connection: ClientConfig
  secret: string
  product: string
  backupDir: string
  now: Date
  /** What is kept free of a disk. */
  diskLimits: (() => DiskLimits) | undefined
}

/**
 * Backs up everything but the films, which no migration touches, and reads the file back whole before it has its name.
 * Returns its path.
 */
export async function backUpBefore(
  parts: BackupBefore,
  upgrade: { fromVersion: string | null; fromSchema: string; toSchema: string },
): Promise<string> {
  const { connection, secret, product, now } = parts
  const folder = resolve(parts.backupDir)
  const from = versionPart(upgrade.fromVersion, upgrade.fromSchema)
  const to = versionPart(product, upgrade.toSchema)
  const file = nameBackup(`before-upgrade-from-${from}-to-${to}`, now, secret)
  const path = join(folder, file)
  const draft = `${path}.unchecked`
  const passphrase = ownPassphrase(secret)
  const source = { connection, secret, product, filmsPath: '', leavesFilms: true, now: () => now }
  try {
    await clearUpgradeDrafts(folder, secret)
    await writeSealedFile(
      draft,
      passphrase,
      withDiskReserve(backupEntries(source), { folder, limits: parts.diskLimits, whileServing: false }),
    )
    await checkBackup(openBackup(draft, passphrase))
    await rename(draft, path)
    await dropSafetyCopies(folder, secret, file)
    return path
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}
