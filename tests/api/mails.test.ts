import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MailRow } from '#contract/mails.ts'
import { waitFor } from '#support/eventually.ts'
import { enteredServer, mailQueueOf } from '#support/mail-queue.ts'
import { type MailServer, startMailServer } from '#support/mail-server.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let mails: MailServer
let product: RunningProduct
let second: RunningProduct
let owner: TestBrowser
let queued: ReturnType<typeof mailQueueOf>

beforeAll(async () => {
  mails = await startMailServer()
  product = await runProduct({ retryDelaySeconds: 1, sendMailsEveryMs: 300 })
  second = await runProduct({
    ...{ retryDelaySeconds: 1, sendMailsEveryMs: 300, databaseUrl: product.databaseUrl },
  })
  owner = await product.owner()
  queued = mailQueueOf(product)
})
afterAll(async () => {
  await queued?.close()
  await second?.end()
  await product?.end()
  await mails?.stop()
})
afterEach(() => mails.recover())

const listed = async (subject: string): Promise<MailRow> => {
  const { body } = await owner.get('/api/mails?limit=1000')
  return body.find((row: MailRow) => row.subject === subject)
}
const inState = (subject: string, state: MailRow['state']) =>
  waitFor(`${subject}: ${state}`, async () => {
    const row = await listed(subject)
    return row?.state === state && row
  })
/** How often the mail server took a mail, and under how many Message-IDs. */
const taken = (subject: string) => {
  const about = mails.taken.filter(({ source }) => source.includes(`Subject: ${subject}\r\n`))
  return {
    times: about.length,
    ids: new Set(about.map(({ source }) => /^Message-ID: (<.+>)\r$/im.exec(source)?.[1])).size,
  }
}
const once = { times: 1, ids: 1 }
const connect = () => sendJson(owner, 'PUT', '/api/connections/email/settings', enteredServer(mails.port))

test('without a mail server mails are kept, each key once, and what is useless by then stays unsent', async () => {
  expect(await queued.queue({ key: 'booking:1:confirmed' })).toBe(true)
  expect(await queued.queue({ key: 'booking:1:confirmed', subject: 'Another' })).toBe(false)
  await queued.queue({ key: 'booking:1:hour', uselessAfter: new Date(Date.now() - 1000) })
  await queued.queue({ key: 'booking:2:day', sendAfter: new Date(Date.now() + 86_400_000) })
  await queued.queue({ key: 'booking:3:a' })
  await queued.queue({ key: 'booking:3:b' })
  await queued.queue({ key: 'booking:30:a' })
  expect(await queued.withdraw('booking:3:')).toBe(2)
  await inState('About booking:1:hour', 'useless')
  expect(await listed('About booking:1:confirmed')).toMatchObject({ state: 'waiting', reason: null })
  expect(await listed('About booking:30:a')).toMatchObject({ state: 'waiting' })
  expect(await listed('About booking:3:b')).toMatchObject({ state: 'withdrawn' })
  // Booked away and back again: the same reminder is needed after all.
  expect(await queued.queue({ key: 'booking:3:b' })).toBe(true)
})

test('once a mail server is connected, what waited is sent, by whichever process, once', async () => {
  expect((await connect()).status).toBe(200)
  for (const key of ['booking:1:confirmed', 'booking:30:a', 'booking:3:b'])
    await inState(`About ${key}`, 'sent')
  expect(taken('About booking:1:confirmed')).toEqual(once)
  expect(taken('About booking:3:b')).toEqual(once)
  expect(mails.taken.every(({ from }) => from === 'coach@example.com')).toBe(true)
  expect(await listed('About booking:2:day')).toMatchObject({ state: 'waiting' })
  for (const key of ['booking:1:hour', 'booking:3:a']) expect(taken(`About ${key}`).times).toBe(0)
  // What is due only tomorrow does not wait for the mail server.
  const { body } = await owner.get('/api/connections')
  const email = body.connections.find(({ vendor }: { vendor: string }) => vendor === 'email')
  expect(email).toMatchObject({ state: 'working', waiting: 0 })
})

