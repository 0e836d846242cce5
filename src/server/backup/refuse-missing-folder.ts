import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { BackupProblem } from './backup-problem.ts'

/**
 * Refuses a file that a command was told to write where its folder is not there. Made in its place, a mistyped one, or that
 * of a disk that is not mounted, would hold a backup that nobody finds where it is looked for. The installation's own folder
 * of backups is made, as it is for those of every night.
 */
export function refuseMissingFolder(path: string, backupDir: string): void {
  const folder = dirname(path)
  if (folder === resolve(backupDir)) mkdirSync(folder, { recursive: true })
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  throw new BackupProblem(
    `There is no folder ${folder}: make it, or bring its disk back, or name another file. Nothing was written.`,
  )
}
