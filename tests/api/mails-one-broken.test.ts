import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { enteredServer, mailQueueOf } from '#support/mail-queue.ts'
import { type MailServer, startMailServer } from '#support/mail-server.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'

let mails: MailServer
let product: RunningProduct
let queued: ReturnType<typeof mailQueueOf>

beforeAll(async () => {
  mails = await startMailServer()
  product = await runProduct({ sendMailsEveryMs: 100 })
  queued = mailQueueOf(product)
})
afterAll(async () => {
  await queued?.close()
  await product?.end()
  await mails?.stop()
})

const mail = async (key: string) =>
  (await product.query('select state, reason, send_after, next_try_at from mails where key = $1', [key]))[0]
const put = (key: string, change: string) =>
  product.query(`update mails set ${change} where key = $1 returning id`, [key])

test('while the mail server is away, what is due waits with the one that was tried', async () => {
  const owner = await product.owner()
  const { status } = await sendJson(
    ...([owner, 'PUT', '/api/connections/email/settings'] as const),
    enteredServer(mails.port),
  )
  expect(status).toBe(200)
  await mails.failWith('down')
  await queued.queue({ key: 'away:soon', sendAfter: new Date(Date.now() + 1_800_000) })
  await queued.queue({ key: 'away' })
  await waitFor('it was tried', async () => (await mail('away'))?.reason !== null)
  await put('away', "reason = null, failing_since = now() - interval '1 hour', next_try_at = now()")
  await waitFor('it was tried again', async () => (await mail('away'))?.reason !== null)
  await waitFor('what is due soon waits as well', async () => {
    const soon = await mail('away:soon')
    return soon?.next_try_at > soon?.send_after
  })
  await mails.recover()
  for (const key of ['away', 'away:soon']) {
    await put(key, 'send_after = null, next_try_at = now()')
    await waitFor('it goes out', async () => (await mail(key))?.state === 'sent')
  }
})

test('what is of no use any more once the mail before it is out stays unsent', async () => {
  await mails.failWith('late', 1)
  await queued.queue({ key: 'at work' })
  await waitFor('it is under way', () => mails.taken.some(({ source }) => source.includes('About at work')))
  await queued.queue({ key: 'past', uselessAfter: new Date(Date.now() - 1000) })
  mails.answerLate()
  await waitFor('it is out', async () => (await mail('at work'))?.state === 'sent')
  await waitFor('the next one is settled', async () => (await mail('past'))?.state !== 'waiting')
  expect(await mail('past')).toMatchObject({ state: 'useless' })
})

test.each([
  ['hangs up', 'drop', /hung up/],
  ['refuses our sender', 'sender-at-end', /our sender address/],
] as const)(
  'a mail at which the mail server %s each time keeps no other from going out',
  async (_how, failure, words) => {
    await product.query('delete from mails returning id')
    const to = { email: 'broken@example.com' }
    await mails.failWith(failure, Number.POSITIVE_INFINITY, to.email)
    const sendAfter = new Date(Date.now() + 1_800_000)
    await queued.queue({ key: 'broken', to, sendAfter })
    await queued.queue({ key: 'reminder', sendAfter })
    // Both are due at once, the broken one first.
    await product.query(
      `update mails set next_try_at = now(), failing_since = case key when 'broken' then now() - interval '1 hour' end
     where key in ('broken', 'reminder') returning id`,
    )
    await waitFor('what was not tried yet goes out', async () => (await mail('reminder'))?.state === 'sent')
    await waitFor('the broken one was tried', async () => (await mail('broken'))?.reason !== null)
    expect((await mail('broken'))?.reason).toMatch(words)

    // Due before the broken one is tried next, in an hour.
    await queued.queue({ key: 'reminder:soon', sendAfter: new Date(Date.now() + 1_800_000) })
    await put('broken', 'reason = null, next_try_at = now()')
    await waitFor('the broken one was tried again', async () => (await mail('broken'))?.reason !== null)
    const soon = await mail('reminder:soon')
    expect(soon?.next_try_at).toEqual(soon?.send_after)
    expect(await mail('broken')).toMatchObject({ state: 'waiting' })
  },
)
