import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { mailQueueOf } from '#support/mail-queue.ts'
import { type MailServer, startMailServer } from '#support/mail-server.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { type AlertProduct, runAlertProduct } from './alert-product.ts'

let mails: MailServer
let product: AlertProduct
let second: RunningProduct
let queued: ReturnType<typeof mailQueueOf>

const environment = () => ({ SMTP_URL: mails.url, ALERT_FROM: 'Leadline <calls@example.com>' })
beforeAll(async () => {
  mails = await startMailServer()
  const settings = { emailTo: 'coach@example.com', emailNewLead: true }
  product = await runAlertProduct('email', settings, environment())
  queued = mailQueueOf(product)
})
afterAll(async () => {
  await queued?.close()
  await second?.end()
  await product?.end()
  await mails?.stop()
})
afterEach(() => mails.recover())

const mail = async (key: string) =>
  (
    await product.query(
      `select state, failure_kind, reason, claimed_until, next_try_at - failing_since > '10 minutes' as is_put_off,
         claimed_until > now() + '90 seconds' as is_late from mails where key = $1`,
      [key],
    )
  )[0]
const is = (key: string, state: string) =>
  waitFor(`${key}: ${state}`, async () => (await mail(key))?.state === state)
const times = (subject: string) =>
  mails.taken.filter(({ source }) => source.includes(`Subject: ${subject}\r\n`)).length

/** Has the mail server take a mail under this key and keep its word for longer than it usually has. */
async function late(key: string) {
  await mails.failWith('late', 1)
  await queued.queue({ key })
  await waitFor('it is late', async () => (await mail(key))?.is_late === true)
}

test('a mail server that looks through a mail for long gets it once, and the others meanwhile', async () => {
  await late('slow')
  await queued.queue({ key: 'other' })
  await is('other', 'sent')
  expect(await mail('slow')).toMatchObject({ state: 'waiting', reason: null })
  mails.answerLate()
  await is('slow', 'sent')
  expect([times('About slow'), times('About other')]).toEqual([1, 1])
})

test('an alert of which no word came in time is sent once more, and its answer waited for', async () => {
  await mails.failWith('late', 3)
  const { name } = await product.capture()
  await waitFor('it is sent again', () => times(`New lead: ${name}`) === 2)
  // Later than the alert, so that its answer takes long by then, too.
  await queued.queue({ key: 'as late' })
  await waitFor('it is late', async () => (await mail('as late'))?.is_late === true)
  mails.answerLate()
  await product.allSent()
  await is('as late', 'sent')
  expect(times(`New lead: ${name}`)).toBe(2)
})

test('a stop does not wait for a late answer, and a start does not send what may have arrived again', async () => {
  await late('taken back')
  expect(await queued.withdraw('taken back')).toBe(1)
  await late('stopped')
  await product.stop()
  // Should it be queued again, nobody is at it.
  expect(await mail('taken back')).toMatchObject({ state: 'withdrawn', claimed_until: null })
  expect(await mail('stopped')).toMatchObject({
    state: 'waiting',
    failure_kind: 'unanswered',
    reason: 'It may have arrived. The mail server gave no answer in time.',
    claimed_until: null,
    is_put_off: true,
  })
  second = await runProduct({ environment: environment(), databaseUrl: product.databaseUrl })
  await queued.queue({ key: 'after the start' })
  await is('after the start', 'sent')
  expect(times('About stopped')).toBe(1)
})
