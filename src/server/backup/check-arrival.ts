import { Refusal } from '#server/platform/refusal.ts'
import { arrivalPath, noteArrival, readArrival, refuseArrival, whileTouching } from './arrival.ts'
import { BackupProblem } from './backup-problem.ts'
import { checkBackup } from './check-backup.ts'
import { openBackup } from './kept-films.ts'
import { migrationsOf } from './load-backup.ts'
import { openingPassphrase, ownPassphrase } from './own-passphrase.ts'
import type { BackupParts } from './run-backup.ts'

/**
 * Begins to read what arrived from its first byte to its last. Refuses a passphrase that does not open it; a file that
 * cannot be used is deleted, and why is kept.
 */
export async function beginCheck(
  parts: BackupParts,
  { id, typed }: { id: string; typed: string | undefined },
): Promise<void> {
  const { backupDir } = parts
  const arrival = await readArrival(backupDir)
  if (arrival?.id !== id || !['arrived', 'checked'].includes(arrival.state))
    throw new Refusal('not-found', 'There is no such file. Choose it once more.')
  const path = arrivalPath(backupDir, id)
  const passphrase = await openingPassphrase(path, [
    ...[typed, ownPassphrase(parts.secret), parts.passphrase().passphrase],
  ])
  if (passphrase === undefined)
    throw new Refusal('invalid', 'This backup was made under another passphrase.', {
      fields: {
        passphrase:
          typed === undefined
            ? 'Type the passphrase that this backup was made with'
            : 'This passphrase does not open the backup',
      },
    })
  await noteArrival(backupDir, id, { state: 'checking' })
  void whileTouching(backupDir, () => check(parts, { id, path, passphrase }))
    .catch(parts.onProblem)
    .finally(() => parts.live.changed('backups'))
}

async function check(
  { backupDir, onProblem }: BackupParts,
  { id, path, passphrase }: { id: string; path: string; passphrase: string },
): Promise<void> {
  try {
    const { start } = await checkBackup(openBackup(path, passphrase))
    migrationsOf(start)
    await noteArrival(backupDir, id, { state: 'checked', madeAt: start.madeAt })
  } catch (error) {
    if (!(error instanceof BackupProblem)) onProblem(error)
    await refuseArrival(
      backupDir,
      id,
      error instanceof BackupProblem
        ? error.message
        : 'It could not be read; the server’s log says more. Nothing was changed.',
    )
  }
}
