import { expect, test } from 'vitest'
import { madeAtOf } from './copy-index.ts'
import { nameBackup } from './name-backup.ts'

test('two installations in one folder that begin in one second write two files, and both are backups of that second', () => {
  const at = new Date('2026-11-23T03:10:00Z')
  for (const what of ['nightly', 'dashboard', 'by-hand', 'before-restore'] as const)
    expect(nameBackup(what, at, 'one secret')).not.toBe(nameBackup(what, at, 'another secret'))
  for (const what of ['nightly', 'dashboard'] as const)
    for (const secret of ['one secret', 'another secret', undefined])
      expect(madeAtOf(nameBackup(what, at, secret)), 'in the second place').toEqual(at)
})
