import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { expectRefusal } from './expect-refusal.ts'

// What stands in front of the simulated CRM, and refuses for good or is down.
let mood: 'well' | 'refuses tags' | 'refuses the first tag' | 'refuses contacts' | 'is down' = 'well'
let asked = 0
/** What a CRM that is down waits for before it says so. */
let held: Promise<void> | undefined
const front = createServer(async (request, answer) => {
  const { method = 'GET', url = '/', headers } = request
  const isTag = url.includes('/tags')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  if (!isTag) asked += 1
  const isFirstTag = isTag && Buffer.concat(chunks).includes('VH01')
  const isRefused =
    method !== 'GET' &&
    (mood === 'refuses contacts' ||
      (mood === 'refuses tags' && isTag) ||
      (mood === 'refuses the first tag' && isFirstTag))
  if (mood === 'is down') {
    await held
    return answer.writeHead(500).end('down')
  }
  answer.setHeader('content-type', 'application/json')
  if (isRefused) return answer.writeHead(422).end(JSON.stringify({ message: 'not like this' }))
  const { authorization = '', version = '' } = headers
  const passed = await fetch(crm.url + url, {
    method,
    headers: { authorization, version: String(version), 'content-type': 'application/json' },
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  })
  answer.writeHead(passed.status).end(await passed.text())
})

let crm: CrmServer
let product: RunningProduct
let owner: TestBrowser
beforeAll(async () => {
  crm = await startCrmServer({ token: 'pit-replay', locationId: 'loc1' })
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening))
  const { port } = front.address() as AddressInfo // it listens on a port
  product = await runProduct({
    // Its own tries come long after this test has ended.
    retryDelaySeconds: 600,
    // What happens within a second bears one time, so that nothing but the product's own order tells tags apart.
    clock: { now: () => new Date(Math.floor(Date.now() / 1000) * 1000) },
    environment: {
      GHL_TOKEN: 'pit-replay',
      GHL_LOCATION_ID: 'loc1',
      GHL_BASE_URL: `http://127.0.0.1:${port}`,
    },
  })
  owner = await product.owner()
})
afterAll(async () => {
  await product?.end()
  await new Promise((closed) => front.close(closed))
  await crm?.stop()
})

let people = 0
let email: string
let before = 0
beforeEach(() => {
  people += 1
  email = `p${people}@example.com`
  before = crm.effects().length
})

async function capture() {
  const lead = { name: 'P', email, phone: '1', page: '/freetraining' }
  expect((await product.browser().post('/api/capture-lead', lead)).status).toBe(200)
}
type Log = {
  id: string
  tagName: string
  status: string
  delivery: string | null
  errorMessage: string | null
}
const logs = async (): Promise<Log[]> => (await owner.get(`/api/auto-tags/logs?q=${email}`)).body
const state = async (): Promise<string> =>
  (await product.query('select crm_state from leads where email = $1', [email]))[0]?.crm_state
const becomes = (wanted: string) =>
  waitFor(`the delivery is ${wanted}`, async () => (await state()) === wanted)
const replay = (id: string) => owner.post(`/api/auto-tags/logs/${id}/replay`, {})
/** What the CRM has been changed by since the test began: each tag must be there once. */
const tagged = () =>
  crm
    .effects()
    .slice(before)
    .filter((effect) => effect.startsWith('tag added'))
const expected = ['tag added: vh01 - lead', 'tag added: vh02 - saw pitch']

ordinaryTest('sends what was set aside once the CRM takes it, each tag once, and says so', async () => {
  mood = 'refuses tags'
  await capture()
  await becomes('parked')
  const failed = await logs()
  // Both tags tell why they are not there, also the one that was never tried.
  expect(failed.map(({ tagName, status, delivery }) => [tagName, status, delivery]).sort()).toEqual([
    ['VH01 - Lead', 'error', 'parked'],
    ['VH02 - Saw Pitch', 'error', 'parked'],
  ])
  expect(failed.every(({ errorMessage }) => errorMessage?.includes('not like this'))).toBe(true)
  const id = failed[0]?.id ?? ''
  mood = 'well'
  const answers = await Promise.all([replay(id), replay(id), replay(id)])
  expect(answers.map(({ body }) => body.queued).sort()).toEqual([0, 0, 1])
  expect(answers.find(({ body }) => body.queued === 1)?.body.message).toBe('It is tried again now.')
  await becomes('delivered')
  expect(tagged()).toEqual(expected)
  const again = await replay(id)
  expect([again.status, again.body]).toEqual([
    200,
    { queued: 0, message: 'Nothing to do: the CRM has this tag by now.' },
  ])
  // What failed is the same row now, brought up to date: one execution is one row.
  expect(
    (await logs()).map(({ tagName, status, errorMessage }) => [tagName, status, errorMessage]).sort(),
  ).toEqual([
    ['VH01 - Lead', 'success', null],
    ['VH02 - Saw Pitch', 'success', null],
  ])
  expect(tagged()).toEqual(expected)
})

