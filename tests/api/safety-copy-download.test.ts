import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeSealedFile } from '#server/backup/backup-file.ts'
import { nameBackup } from '#server/backup/name-backup.ts'
import { runProduct } from '#support/running-product.ts'
import { expectRefusal } from './expect-refusal.ts'

async function* once(bytes: Buffer) {
  yield bytes
}

test('a copy made under an earlier passphrase is refused in words that are true: there are no videos in it', async () => {
  const product = await runProduct({ environment: { BACKUP_PASSPHRASE: 'four random words here' } })
  onTestFinished(product.end)
  const file = nameBackup('before-restore', new Date('2026-11-23T07:11:00Z'), undefined)
  const folder = join(product.dataDir, 'backups')
  mkdirSync(folder, { recursive: true })
  await writeSealedFile(join(folder, file), 'the passphrase of before', once(Buffer.alloc(100)))
  const owner = await product.owner()
  const answer = await owner.get(`/api/backups/copies/${file}`)
  expectRefusal(answer, 'a copy under another passphrase', 409)
  expect(answer.body.error).toMatch(/^This copy was made under an earlier passphrase\./)
  // One that is taken away while the copies are listed, as a restore does: there is a name and no file.
  symlinkSync(
    join(folder, 'none'),
    join(folder, nameBackup('before-restore', new Date('2026-11-23T07:12:00Z'), undefined)),
  )
  // After a new SECRET those from before it are still there, and only their own SECRET opens them.
  const [older, newest] = [new Date('2026-11-20T07:11:00Z'), new Date('2026-11-21T07:11:00Z')]
  for (const at of [older, newest])
    writeFileSync(join(folder, nameBackup('before-restore', at, 'another secret')), 'sealed')
  const { status, body } = await owner.get('/api/backups')
  expect([status, body.safetyCopies]).toEqual([200, [expect.objectContaining({ file })]])
  expect(body.copiesOfOthers).toEqual({ count: 2, bytes: 12, newestAt: newest.toISOString() })
})
