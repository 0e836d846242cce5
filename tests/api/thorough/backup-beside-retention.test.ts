// A sample of it is in tests/api/backup.test.ts.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backupEntries } from '#server/backup/backup-entries.ts'
import { writeSealedFile } from '#server/backup/backup-file.ts'
import { differencesIn, verifyBackup } from '#server/backup/verify-backup.ts'
import { sealMonth } from '#server/counting/seal-month.ts'
import { dropMonth, isLockTimeout } from '#server/platform/month-partitions.ts'
import { viewsByMonth } from '#server/tracking/store.ts'
import { folderForTest, opened, passphrase, sourceOf } from '#support/backed-up.ts'
import { openForTest } from '#support/open-for-test.ts'
import { runProduct } from '#support/running-product.ts'

test('a backup holds the page views of a month that is to be dropped while it is made', async () => {
  let now = new Date('2026-09-10T12:00:00Z')
  const product = await runProduct({ clock: { now: () => now } })
  onTestFinished(() => product.end())
  for (const path of ['/', '/meme']) await product.browser().post('/api/visitors/page-view', { path })
  now = new Date('2026-11-18T12:00:00Z')
  await product.browser().post('/api/visitors/page-view', { path: '/' })
  const database = openForTest(product.databaseUrl)
  const month = new Date('2026-09-01T00:00:00Z')
  let isAsked = false
  async function* whileMonthIsDropped(): AsyncGenerator<Buffer> {
    for await (const bytes of backupEntries(sourceOf(product.databaseUrl, product.dataDir))) {
      yield bytes
      if (isAsked) continue
      isAsked = true
      expect(await sealMonth(database, month, now)).toBe(true)
      await dropMonth(database, viewsByMonth, month).catch((error: unknown) => {
        // Whoever reads has the right of way.
        if (!isLockTimeout(error)) throw error
      })
    }
  }
  const folder = folderForTest()
  const path = join(folder, 'backup.leadline')
  await writeSealedFile(path, passphrase, whileMonthIsDropped())
  const proof = await verifyBackup(opened(path), { folder, connection: undefined })
  expect(proof.numbers).toEqual([])
  expect(differencesIn(proof)).toBe(0)
  expect(proof.manifest.tables.find(({ name }) => name === 'page_views')?.rows).toBe(3)
  // With the backup it goes.
  await dropMonth(database, viewsByMonth, month)
  expect(await product.query('select from page_views')).toHaveLength(1)
})
