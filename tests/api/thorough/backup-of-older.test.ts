// A sample of it is in tests/api/backup.test.ts.
import { expect, onTestFinished, test } from 'vitest'
import { verifyBackup } from '#server/backup/verify-backup.ts'
import { backUp, folderForTest, opened } from '#support/backed-up.ts'
import { loadBaseline } from '#support/baseline.ts'
import { emptyDatabase } from '#support/fresh-database.ts'

test('a backup that an older version made is proved like one of today, though it is counted otherwise now', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  await loadBaseline({ connectionString: url })
  const folder = folderForTest()
  const proof = await verifyBackup(opened(await backUp(url, folder, folder)), {
    folder,
    connection: undefined,
  })
  expect({ tables: proof.tables, films: proof.films, numbers: proof.numbers }).toEqual({
    tables: [],
    films: [],
    numbers: [],
  })
})
