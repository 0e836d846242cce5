import { type BackupSource, backupEntries } from './backup-entries.ts'
import { writeSealedFile } from './backup-file.ts'
import { BackupProblem } from './backup-problem.ts'
import { type DiskReserve, withDiskReserve } from './keep-disk-reserve.ts'
import type { BackupManifest } from './records.ts'

/**
 * Backs up everything into one encrypted file, while the product runs or not; returns what is in it. With `room` it fails
 * before the disk is full; `signal` breaks it off.
 */
export async function makeBackup(
  source: BackupSource,
  path: string,
  passphrase: string,
  room?: DiskReserve,
  signal?: AbortSignal,
): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined
  const entries = backupEntries(source, (made) => {
    manifest = made
  })
  await writeSealedFile(path, passphrase, room ? withDiskReserve(entries, room) : entries, signal)
  if (!manifest) throw new BackupProblem('The backup was not written whole.')
  return manifest
}
