import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { copyBackup, filesOf } from './copy-backup.ts'
import type { BackupParts } from './run-backup.ts'
import { lastProvedRow, noteCopy, touchCopy, turnToCopy } from './store.ts'

const AGAIN_MS = 15 * 60_000
const LOOK_EVERY_MS = 2000

/**
 * Copies the newest proved backup to the second folder where that failed a quarter of an hour ago, in one process at a time.
 * It makes way for a backup that begins, which copies its own.
 */
export async function copyAgain(parts: BackupParts, signal: AbortSignal): Promise<void> {
  const { database, clock, backupDir, copyDir } = parts
  const now = clock.now()
  const proved = await lastProvedRow(database, now)
  // It may be in the folder of another process.
  if (!proved?.copy_problem || !existsSync(join(backupDir, proved.file))) return
  if (!(await turnToCopy(database, proved.id, now, new Date(now.getTime() - AGAIN_MS)))) return
  const makingWay = new AbortController()
  const either = AbortSignal.any([signal, makingWay.signal])
  const touching = setInterval(() => {
    touchCopy(database, proved.id, clock.now())
      .then((isAlone) => isAlone || makingWay.abort())
      .catch(parts.onProblem)
  }, LOOK_EVERY_MS)
  try {
    // Whoever takes the folder out of the settings asks for no copy any more.
    const problem =
      copyDir === undefined
        ? null
        : await copyBackup(backupDir, copyDir, {
            files: filesOf(proved),
            limits: parts.diskLimits,
            signal: either,
          })
    if (either.aborted) return
    await noteCopy(database, proved.id, problem)
    if (problem !== proved.copy_problem) parts.live.changed('backups')
  } finally {
    clearInterval(touching)
  }
}
