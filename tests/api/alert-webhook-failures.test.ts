import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import type { FailureKind } from '#contract/failure-kinds.ts'
import { waitFor } from '#support/eventually.ts'
import { type HookServer, type HookTrouble, startHookServer } from '#support/hook-server.ts'
import { type AlertProduct, runAlertProduct } from './alert-product.ts'

let hook: HookServer
let product: AlertProduct
beforeAll(async () => {
  hook = await startHookServer()
  product = await runAlertProduct('webhook', { webhookUrl: hook.url, webhookNewLead: true })
})
afterAll(async () => {
  await product?.end()
  await hook?.stop()
})
afterEach(() => hook.recover())

/** The receiver's own log about one lead: how often it took the alert, and under how many ids. */
const taken = (email: string) => {
  const calls = hook.log.filter(({ body, isTaken }) => body.email === email && isTaken)
  return { times: calls.length, ids: new Set(calls.flatMap(({ key, body }) => [key, body.id])).size }
}
const once = { times: 1, ids: 1 }

test('a call that gets no answer ends in time; what the receiver may have taken comes again under the same id', async () => {
  const maybeTaken: string[] = []
  for (const trouble of ['hang-up-after', 'half-answer'] as const) {
    hook.answerWith(trouble, 1)
    const { email } = await product.capture()
    await waitFor('it came', () => taken(email).times > 0)
    maybeTaken.push(email)
    // Or the trouble of the next one would meet this one's second try.
    await product.allSent()
  }
  hook.answerWith('hang')
  const began = Date.now()
  const { email: neverTaken } = await product.capture()
  await waitFor('the wait ends', async () => {
    const rows = await product.query("select reason from alerts where state = 'waiting'")
    return rows.some(({ reason }) => reason === 'The webhook could not be reached: no answer in time.')
  })
  expect(Date.now() - began).toBeGreaterThan(9000)
  await hook.recover()
  await product.allSent()
  expect(Date.now() - began).toBeLessThan(45_000)
  expect(maybeTaken.map(taken)).toEqual([
    { times: 2, ids: 1 },
    { times: 2, ids: 1 },
  ])
  expect(taken(neverTaken)).toEqual(once)
})

type Trouble = {
  name: string
  trouble: HookTrouble | 'down'
  retryAfter?: string
  words: RegExp
  kind: FailureKind
}
const troubles: Trouble[] = [
  // First, so that the others begin while it rests.
  {
    name: 'names a pause of five seconds',
    trouble: 429,
    retryAfter: '5',
    words: /^The webhook asks for a pause \(status 429\)\.$/,
    kind: 'rate-limited',
  },
  {
    name: 'is down',
    trouble: 'down',
    words: /^The webhook could not be reached: nothing listens at its address \(ECONNREFUSED\)\.$/,
    kind: 'unreachable',
  },
  {
    name: 'answers what is no HTTP',
    trouble: 'garbage-bytes',
    words: /its answer made no sense \(HPE_/,
    kind: 'vendor-fault',
  },
  {
    name: 'answers 500',
    trouble: 500,
    words: /^The webhook has trouble of its own \(status 500\)\.$/,
    kind: 'vendor-fault',
  },
  { name: 'is busy', trouble: 503, words: /trouble of its own \(status 503\)\.$/, kind: 'vendor-fault' },
  { name: 'answers 429', trouble: 429, words: /asks for a pause \(status 429\)\.$/, kind: 'rate-limited' },
  {
    name: 'turns us away from the middle on',
    trouble: 401,
    words:
      /^The webhook turns our calls away \(status 401\)\. Enter its new address under Settings → Alerts\.$/,
    kind: 'refused-credentials',
  },
  {
    name: 'forbids it from the middle on',
    trouble: 403,
    words: /turns our calls away \(status 403\)/,
    kind: 'refused-credentials',
  },
  {
    name: 'is not at its address any more',
    trouble: 404,
    words: /nothing answers at its address \(status 404\)\. Check it under Settings → Alerts\.$/,
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
    words: /its address leads elsewhere \(status 302\), and a redirect is not/,
    kind: 'wrong-address',
  },
]

describe('a webhook that', () => {
  const emails = new Map<string, string>()
  let began: number | undefined

  it.each(troubles)(
    '$name: the alert waits, and the owner reads why',
    async ({ name, trouble, retryAfter, words, kind }) => {
      began ??= Date.now()
      if (trouble === 'down') await hook.goDown()
      else hook.answerWith(trouble, Number.POSITIVE_INFINITY, retryAfter ? { 'retry-after': retryAfter } : {})
      emails.set(name, (await product.capture()).email)
      const now = await product.failing(words)
      // Since the last alert that was taken: a trouble that turns into another is one.
      expect(Date.parse(now.failingSince ?? '')).toBeGreaterThanOrEqual(began)
      expect(now.waiting).toBeGreaterThan(0)
      expect(now.parked).toBe(0)
      expect(await product.kindOf(now)).toBe(kind)
    },
  )

  it('is well again gets every alert that waited, each once', async () => {
    await product.allSent()
    expect(Object.fromEntries([...emails].map(([name, email]) => [name, taken(email)]))).toEqual(
      Object.fromEntries(troubles.map(({ name }) => [name, once])),
    )
    const paused = emails.get('names a pause of five seconds')
    const [first, next] = hook.log.filter(({ body }) => body.email === paused)
    expect((next?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(4900)
    expect(await product.connection()).toMatchObject({
      state: 'working',
      waiting: 0,
      parked: 0,
      reason: null,
    })
  })
})

it.each<HookTrouble>(['slow', 'html', 'cut-body'])(
  'an alert that was answered with success is taken, whatever comes with it: “%s”',
  async (trouble) => {
    hook.answerWith(trouble)
    const { email } = await product.capture()
    await product.allSent()
    expect(hook.log.filter(({ body }) => body.email === email)).toHaveLength(1)
    expect(await product.connection()).toMatchObject({ state: 'working', waiting: 0 })
  },
)

test('an alert that is refused is set aside with the reason, and tried again it arrives once', async () => {
  hook.answerWith(400, 1)
  const { email } = await product.capture()
  const { parkedItems } = await product.setAside()
  expect(parkedItems).toMatchObject([{ reason: 'The webhook answered with status 400.', canReplay: true }])
  const replays = await Promise.all(
    [1, 2, 3].map(() => product.signedIn.post('/api/connections/webhook/replay', {})),
  )
  expect(replays.map(({ body }) => body.queued).sort()).toEqual([0, 0, 1])
  await product.allSent()
  expect(taken(email)).toEqual(once)
})

test('the banner tells an address that is wrong from a receiver out of reach', async () => {
  hook.answerWith(404)
  await product.capture()
  await product.failing(/status 404/)
  await product.query("update alerts set settled_at = settled_at - interval '1 hour' where state = 'sent'")
  await product.query(
    "update alerts set failing_since = now() - interval '6 minutes' where state = 'waiting'",
  )
  expect((await product.signedIn.get('/api/connections/trouble')).body).toMatchObject([
    { vendor: 'webhook', waiting: 1, kind: 'wrong-address' },
  ])
  await hook.recover()
  await product.allSent()
  expect((await product.signedIn.get('/api/connections/trouble')).body).toEqual([])
})
