import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nameBackup } from '#server/backup/name-backup.ts'
import { OWNER_MARK } from '#server/films/own-folder.ts'
import { waitFor } from '#support/eventually.ts'
import { runProduct } from '#support/running-product.ts'

test('half a film that a killed restore left goes after three days, although a copy leads back to older films', async () => {
  const product = await runProduct({ sweepFilmsEveryMs: 50 })
  onTestFinished(product.end)
  const [films, backups] = [join(product.dataDir, 'media', 'films'), join(product.dataDir, 'backups')]
  // What lies in a folder before it is known whose it is may be another installation's.
  await waitFor('the folder to be its own', () => existsSync(join(product.dataDir, 'media', OWNER_MARK)))
  mkdirSync(backups, { recursive: true })
  writeFileSync(join(backups, nameBackup('before-restore', new Date(), undefined)), '')
  const put = (name: string, days: number) => {
    writeFileSync(join(films, name), 'half')
    const at = new Date(Date.now() - days * 24 * 3_600_000)
    utimesSync(join(films, name), at, at)
  }
  const [young, others] = [`${'b'.repeat(32)}.webm.restored`, 'holiday.mp4.restored']
  // Taken away by another process while this one looks: there is a name and no file.
  symlinkSync(join(films, 'none'), join(films, `${'0'.repeat(32)}.mp4`))
  put(young, 2)
  put(others, 4)
  put(`${'c'.repeat(32)}.mp4.restored`, 4)
  put(`${'d'.repeat(32)}.index.restored`, 4)
  await waitFor('the old halves to be removed', () => readdirSync(films).length <= 3)
  expect(readdirSync(films).sort()).toEqual([`${'0'.repeat(32)}.mp4`, young, others])
  // As after a restore that was killed on a new machine, and a start without it.
  writeFileSync(join(product.dataDir, 'media', OWNER_MARK), 'another')
  put(`${'f'.repeat(32)}.mp4.restored`, 4)
  await waitFor('the half to be removed', () => !readdirSync(films).some((name) => name.startsWith('f')))
})
