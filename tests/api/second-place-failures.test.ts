import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createS3Storage } from '#server/integrations/vendors/s3/s3-storage.ts'
import { folderForTest } from '#support/backed-up.ts'
import { type S3Server, startS3Server } from '#support/s3-server.ts'

/** Storage with nothing of the product around it, at the server of the test. */
const storageAt = (
  { url, bucket, accessKeyId, secretAccessKey }: S3Server,
  signal = new AbortController().signal,
) =>
  createS3Storage(
    { endpoint: url, bucket, accessKeyId, secretAccessKey, region: 'auto', prefix: 'coach' },
    { outside: undefined, signal },
  )

test('trouble of the storage passes: errors, a connection that is cut, and a late error to Complete', async () => {
  const server = await startS3Server()
  onTestFinished(server.stop)
  const folder = folderForTest()
  const path = join(folder, 'large')
  const bytes = randomBytes(21 * 1024 * 1024)
  writeFileSync(path, bytes)
  for (const [trouble, times] of [
    [500, 3],
    [429, 1],
    ['hang-up', 2],
    ['complete-error', 2],
  ] as const) {
    server.begin(trouble, times)
    const sent: number[] = []
    const proved = await storageAt(server).putFile('large', path, (one) => sent.push(one))
    expect(proved.bytes).toBe(bytes.length)
    expect(sent).toEqual([8, 16, 21].map((size) => size * 1024 * 1024))
    expect(server.objects.get('coach/large')?.equals(bytes)).toBe(true)
    expect(server.unfinished.size).toBe(0)
    server.objects.clear()
  }
  // One part at a time, and no body beyond a part.
  expect(server.largestBody).toBe(8 * 1024 * 1024)
  server.begin(503)
  await expect(storageAt(server).putFile('large', path, () => {})).rejects.toMatchObject({
    kind: 'vendor-fault',
  })
  server.recover()
  // What cannot be finished is ended at once.
  server.begin('complete-error')
  await expect(storageAt(server).putFile('large', path, () => {})).rejects.toMatchObject({
    kind: 'vendor-fault',
  })
  expect(server.unfinished.size).toBe(0)
  expect(server.objects.size).toBe(0)
})
