import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderForTest, keepSecretsAndFilm, passphrase } from '#support/backed-up.ts'
import { freshDatabase } from '#support/fresh-database.ts'
import { productWithOptions, startProductProcess } from '#support/product-process.ts'
import { ownerPassword, productSecret } from '#support/running-product.ts'
import { startS3Server } from '#support/s3-server.ts'
import { createBrowser } from '#support/test-browser.ts'

const PATIENT = { timeout: 120_000 }

test('a copy to storage whose process is killed in the middle is sent by the next one, and nothing half stays', async () => {
  const storage = await startS3Server()
  onTestFinished(storage.stop)
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const dataDir = join(folderForTest(), 'data')
  const environment = {
    ...{
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET: productSecret,
      OWNER_PASSWORD: ownerPassword,
    },
    ...{ BACKUP_PASSPHRASE: passphrase, BACKUP_S3_ENDPOINT: storage.url, BACKUP_S3_BUCKET: storage.bucket },
    BACKUP_S3_ACCESS_KEY_ID: storage.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
  }
  const ownerAt = async (url: string) => {
    const owner = createBrowser(url)
    expect((await owner.post('/api/analytics/verify-password', { password: ownerPassword })).status).toBe(200)
    return owner
  }
  const listed = () => [...storage.objects.keys()].filter((key) => key.endsWith('.leadline.json'))

  const first = await startProductProcess(environment, productWithOptions)
  onTestFinished(first.kill)
  const { name } = await keepSecretsAndFilm({ databaseUrl: database.url, dataDir })
  // Two parts: the first arrives, the second never gets an answer.
  writeFileSync(join(dataDir, 'media', 'films', name), randomBytes(10 * 1024 * 1024))
  storage.begin('hold')
  expect((await (await ownerAt(first.url)).post('/api/backups', {})).status).toBe(200)
  await expect.poll(() => storage.unfinished.size, PATIENT).toBe(1)
  await first.kill()
  expect(storage.unfinished.size).toBe(1)
  expect(listed()).toEqual([])
  storage.recover()

  // An hour later nobody waits any more for the one who held the copy.
  const next = await startProductProcess(
    { ...environment, PRODUCT_OPTIONS: JSON.stringify({ clockAheadMs: 3_600_000 }) },
    productWithOptions,
  )
  onTestFinished(next.kill)
  expect((await (await ownerAt(next.url)).post('/api/backups/second-place/copy', {})).status).toBe(200)
  await expect.poll(() => listed().length, PATIENT).toBe(1)
  expect(storage.unfinished.size).toBe(0)
}, 400_000)
