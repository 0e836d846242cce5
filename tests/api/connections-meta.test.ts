import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Connection } from '#contract/connections.ts'
import { waitFor } from '#support/eventually.ts'
import { type MetaProduct, runMetaProduct } from '#support/meta-product.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: MetaProduct
let marked: RunningProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runMetaProduct()
  owner = await product.owner()
  marked = await runProduct({
    content: product.content,
    environment: { ...product.environment, META_TEST_EVENT_CODE: 'TEST123' },
  })
})
afterAll(async () => {
  await marked?.end()
  await product?.end()
})
afterEach(() => {
  product.meta.recover()
  product.meta.refuse.clear()
})

const metaOf = async (who: TestBrowser): Promise<Connection> => {
  const { body } = await who.get('/api/connections')
  return body.connections.find(({ vendor }: Connection) => vendor === 'meta')
}
const replay = (id?: string) => owner.post(`/api/connections/meta/${id ? `parked/${id}/` : ''}replay`, {})
const taken = (id: string) => product.meta.accepted.filter(({ event_id }) => event_id === id).length

async function parked(change = ''): Promise<string> {
  const browser = await product.visitor()
  product.meta.refuse.add('Lead')
  const id = await product.claim(browser, '/', 'Lead', { moment: 'submit' })
  await product.settled()
  product.meta.refuse.clear()
  if (change) await product.query(`update ad_events set ${change} where id = $1`, [id])
  return id
}
const itemOf = async (id: string) => (await metaOf(owner)).parkedItems.find((item) => item.id === id)

ordinaryTest(
  'the account waits quietly, works with the first event, and fails with the reason while the token is refused',
  async () => {
    expect(await metaOf(owner)).toMatchObject({ state: 'quiet', waiting: 0, parked: 0 })
    await product.claim(await product.visitor(), '/', 'Lead', { moment: 'submit' })
    await product.settled()
    expect(await metaOf(owner)).toMatchObject({ state: 'working', lastSuccessAt: expect.any(String) })
    product.meta.failWith('revoked')
    await product.claim(await product.visitor(), '/', 'Lead', { moment: 'submit' })
    const failing = await waitFor('it fails', async () => {
      const now = await metaOf(owner)
      return now.state === 'failing' && now
    })
    expect(failing).toMatchObject({ waiting: 1, parked: 0, reason: expect.stringMatching(/access token/) })
    await product.query("update ad_connection set failing_since = now() - interval '3 hours'")
    expect((await owner.get('/api/connections/trouble')).body).toMatchObject([
      { vendor: 'meta', waiting: 1, kind: 'refused-credentials' },
    ])
    product.meta.recover()
    await product.settled()
    expect(await metaOf(owner)).toMatchObject({ state: 'working', failingSince: null, waiting: 0 })
    expect((await owner.get('/api/connections/trouble')).body).toEqual([])
  },
)

ordinaryTest('a test that Meta takes ends a trouble that nothing waits to end', async () => {
  const who = await marked.owner()
  // As after a week of a wrong token: what waited was given up.
  await marked.query(`update ad_connection set failing_since = now() - interval '8 days', kind = 'refused-credentials',
    reason = 'Meta refuses the access token.', failures = 9, paused_until = now() + interval '1 hour'`)
  expect(await metaOf(who)).toMatchObject({ state: 'failing', waiting: 0 })
  product.meta.failWith('revoked')
  expect((await who.post('/api/connections/meta/test', {})).body).toMatchObject({ success: false })
  expect(await metaOf(who)).toMatchObject({ state: 'failing' })
  product.meta.recover()
  expect((await who.post('/api/connections/meta/test', {})).body).toMatchObject({ success: true })
  expect(await metaOf(who)).toMatchObject({ failingSince: null, reason: null })
  expect((await metaOf(who)).state).not.toBe('failing')
})