test('many mails in two processes go out once each', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, at) => queued.queue({ key: `many:${at}:` })))
  for (let at = 0; at < 40; at += 1) await inState(`About many:${at}:`, 'sent')
  expect(Array.from({ length: 40 }, (_, at) => taken(`About many:${at}:`))).toEqual(
    Array.from({ length: 40 }, () => once),
  )
})

test('an address that does not exist is said to be one; a mail that is not wanted is only that', async () => {
  await mails.failWith('refuse', 1)
  await queued.queue({ key: 'nobody', to: { email: 'Nobody@example.com' } })
  expect(await inState('About nobody', 'failed')).toMatchObject({
    isUnknownAddress: true,
    reason: expect.stringMatching(/^The mail server refused this mail: 550 5\.1\.1 no such user \[email\]/),
  })
  await mails.failWith('unwanted', 1)
  await queued.queue({ key: 'unwanted' })
  expect(await inState('About unwanted', 'failed')).toMatchObject({ isUnknownAddress: false })
  expect(await product.query('select email, reason from mail_suppressions')).toEqual([
    { email: 'nobody@example.com', reason: 'refused' },
  ])
  // The owner may try what failed again.
  const { id } = await listed('About unwanted')
  expect((await owner.post(`/api/mails/${id}/retry`, {})).status).toBe(200)
  await inState('About unwanted', 'sent')
  expect(taken('About unwanted')).toEqual(once)
  expect((await owner.post(`/api/mails/${id}/retry`, {})).status).toBe(404)
})

test('what was taken back is not sent, though it had failed or fails at that moment', async () => {
  await mails.failWith('unwanted', 1)
  await queued.queue({ key: 'booking:4:booked:0' })
  await inState('About booking:4:booked:0', 'failed')
  expect(await queued.withdraw('booking:4:')).toBe(1)
  const { id } = await inState('About booking:4:booked:0', 'withdrawn')
  expect((await owner.post(`/api/mails/${id}/retry`, {})).status).toBe(404)

  await mails.failWith('refuse-late')
  await queued.queue({ key: 'booking:5:booked:0', to: { email: 'slow@example.com' } })
  const isHeld = async () =>
    (await product.query("select 1 from mails where key like 'booking:5:%' and claimed_until is not null"))
      .length > 0
  await waitFor('a try under way', isHeld)
  expect(await queued.withdraw('booking:5:')).toBe(1)
  await waitFor('that try is over', async () => {
    mails.answerLate()
    return !(await isHeld())
  })
  expect(await listed('About booking:5:booked:0')).toMatchObject({ state: 'withdrawn' })
  await mails.recover()
  await queued.queue({ key: 'booking:5:moved:1', to: { email: 'slow@example.com' } })
  await inState('About booking:5:moved:1', 'sent')
  expect(taken('About booking:5:booked:0').times).toBe(0)
})

test.each([
  ['greylist', /450 4\.2\.0 greylisted/],
  ['busy', /451 4\.3\.0 try again later/],
  ['down', /could not be reached/],
] as const)('a mail server that is “%s” gets the mail later, once', async (failure, words) => {
  await mails.failWith(failure)
  await queued.queue({ key: `later:${failure}` })
  const waiting = await waitFor('a failed try', async () => {
    const row = await listed(`About later:${failure}`)
    return row.reason !== null && row
  })
  expect(waiting).toMatchObject({ state: 'waiting', reason: expect.stringMatching(words) })
  await mails.recover()
  await inState(`About later:${failure}`, 'sent')
  expect(taken(`About later:${failure}`)).toEqual(once)
})

