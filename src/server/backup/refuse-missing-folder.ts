import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { BackupProblem } from './backup-problem.ts'

/**
 * Refuses a file that a command was told to write where its folder is not there. Made in its place, a mistyped one, or that
 * of a disk that is not mounted, would hold a backup that nobody finds where it is looked for.
 */
export function refuseMissingFolder(path: string): void {
  const folder = dirname(path)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  throw new BackupProblem(
    `There is no folder ${folder}: make it, or bring its disk back, or name another file. Nothing was written.`,
  )
}