thoroughTest('what was refused goes out again under its own id, one or all, and counts once', async () => {
  const ids = [await parked(), await parked(), await parked()]
  const [first = ''] = ids
  expect(await itemOf(first)).toMatchObject({ title: 'Lead', canReplay: true, whyNot: null })
  expect(await metaOf(owner)).toMatchObject({ state: 'working', parked: 3, canReplay: true })
  const answers = await Promise.all([replay(first), replay(first)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  await product.settled()
  expect(taken(first)).toBe(1)
  expect((await replay()).body).toMatchObject({ queued: 2 })
  await product.settled()
  expect(ids.map(taken)).toEqual([1, 1, 1])
  expect(product.meta.again.filter((id) => ids.includes(id))).toEqual([])
  expect((await replay()).body).toMatchObject({ queued: 0 })
  expect((await replay(randomUUID())).status).toBe(404)
})

test.each(
  shareOf(
    [
      ["at = now() - interval '7 days'", /nothing older than seven days/],
      ["at = now() - interval '49 hours'", /the pixel reported it too/],
      ['user_agent = null', /which browser it was/],
      [
        `reported_by = 'server', event_name = 'Schedule', occasion = 'booked uid-9', at = now() - interval '3 days'`,
        /the pixel has reported it since/,
      ],
    ],
    2,
  ),
)('what would be refused or counted twice stays where it is, with the reason: %s', async (change, why) => {
  await product.query(
    `insert into pixel_events (id, visitor_id, event_name, dedupe_key, path, at, ip_address)
     select $1, gen_random_uuid(), 'Schedule', 'booking uid-9', '/bookconfirmed', now(), '127.0.0.1'
     where not exists (select from pixel_events where dedupe_key = 'booking uid-9')`,
    [randomUUID()],
  )
  const id = await parked(change)
  expect(await itemOf(id)).toMatchObject({ canReplay: false, whyNot: expect.stringMatching(why) })
  const answer = await replay(id)
  expect(answer.status).toBe(409)
  expect(answer.body.error).toMatch(why)
  expect((await replay()).body).toMatchObject({ queued: 0 })
  expect((await metaOf(owner)).canReplay).toBe(false)
  expect((await product.query('select state from ad_events where id = $1', [id]))[0]?.state).toBe('parked')
  expect(taken(id)).toBe(0)
})

thoroughTest(
  'a no that came since stays a no; what the server alone tells may go out for seven days',
  async () => {
    const refused = await parked()
    await product.query(
      `insert into ad_consents (id, visitor_id, choice, text, version, page, at, ip_address)
     select $2, visitor_id, 'refused', '', '1', '/', now(), '127.0.0.1' from ad_events where id = $1`,
      [refused, randomUUID()],
    )
    expect(await itemOf(refused)).toMatchObject({
      canReplay: false,
      whyNot: expect.stringMatching(/said no/),
    })
    const paid = await parked(`reported_by = 'server', occasion = 'paid p1', at = now() - interval '6 days'`)
    expect((await replay()).body).toMatchObject({ queued: 1 })
    await product.settled()
    expect([taken(refused), taken(paid)]).toEqual([0, 1])
  },
)

ordinaryTest(
  'a no in another browser of the person stays a no for what the server tells by itself',
  async () => {
    const paid = await parked(`reported_by = 'server', occasion = 'paid p2'`)
    expect(await itemOf(paid)).toMatchObject({ canReplay: true })
    const claimed = await product.claim(await product.visitor(), '/', 'Lead', { moment: 'submit' })
    await product.settled()
    const [{ visitor_id: other } = {}] = await product.query(
      'select visitor_id from pixel_events where id = $1',
      [claimed],
    )
    const person = randomUUID()
    await product.query('insert into people (id, created_at) values ($1, now())', [person])
    await product.query('update visitors set person_id = $1 where id = $2', [person, other])
    await product.query('update ad_events set person_id = $1 where id = $2', [person, paid])
    await product.query(
      `insert into ad_consents (id, visitor_id, choice, text, version, page, at, ip_address)
     values ($1, $2, 'refused', '', '1', '/', now(), '127.0.0.1')`,
      [randomUUID(), other],
    )
    expect(await itemOf(paid)).toMatchObject({ canReplay: false, whyNot: expect.stringMatching(/said no/) })
    expect((await replay(paid)).status).toBe(409)
    expect((await replay()).body).toMatchObject({ queued: 0 })
    expect(taken(paid)).toBe(0)
  },
)

thoroughTest(
  'a test sends an event about nobody, marked as a test; without the code there is none, and it says why',
  async () => {
    const without = await metaOf(owner)
    expect(without).toMatchObject({ canTest: false, whyNoTest: expect.stringMatching(/test event code/) })
    const requests = product.meta.requests.length
    expect((await owner.post('/api/connections/meta/test', {})).body).toMatchObject({ success: false })
    expect(product.meta.requests.length).toBe(requests)
    const other = await marked.owner()
    expect(await metaOf(other)).toMatchObject({ canTest: true, whyNoTest: null })
    expect((await other.post('/api/connections/meta/test', {})).body).toMatchObject({ success: true })
    expect(product.meta.requests.at(-1)).toMatchObject({ events: 1, testCode: 'TEST123' })
    expect(product.meta.accepted.at(-1)).toMatchObject({ event_name: 'ConnectionTest' })
    product.meta.failWith('revoked')
    const { body } = await other.post('/api/connections/meta/test', {})
    expect(body).toMatchObject({ success: false, message: expect.stringMatching(/access token/) })
    expect(await marked.query('select 1 from ad_events')).toEqual([])
  },
)