ordinaryTest('sets a tag aside alone that the CRM will never take, and brings the others', async () => {
  mood = 'refuses the first tag'
  await capture()
  await becomes('parked')
  const told = async () =>
    (await logs()).map(({ tagName, status, delivery }) => [tagName, status, delivery]).sort()
  const alone = [
    ['VH01 - Lead', 'error', 'parked'],
    ['VH02 - Saw Pitch', 'success', null],
  ]
  expect(await told()).toEqual(alone)
  expect(tagged()).toEqual(expected.slice(1))
  const refused = (await logs()).find(({ tagName }) => tagName === 'VH01 - Lead')
  expect(refused?.errorMessage).toContain('not like this')
  const { body } = await owner.get('/api/connections')
  const { parkedItems } = body.connections.find((one: { vendor: string }) => one.vendor === 'crm')
  expect(parkedItems[0]).toMatchObject({ reason: expect.stringContaining('not like this'), canReplay: true })
  expect((await replay(refused?.id ?? '')).body.queued).toBe(1)
  await waitFor('it is refused again', async () => (await state()) === 'parked')
  expect(await told()).toEqual(alone)
  mood = 'well'
  expect((await replay(refused?.id ?? '')).body.queued).toBe(1)
  await becomes('delivered')
  expect(tagged().sort()).toEqual(expected)
})

thoroughTest(
  'adds one try to those that a failing delivery has left, however often it is asked',
  async () => {
    mood = 'is down'
    await capture()
    await becomes('failing')
    const already = asked
    // The extra try lasts until all have asked: after it, whoever asks gets another one.
    const hold = Promise.withResolvers<void>()
    held = hold.promise
    onTestFinished(() => hold.resolve())
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => owner.post('/api/auto-tags/logs/replay-failed', {})),
    )
    expect(answers.reduce((sum, { body }) => sum + body.queued, 0)).toBe(1)
    await waitFor('the extra try', () => asked > already)
    hold.resolve()
    await becomes('failing')
    // The queue notes the end of a try after the ledger does.
    const jobs = await waitFor('no try is under way', async () => {
      const rows = await product.query(
        `select state, count(*) from jobs.job where data ->> 'leadId' = (select id::text from leads where email = $1)
      group by 1 order by 1`,
        [email],
      )
      return rows.every((row) => row.state !== 'active') && rows
    })
    expect(jobs).toEqual([
      { state: 'retry', count: '1' },
      { state: 'completed', count: '1' },
    ])
    mood = 'well'
    expect((await owner.post('/api/auto-tags/logs/replay-failed', {})).body.queued).toBe(1)
    await becomes('delivered')
    expect(tagged()).toEqual(expected)
  },
)

ordinaryTest(
  'finds every failed delivery, also those whose contact was refused, and then nothing more',
  async () => {
    mood = 'refuses contacts'
    await capture()
    await becomes('parked')
    expect((await logs()).map(({ status }) => status)).toEqual(['error', 'error'])
    mood = 'well'
    const all = () => owner.post('/api/auto-tags/logs/replay-failed', {})
    expect((await all()).body).toEqual({ queued: 1, message: 'It is tried again now.' })
    await becomes('delivered')
    expect(tagged()).toEqual(expected)
    expect((await all()).body).toEqual({ queued: 0, message: 'Nothing to do: no delivery has failed.' })
  },
)

thoroughTest('gives what comes after a lead was set aside its full time', async () => {
  mood = 'refuses contacts'
  const browser = product.browser()
  const captureOn = (page: string) =>
    browser.post('/api/capture-lead', { name: 'P', email, phone: '1', page })
  await captureOn('/meme')
  await becomes('parked')
  await product.query(
    "update leads set crm_failing_since = crm_failing_since - interval '10 days' where email = $1",
    [email],
  )
  mood = 'is down'
  const already = asked
  await captureOn('/thankyoucall')
  await waitFor('the try has ended', async () => {
    if (asked === already) return false
    const [lead] = await product.query('select crm_lease_until from leads where email = $1', [email])
    return lead?.crm_lease_until === null
  })
  expect(await state()).toBe('failing')
  const filled = (await logs()).find(({ tagName }) => tagName === 'VH03 - Filled Application')
  expect(filled?.status).toBe('waiting')
  mood = 'well'
  expect((await owner.post('/api/auto-tags/logs/replay-failed', {})).body.queued).toBe(1)
  await becomes('delivered')
  expect(tagged().sort()).toEqual(['tag added: vh01 - lead', 'tag added: vh03 - filled application'])
})

thoroughTest(
  'sets a lead aside for good once its time is over, however many jobs are left of it',
  async () => {
    mood = 'is down'
    const browser = product.browser()
    for (const page of ['/meme', '/thankyoucall'])
      await browser.post('/api/capture-lead', { name: 'P', email, phone: '1', page })
    await becomes('failing')
    const jobs = `jobs.job where name = 'deliver-lead-to-crm' and state in ('created', 'retry', 'active')
    and data ->> 'leadId' = (select id::text from leads where email = $1)`
    const left = () => product.query(`select id, state from ${jobs}`, [email])
    // One that is still at its first try would end with it once the time is over.
    await waitFor('both have tried', async () => (await left()).every(({ state }) => state === 'retry'))
    await product.query(
      "update leads set crm_failing_since = crm_failing_since - interval '73 hours' where email = $1",
      [email],
    )
    expect(await left()).toHaveLength(2)
    await waitFor('no job is left', async () => {
      const ids = (await left()).map(({ id }) => id)
      await product.query("update jobs.job set start_after = now() where state = 'retry' and id = any($1)", [
        ids,
      ])
      return ids.length === 0
    })
    expect(await state()).toBe('parked')
  },
)

ordinaryTest('refuses what is no log entry, and whoever has no session', async () => {
  for (const id of ['none', '00000000-0000-7000-8000-0000000000ff', "' or 1=1 --"])
    expectRefusal(await replay(encodeURIComponent(id)), id, 404)
  expectRefusal(await product.browser().post('/api/auto-tags/logs/x/replay', {}), 'no session', 401)
})
