import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeSealedFile } from './backup/backup-file.ts'
import { prepareMedia } from './films/film-folder.ts'
import { explainFailure } from './platform/engine/explain-failure.ts'
import { warnOfFolders } from './warn-of-folders.ts'

const isRoot = process.getuid?.() === 0

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-read-only-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder that may not be written to: root may write everywhere but on a read-only disk. Undefined where it cannot be made. */
function readOnlyFolder(): string | undefined {
  const folder = temporary()
  if (!isRoot) {
    chmodSync(folder, 0o500)
    return folder
  }
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder]).status !== 0) return undefined
  onTestFinished(() => void spawnSync('umount', [folder]))
  return folder
}

async function* bytes() {
  yield Buffer.from('a backup')
}

test('folders on a read-only disk are named, with the variable that sets them and what to do', async (context) => {
  const folder = readOnlyFolder()
  if (!folder) return context.skip('this machine does not allow mounting a disk in memory')
  const why = isRoot
    ? 'cannot be written to, because its disk is read-only: change that'
    : 'may not be written to by the user who runs this: let that user write there'
  // One that is not there yet cannot be made.
  for (const place of [folder, join(folder, 'deeper')])
    await expect(writeSealedFile(join(place, 'b.leadline'), 'a passphrase', bytes())).rejects.toThrow(
      `The folder ${place} ${why}, or choose another folder (BACKUP_DIR).`,
    )
  await expect(prepareMedia(join(folder, 'media'))).rejects.toThrow(
    isRoot
      ? `${folder}/media lies on a read-only disk: set MEDIA_DIR to a folder that can be written.`
      : `${folder}/media may not be written by the user who starts this: set MEDIA_DIR to a folder of theirs.`,
  )
  const said: string[] = []
  await warnOfFolders({ backupDir: temporary(), backupCopyDir: folder }, (line) => said.push(line))
  expect(said).toEqual([
    `Warning: BACKUP_COPY_DIR names ${folder}, which the user who starts this may not write to: backups are not copied until that is changed.`,
  ])
})

test('a file in place of the folder of backups is said to be no folder', async () => {
  const file = join(temporary(), 'file')
  writeFileSync(file, '')
  await expect(writeSealedFile(join(file, 'b.leadline'), 'a passphrase', bytes())).rejects.toThrow(
    `${file} is not a folder: move the file away, or choose another folder (BACKUP_DIR).`,
  )
})

test('a user without a name, as in a container with an id of its own, is told what to do', () => {
  const words = 'initdb: error: could not look up effective user ID 12345: user does not exist'
  expect(explainFailure(new Error(words), '/data').message).toBe(
    'PostgreSQL does not run as a user without a name, and user id 12345 has none here: start as a user that /etc/passwd names, add this one (useradd --uid 12345 leadline), or set DATABASE_URL.',
  )
})
