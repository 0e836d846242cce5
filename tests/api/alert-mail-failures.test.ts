import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import type { FailureKind } from '#contract/failure-kinds.ts'
import { waitFor } from '#support/eventually.ts'
import { type MailFailure, type MailServer, startMailServer } from '#support/mail-server.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { type AlertProduct, runAlertProduct } from './alert-product.ts'

let mails: MailServer
let product: AlertProduct
let second: RunningProduct
beforeAll(async () => {
  mails = await startMailServer()
  const environment = { SMTP_URL: mails.url, ALERT_FROM: 'Leadline <alerts@example.com>' }
  const settings = { emailTo: 'coach@example.com', emailNewLead: true }
  product = await runAlertProduct('email', settings, environment)
  second = await runProduct({ environment, retryDelaySeconds: 1, databaseUrl: product.databaseUrl })
})
afterAll(async () => {
  await second?.end()
  await product?.end()
  await mails?.stop()
})
afterEach(() => mails.recover())

/** The mail server's own log about one lead: how often it took the mail, and under how many Message-IDs. */
const taken = (name: string) => {
  const about = mails.taken.filter(({ source }) => source.includes(`Subject: New lead: ${name}\r\n`))
  const ids = about.map(({ source }) => /^Message-ID: (<.+>)\r$/im.exec(source)?.[1])
  expect(ids).not.toContain(undefined)
  return { times: about.length, ids: new Set(ids).size }
}
const once = { times: 1, ids: 1 }

test('a connection that stays silent ends in time; a mail that may have been taken comes again with its Message-ID', async () => {
  await mails.failWith('take-and-drop', 1)
  const { name: cut } = await product.capture()
  // Once more, or this mail would be the one that is held.
  await waitFor('it came twice', () => taken(cut).times === 2)
  await mails.failWith('hold', 1)
  const began = Date.now()
  const { name: held } = await product.capture()
  await waitFor('it came', () => taken(held).times === 1)
  const before = mails.connections()
  await mails.failWith('silent', 1)
  const { name: silent } = await product.capture()
  await waitFor('it was tried', () => mails.connections() > before)
  await product.failing(/^The mail server gave no answer in time\.$/)
  await product.allSent()
  expect(Date.now() - began).toBeLessThan(45_000)
  expect([cut, held].map(taken)).toEqual([
    { times: 2, ids: 1 },
    { times: 2, ids: 1 },
  ])
  // The silence met whatever was sent at that moment, and nothing was taken then.
  expect(taken(silent)).toEqual(once)
})

const failures: { failure: MailFailure; words: RegExp; kind: FailureKind }[] = [
  {
    failure: 'down',
    words: /^The mail server could not be reached, or hung up \(ESOCKET\)\.$/,
    kind: 'unreachable',
  },
  {
    failure: 'drop',
    words: /^The mail server could not be reached, or hung up \(ECONNECTION\)\.$/,
    kind: 'unreachable',
  },
  {
    failure: 'too-many',
    words: /^The mail server did not take the mail: 421 4\.7\.0 too many .* \(status 421\)\.$/,
    kind: 'vendor-fault',
  },
  {
    failure: 'no-service',
    words: /^The mail server did not take the mail: 554 5\.7\.1 no service for you/,
    kind: 'vendor-fault',
  },
  {
    failure: 'web',
    words: /^The mail server gave an answer that made no sense \(EPROTOCOL\)\.$/,
    kind: 'vendor-fault',
  },
  {
    failure: 'busy',
    words: /^The mail server did not take the mail: 451 4\.3\.0 try again later \(status 451\)\.$/,
    kind: 'vendor-fault',
  },
  {
    failure: 'nonsense',
    words: /^The mail server gave an answer that made no sense \(EMESSAGE\)\.$/,
    kind: 'vendor-fault',
  },
  {
    failure: 'wrong-password',
    words: /^The mail server did not accept the user name or the password: 535 5\.7\.8 bad credentials/,
    kind: 'refused-credentials',
  },
  {
    failure: 'sender',
    words: /^The mail server takes no mail from our sender address: 553 5\.7\.1 you are not \[email\]/,
    kind: 'refused-sender',
  },
  {
    failure: 'sender-at-recipient',
    words: /^The mail server takes no mail from our sender address: 553 <\[email\]>: Sender address rejected/,
    kind: 'refused-sender',
  },
  {
    failure: 'sender-at-end',
    words: /^The mail server takes no mail from our sender address: 554 5\.2\.252 SendAsDenied/,
    kind: 'refused-sender',
  },
  {
    failure: 'daily-limit',
    words:
      /^The mail server takes no more mail from us for now: 550 5\.4\.5 Daily user sending quota exceeded/,
    kind: 'rate-limited',
  },
]

describe('a mail server that goes wrong', () => {
  const names = new Map<string, string>()
  let began: number | undefined

  it.each(failures)(
    'by “$failure”: the mail waits, and the owner reads why',
    async ({ failure, words, kind }) => {
      began ??= Date.now()
      await mails.failWith(failure)
      names.set(failure, (await product.capture()).name)
      const now = await product.failing(words)
      // Since the last mail that was taken: a trouble that turns into another is one.
      expect(Date.parse(now.failingSince ?? '')).toBeGreaterThanOrEqual(began)
      expect(now.waiting).toBeGreaterThan(0)
      expect(now.parked).toBe(0)
      expect(await product.kindOf(now)).toBe(kind)
    },
  )

  it('is well again gets every mail that waited, each once', async () => {
    await product.allSent()
    expect(Object.fromEntries([...names].map(([failure, name]) => [failure, taken(name)]))).toEqual(
      Object.fromEntries(failures.map(({ failure }) => [failure, once])),
    )
    expect(await product.connection()).toMatchObject({
      state: 'working',
      waiting: 0,
      parked: 0,
      reason: null,
    })
  })
})

test('a slow mail server takes its mail once', async () => {
  await mails.failWith('slow')
  const { name } = await product.capture()
  await product.allSent()
  expect(taken(name)).toEqual(once)
  expect(await product.connection()).toMatchObject({ state: 'working', waiting: 0 })
})

test('a mail that is refused is set aside with the reason, and tried again it arrives once', async () => {
  await mails.failWith('refuse', 1)
  const { name } = await product.capture()
  const { parkedItems } = await product.setAside()
  expect(parkedItems).toMatchObject([
    { reason: expect.stringMatching(/^The mail server refused this mail: 550 5\.1\.1/), canReplay: true },
  ])
  const replays = await Promise.all(
    [1, 2, 3].map(() => product.signedIn.post('/api/connections/email/replay', {})),
  )
  expect(replays.map(({ body }) => body.queued).sort()).toEqual([0, 0, 1])
  await product.allSent()
  expect(taken(name)).toEqual(once)
})
