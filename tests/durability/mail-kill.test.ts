import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { freshDatabase } from '#support/fresh-database.ts'
import { mailQueueOf } from '#support/mail-queue.ts'
import { startMailServer } from '#support/mail-server.ts'
import { productWithOptions, startProductProcess } from '#support/product-process.ts'
import { ownerPassword } from '#support/running-product.ts'

test('a process killed while a mail to somebody is on its way sends it under no second id, and loses none', async () => {
  const [mails, database] = await Promise.all([startMailServer(), freshDatabase()])
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-mail-kill-'))
  const start = () =>
    startProductProcess(
      {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        OWNER_PASSWORD: ownerPassword,
        SMTP_URL: mails.url,
        PRODUCT_OPTIONS: JSON.stringify({ retryDelaySeconds: 1 }),
      },
      productWithOptions,
    )
  const first = await start()
  const queued = mailQueueOf({ databaseUrl: database.url })
  let second: typeof first | undefined
  onTestFinished(async () => {
    await first.kill()
    await second?.kill()
    await queued.close()
    await mails.stop()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const taken = (key: string) =>
    mails.taken.filter(({ source }) => source.includes(`Subject: About ${key}\r\n`))

  // It is taken, and nobody is told; then the process is gone.
  await mails.failWith('hold', 1)
  await queued.queue({ key: 'held' })
  await waitFor('it is out', () => taken('held').length === 1)
  // It would go on with the next one beside an answer that takes long.
  first.child.kill('SIGSTOP')
  await queued.queue({ key: 'behind' })
  await first.kill()
  expect(taken('behind')).toHaveLength(0)

  // It comes back when nobody holds the mail any more, by the database's clock.
  await sql`update mails set claimed_until = now() where claimed_until is not null`.execute(queued.database)
  second = await start()
  await waitFor('both are sent', () => taken('held').length === 2 && taken('behind').length === 1, 60_000)
  const ids = taken('held').map(({ source }) => /^Message-ID: (<.+>)\r$/im.exec(source)?.[1])
  expect(ids).toEqual([expect.any(String), ids[0]])
})