test('a login that is turned away later waits for the owner, and goes out when it is entered again', async () => {
  await mails.failWith('wrong-password')
  await queued.queue({ key: 'revoked' })
  await waitFor('a failed try', async () => (await listed('About revoked')).reason !== null)
  const { body } = await owner.get('/api/connections')
  const email = body.connections.find(({ vendor }: { vendor: string }) => vendor === 'email')
  expect(email).toMatchObject({
    state: 'failing',
    reason: expect.stringMatching(/^The mail server did not accept the user name or the password/),
    waiting: 1,
  })
  await mails.recover()
  expect((await connect()).status).toBe(200)
  await inState('About revoked', 'sent')
  expect(taken('About revoked')).toEqual(once)
})

test('an invitation goes out as one that calendars read, and nothing in a name becomes a header', async () => {
  const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n'
  await queued.queue({
    key: 'hostile',
    subject: 'Booked\r\nBcc: victim@example.com',
    to: { email: 'ada@example.com', name: '"Ada" <x@y>\r\nBcc: victim@example.com' },
    ics: { method: 'REQUEST', content },
  })
  await waitFor('it came', () => mails.taken.some(({ source }) => source.includes('method=REQUEST')))
  const mail = mails.taken.find(({ source }) => source.includes('method=REQUEST'))
  expect(mail?.to).toBe('ada@example.com')
  const [headers = ''] = mail?.source.split('\r\n\r\n') ?? []
  expect(headers).not.toMatch(/^bcc:/im)
  expect(mail?.source).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/)
  expect(mail?.source).toMatch(/Content-Type: application\/ics; name="?invite\.ics"?/)
  expect(headers).not.toMatch(/^list-unsubscribe/im)
})

test.each([
  ['killed', '-1 second'],
  ['killed a year ahead', '1 year'],
])('a mail that a process was %s with is sent by another, under the same Message-ID', async (key, until) => {
  await queued.queue({ key })
  await inState(`About ${key}`, 'sent')
  // As a process leaves it that is gone before it can note so much.
  await product.query(
    "update mails set state = 'waiting', settled_at = null, claimed_until = now() + $2::interval where key = $1",
    [key, until],
  )
  await inState(`About ${key}`, 'sent')
  expect(taken(`About ${key}`)).toEqual({ times: 2, ids: 1 })
})

test('a mailing has a way out that mail programs press; reading it changes nothing, and it is kept', async () => {
  await queued.queue({ key: 'mailing:1', marketing: true, to: { email: 'Bo@example.com' } })
  await inState('About mailing:1', 'sent')
  const mail = mails.taken.find(({ source }) => source.includes('Subject: About mailing:1\r\n'))
  const source = mail?.source.replace(/\r\n[ \t]+/g, ' ') ?? ''
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/im)
  const url = /^List-Unsubscribe: <(.+)>\r$/im.exec(source)?.[1] ?? ''
  expect(url).toMatch(/\/unsubscribe\/[\w.-]+$/)
  // Nothing of the address; two letters alone may stand in any token.
  expect(url).not.toMatch(/bo(@|%40)|@|example/i)
  const path = new URL(url).pathname
  const page = await fetch(product.url + path)
  expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow'])
  expect(await page.text()).toContain('<form method="post">')
  expect(await product.query("select 1 from mail_suppressions where email = 'bo@example.com'")).toEqual([])
  const press = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
  })
  expect([press.status, press.headers.get('set-cookie')]).toEqual([200, null])
  await queued.queue({ key: 'mailing:2', marketing: true, to: { email: 'bo@example.com' } })
  await inState('About mailing:2', 'unsubscribed')
  // What is no mailing still comes.
  await queued.queue({ key: 'booking:bo', to: { email: 'bo@example.com' } })
  await inState('About booking:bo', 'sent')
  expect(taken('About mailing:2').times).toBe(0)
  for (const method of ['GET', 'POST'])
    expect((await fetch(`${product.url}/unsubscribe/nonsense.x`, { method })).status).toBe(404)
})
