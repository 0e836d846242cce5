import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import type { Connection } from '#contract/connections.ts'
import type { FailureKind } from '#contract/failure-kinds.ts'
import { SiteContent } from '#contract/site-content.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { manyCalls, runVoiceProduct, type VoiceProduct } from '#support/voice-product.ts'
import type { VoiceScope, VoiceTrouble } from '#support/voice-server.ts'
import { webhookSecrets } from '#support/webhook-senders.ts'

let product: VoiceProduct
let second: RunningProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runVoiceProduct()
  second = await runProduct({
    environment: { ...webhookSecrets, VOICE_WEBHOOK_URL: product.voice.url },
    clock: { now: product.now },
    content: SiteContent.parse({ calls: manyCalls }),
    databaseUrl: product.databaseUrl,
    retryDelaySeconds: 1,
  })
  owner = await product.owner()
})
afterAll(async () => {
  await second?.end()
  await product?.end()
})

afterEach(() => product.voice.recover())

let last = 1000
const nextPhone = () => {
  last += 1
  return `+120255${last.toString().padStart(5, '0')}`
}
/** Somebody becomes a lead, applies and looks at a page; no trouble of the agent's is felt. */
async function applies(phone: string): Promise<string> {
  const email = `p${phone.slice(1)}@example.com`
  const began = performance.now()
  const browser = await product.lead(email, phone, true)
  await product.applied(browser)
  expect((await browser.get('/thankyoucall')).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(5000)
  return phone
}
const voice = async (): Promise<Connection> => {
  const { body } = await owner.get('/api/connections')
  return body.connections.find(({ vendor }: Connection) => vendor === 'voice')
}
const failing = (words: RegExp) =>
  waitFor(`failing: ${words}`, async () => {
    const now = await voice()
    return now.state === 'failing' && words.test(now.reason ?? '') && now
  })
const isSent = async (phone: string) =>
  (await product.query('select state from call_requests where phone_e164 = $1', [phone]))[0]?.state === 'sent'
/** The agent's own log of one number: how often it took the call, and under how many ids. */
const taken = (phone: string) => {
  const requests = product.voice.log.filter((entry) => entry.phone === phone && entry.isTaken)
  return { times: requests.length, ids: new Set(requests.map(({ key }) => key)).size }
}
const once = { times: 1, ids: 1 }

test('a connection that gives no answer ends in time; what the agent may have taken is asked for under the same id', async () => {
  const neverTaken: VoiceTrouble = 'half-open'
  const maybeTaken: VoiceTrouble[] = ['hang-up-after', 'half-answer', 'silent-after']
  const began = Date.now()
  const phones = new Map<VoiceTrouble, string>()
  for (const trouble of [...maybeTaken, neverTaken]) {
    const phone = nextPhone()
    phones.set(trouble, phone)
    await product.voice.begin(trouble, { phone })
    await applies(phone)
  }
  // Those that are cut off are over at once; each of the two processes then waits for ten seconds.
  await failing(/^The voice agent did not take the call: no answer in time\.$/)
  expect(Date.now() - began).toBeGreaterThan(9000)
  await product.voice.recover()
  for (const phone of phones.values()) await waitFor('it arrives', () => isSent(phone))
  expect(Date.now() - began).toBeLessThan(60_000)

  expect(taken(phones.get(neverTaken) ?? '')).toEqual(once)
  for (const trouble of maybeTaken) {
    const { times, ids } = taken(phones.get(trouble) ?? '')
    expect([times > 1, ids], String(trouble)).toEqual([true, 1])
  }
  expect(product.voice.calls.map(({ phone }) => phone).sort()).toEqual([...phones.values()].sort())
})

const refused = 'The voice agent did not take the call:'
type Trouble = {
  name: string
  trouble: VoiceTrouble
  scope?: VoiceScope
  words: RegExp
  kind: FailureKind
}
const troubles: Trouble[] = [
  // First, so that the others begin while it rests.
  {
    name: 'names a pause of five seconds',
    trouble: 429,
    scope: { headers: { 'retry-after': '5' } },
    words: /it asks for a pause \(status 429\)\.$/,
    kind: 'rate-limited',
  },
  {
    name: 'is down',
    trouble: 'down',
    words: RegExp(`^${refused} nothing listens at its address \\(ECONNREFUSED\\)\\.$`),
    kind: 'unreachable',
  },
  {
    name: 'answers what is no HTTP',
    trouble: 'garbage-bytes',
    words: /its answer made no sense\.$/,
    kind: 'vendor-fault',
  },
  {
    name: 'answers 500 with a page',
    trouble: 500,
    words: /it has trouble of its own \(status 500\)\.$/,
    kind: 'vendor-fault',
  },
  {
    name: 'is busy',
    trouble: 503,
    words: /it has trouble of its own \(status 503\)\.$/,
    kind: 'vendor-fault',
  },
  { name: 'answers 429', trouble: 429, words: /it asks for a pause \(status 429\)\.$/, kind: 'rate-limited' },
  {
    name: 'answers 401 from the middle on',
    trouble: 401,
    words: /it does not accept our signature \(status 401\)\. Check that the secret is the same/,
    kind: 'refused-credentials',
  },
  {
    name: 'answers 403 from the middle on',
    trouble: 403,
    words: /not accept our signature \(status 403\)/,
    kind: 'refused-credentials',
  },
  {
    name: 'is not at its address any more',
    trouble: 404,
    words:
      /nothing answers at its address \(status 404\)\. Check it under Connections → Voice agent; until then calls wait/,
    kind: 'wrong-address',
  },
  {
    name: 'is gone',
    trouble: 410,
    words: /nothing answers at its address \(status 410\)/,
    kind: 'wrong-address',
  },
  {
    name: 'has moved',
    trouble: 302,
    scope: { headers: { location: 'http://127.0.0.1:1/' } },
    words: /its address leads elsewhere \(status 302\), and a redirect is not followed/,
    kind: 'wrong-address',
  },
]

describe('an agent that', () => {
  const phones = new Map<string, string>()
  let began: number | undefined

  it.each(troubles)(
    '$name: the call waits, and the owner reads why',
    async ({ name, trouble, scope, words, kind }) => {
      began ??= product.now().getTime()
      await product.voice.begin(trouble, scope)
      phones.set(name, await applies(nextPhone()))
      const now = await failing(words)
      // Since the last call that was taken: a trouble that turns into another is one.
      expect(Date.parse(now.failingSince ?? '')).toBeGreaterThanOrEqual(began)
      expect(now.waiting).toBeGreaterThan(0)
      expect(now.parked).toBe(0)
      expect(
        await product.query(
          "select distinct failure_kind from call_requests where state = 'waiting' and reason = $1",
          [now.reason],
        ),
      ).toEqual([{ failure_kind: kind }])
      await product.voice.recover()
    },
  )

  it('is well again gets every call that waited, each once', async () => {
    for (const phone of phones.values()) await waitFor('it arrives', () => isSent(phone))
    expect(Object.fromEntries([...phones].map(([name, phone]) => [name, taken(phone)]))).toEqual(
      Object.fromEntries(troubles.map(({ name }) => [name, once])),
    )
    const [first, next] = product.voice.log.filter(
      ({ phone }) => phone === phones.get('names a pause of five seconds'),
    )
    expect((next?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(4900)
    expect(await voice()).toMatchObject({ state: 'working', waiting: 0, parked: 0, reason: null })
    expect(product.voice.unsigned).toBe(0)
  })
})

it.each<VoiceTrouble>(['slow', 'html', 'nonsense', 'cut-body'])(
  'a call that was answered with success is taken, whatever comes with it: “%s”',
  async (trouble) => {
    await product.voice.begin(trouble)
    const phone = await applies(nextPhone())
    await waitFor('it is sent', () => isSent(phone))
    await product.voice.recover()
    expect(product.voice.log.filter((entry) => entry.phone === phone)).toHaveLength(1)
    expect(await voice()).toMatchObject({ state: 'working', waiting: 0 })
  },
)

test('a call that a process took while its clock was a year ahead, and then ended, is placed all the same', async () => {
  await product.voice.begin(503)
  const phone = await applies(nextPhone())
  await failing(/status 503/)
  await product.query(
    "update call_requests set lease_until = now() + interval '1 year' where phone_e164 = $1 and state = 'waiting'",
    [phone],
  )
  await product.voice.recover()
  await waitFor('it is sent', () => isSent(phone))
  expect(taken(phone)).toEqual(once)
})

test('after an hour of trouble the agent is not asked any more, although it is well again', async () => {
  await product.voice.begin(503)
  const phone = await applies(nextPhone())
  await failing(/status 503/)
  // Between two tries: one that began before would reach an agent that is well again.
  await waitFor('the hour passes', async () => {
    const rows = await product.query(
      `update call_requests set requested_at = requested_at - interval '61 minutes'
        where phone_e164 = $1 and lease_until is null returning id`,
      [phone],
    )
    return rows.length === 1
  })
  await product.voice.recover()
  const item = await waitFor('it is given up', async () => (await voice()).parkedItems[0])
  expect(item).toMatchObject({
    reason: `Gave up after an hour. ${refused} it has trouble of its own (status 503).`,
    canReplay: false,
  })
  expect(taken(phone).times).toBe(0)
})

test('however often a call was tried, the next try comes within five minutes', async () => {
  await product.voice.begin(503)
  const phone = await applies(nextPhone())
  await failing(/status 503/)
  const job = `from jobs.job where name = 'place-call' and data ->> 'callRequestId' =
    (select id::text from call_requests where phone_e164 = $1)`
  await waitFor('it waits for its next try, as after many', async () => {
    const rows = await product.query(
      `update jobs.job set retry_count = 12 where id = (select id ${job}) and state = 'retry' returning id`,
      [phone],
    )
    return rows.length === 1
  })
  const row = await waitFor('it was tried again', async () => {
    const rows = await product.query(
      `select extract(epoch from start_after - now())::float as wait ${job} and state = 'retry' and retry_count > 12`,
      [phone],
    )
    return rows[0]
  })
  expect(row.wait).toBeGreaterThan(60)
  expect(row.wait).toBeLessThanOrEqual(300)
})
