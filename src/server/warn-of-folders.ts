import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from './config.ts'
import { explainFailure } from './platform/engine/explain-failure.ts'

const WRITES = constants.W_OK | constants.X_OK

/**
 * Says in a line each that backups cannot be kept where they are to be, or not copied: else that is first heard of when one is
 * missing. The site does without them and starts, as their disk may come back by itself.
 */
export async function warnOfFolders(
  { backupDir, backupCopyDir }: Pick<Config, 'backupDir' | 'backupCopyDir'>,
  say: (line: string) => void,
): Promise<void> {
  try {
    await access(await folderAbove(resolve(backupDir)), WRITES)
  } catch (error) {
    say(`Warning: no backup can be made: ${explainFailure(error, backupDir, 'BACKUP_DIR').message}`)
  }
  if (backupCopyDir === undefined) return
  const copies = `BACKUP_COPY_DIR names ${backupCopyDir}`
  if (!(await isFolder(backupCopyDir)))
    say(`Warning: ${copies}, and no such folder is there: backups are not copied until it is.`)
  else if (!(await takesFiles(backupCopyDir)))
    say(
      `Warning: ${copies}, which the user who starts this may not write to: backups are not copied until that is changed.`,
    )
  else if (await isSameFolder(backupDir, backupCopyDir))
    say(`Warning: ${copies}, the folder of the backups themselves: name another one, or there is no copy.`)
}

/** Whether two paths lead to one folder, also by a link or another mount. */
async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}

/** A folder, or where it is not made yet the next one above it that is there. */
async function folderAbove(path: string): Promise<string> {
  try {
    if ((await stat(path)).isDirectory()) return path
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return folderAbove(dirname(path))
    throw error
  }
  throw new Error('ENOTDIR')
}

const takesFiles = (path: string): Promise<boolean> =>
  access(path, WRITES).then(
    () => true,
    () => false,
  )

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
