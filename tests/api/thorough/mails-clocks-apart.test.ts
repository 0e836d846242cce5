// A sample of it is in tests/api/mails.test.ts.
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { mailQueueOf } from '#support/mail-queue.ts'
import { startMailServer } from '#support/mail-server.ts'
import { runProduct } from '#support/running-product.ts'

test('a mail is sent by one process, however far the clock of another is ahead', async () => {
  const mails = await startMailServer()
  onTestFinished(mails.stop)
  const environment = { SMTP_URL: mails.url, ALERT_FROM: 'Leadline <calls@example.com>' }
  const first = await runProduct({ environment })
  onTestFinished(first.end)
  const queued = mailQueueOf(first)
  onTestFinished(queued.close)
  await mails.failWith('hold', 1)
  await queued.queue({ key: 'held' })
  const times = (key: string) =>
    mails.taken.filter(({ source }) => source.includes(`Subject: About ${key}\r\n`)).length
  await waitFor('it is out', () => times('held') === 1)
  const ahead = await runProduct({
    ...{ environment, databaseUrl: first.databaseUrl, sendMailsEveryMs: 100 },
    clock: { now: () => new Date(Date.now() + 600_000) },
  })
  onTestFinished(ahead.end)
  // What is due before this one has been looked at by then.
  await queued.queue({ key: 'later' })
  await waitFor('the other one is sent', () => times('later') === 1)
  expect(times('held')).toBe(1)
})
