import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedApplication } from '#contract/application.ts'
import { sendJson } from '#support/send-json.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { formResponse } from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import { typeformCall } from '#support/webhook-senders.ts'

let product: WebhookProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runWebhookProduct()
  owner = await product.owner()
})
afterAll(() => product?.end())

const answers = {
  ...{
    name: 'Ada Kern',
    phone: '+1 202 555 0143',
    situation: 'employed',
    problem: 'Finding a first customer.',
  },
  ...{ goal: 'Ten of them.', ready: '8', start: 'now', alone: 'yes', budget: 'medium' },
}
const apply = async (browser: TestBrowser, email: string, more: object = {}) => {
  const sent = { responseId: randomUUID(), page: '/freetraining', elapsed: 60_000, ...more }
  const { status } = await browser.post('/api/application', { ...sent, answers: { ...answers, email } })
  expect(status).toBe(200)
}
const begin = (browser: TestBrowser) =>
  browser.post('/api/application/answers', {
    ...{ responseId: randomUUID(), revision: 1, page: '/freetraining', answers: { problem: 'Time' } },
  })

const capture = async (browser: TestBrowser, email: string, page: string) => {
  const sent = { name: 'Ada Kern', email, phone: '+1 202 555 0143', page }
  expect((await browser.post('/api/capture-lead', sent)).status).toBe(200)
}
const view = (browser: TestBrowser, path: string) => browser.post('/api/visitors/page-view', { path })

/** What the list, its count (of a page that holds too few to tell), a search and the file say. */
const said = async () => {
  const list = await owner.get('/api/applications?range=all')
  const count = async (query: string) =>
    Number((await owner.get(`/api/applications?range=all&limit=1${query}`)).headers.get('x-total-count'))
  const file = (await owner.get('/api/export/applications.csv?range=all')).text.trim().split('\r\n')
  return {
    listed: (list.body as ListedApplication[]).map(({ email, answered }) => email ?? answered).sort(),
    counted: await count(''),
    left: await count('&state=left'),
    found: await count('&q=a'),
    inFile: file.length - 1,
  }
}
const visitorOf = async (email: string) =>
  (await product.query('select visitor_id from lead_captures where email = $1', [email]))[0]?.visitor_id

test('applications of the owner’s browsers and tests, and those held as spam, are in no list, count or file until they count', async () => {
  const counted = product.browser()
  await apply(counted, 'counted@example.com')
  await begin(await product.lead('begun@example.com', '202-555-0101'))
  const before = {
    ...{ listed: [1, 'counted@example.com'], counted: 2, left: 1 },
    ...{ found: 1, inFile: 2 },
  }
  expect(await said()).toEqual(before)

  // In a browser that has signed in, finished and not.
  await apply(owner, 'me@example.com')
  await begin(owner)
  expect(await said()).toEqual(before)

  // By a form elsewhere, of a lead that is a test.
  await product.tell(
    typeformCall(
      formResponse({ token: 'mine', submittedAt: new Date().toISOString(), email: 'me@example.com' }),
    ),
  )
  expect(await said()).toEqual(before)
  // With that lead itself, all it answered stands.
  const own = await owner.get(
    `/api/applications?range=all&leadId=${await product.leadIdOf('me@example.com')}`,
  )
  expect([own.body.length, own.headers.get('x-total-count')]).toEqual([3, '3'])

  // Marked as the owner's, and taken back.
  const visitorId = await visitorOf('counted@example.com')
  await sendJson(owner, 'PUT', `/api/visitors/${visitorId}/exclude`, { excluded: true })
  expect(await said()).toEqual({ listed: [1], counted: 1, left: 1, found: 0, inFile: 1 })
  await sendJson(owner, 'PUT', `/api/visitors/${visitorId}/exclude`, { excluded: false })
  expect(await said()).toEqual(before)

  await apply(product.browser(), 'machine@example.com', { website: 'https://spam.example' })
  expect(await said()).toEqual(before)
  const [held] = (await owner.get('/api/quarantine')).body
  expect((await owner.post(`/api/quarantine/${held.id}/release`, {})).status).toBe(200)
  const after = {
    ...{ listed: [1, 'counted@example.com', 'machine@example.com'], counted: 3, left: 1 },
    ...{ found: 2, inFile: 3 },
  }
  expect(await said()).toEqual(after)

  // However many of the owner's stand before them.
  await product.query(`insert into application_responses (id, visitor_id, form_version, page, revision, answers, words,
      answered, asked, started_at, updated_at)
    select gen_random_uuid(), visitor_id, form_version, page, 1, answers, words, 1, 10, updated_at,
      updated_at + n * interval '1 millisecond'
    from (select mine.* from application_responses mine join visitors own on own.id = mine.visitor_id
      where own.excluded = 'owner' limit 1) mine, generate_series(1, 130) n`)
  expect(await said()).toEqual(after)
  const first = await owner.get('/api/applications?range=all&limit=2')
  expect(first.body).toHaveLength(2)
  const next = first.headers.get('x-next-cursor')
  expect((await owner.get(`/api/applications?range=all&limit=2&cursor=${next}`)).body).toHaveLength(1)
})

test('what a block hides of the leads and browsers stands in no list of applications, and comes back with the end of the block', async () => {
  const paths = ['/lander-college', '/freetraining2'] as const
  const before = await said()
  const [college, training] = paths
  // A lead of a page, with one application finished and another begun, and one told by a form elsewhere.
  const lead = product.browser()
  await capture(lead, 'blocked@example.com', college)
  await apply(lead, 'blocked@example.com')
  await begin(lead)
  await product.tell(
    typeformCall(
      formResponse({ token: 'theirs', submittedAt: new Date().toISOString(), email: 'blocked@example.com' }),
    ),
  )
  // A browser that saw nothing but another page, and a lead who began before saying who they are.
  const unknown = product.browser()
  await view(unknown, training)
  await begin(unknown)
  const other = product.browser()
  await view(other, training)
  await begin(other)
  await capture(other, 'counts@example.com', '/meme')
  const all = await said()
  expect([all.counted - before.counted, all.left - before.left, all.inFile - before.inFile]).toEqual([
    5, 3, 5,
  ])

  const blocks = await Promise.all(
    paths.map(async (pagePath) => (await owner.post('/api/blocked-pages', { pagePath })).body.id),
  )
  const isHidden = (await owner.get('/api/customers?include=records&range=all&hidden=true')).body.map(
    ({ email }: { email: string }) => email,
  )
  expect(isHidden).toContain('blocked@example.com')
  const hidden = await said()
  expect(hidden.listed.filter((one) => !before.listed.includes(one))).toEqual([])
  expect(hidden).toEqual({
    ...{ listed: [...before.listed, 1].sort(), counted: before.counted + 1, left: before.left + 1 },
    ...{ found: before.found, inFile: before.inFile + 1 },
  })
  // With the lead itself, all it answered stands.
  const own = await owner.get(
    `/api/applications?range=all&leadId=${await product.leadIdOf('blocked@example.com')}`,
  )
  expect([own.body.length, own.headers.get('x-total-count')]).toEqual([3, '3'])

  for (const id of blocks) await sendJson(owner, 'PATCH', `/api/blocked-pages/${id}`, { isActive: false })
  expect(await said()).toEqual(all)
})

test('what counts nowhere is shown where it is asked for, page by page, and nothing else is', async () => {
  const everything = async (query: string) => {
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const { body, headers } = await owner.get(`/api/applications?range=all&limit=60${query}${cursor}`)
      ids.push(...(body as ListedApplication[]).map(({ id }) => id))
      const next = headers.get('x-next-cursor')
      if (!next) return { ids, total: Number(headers.get('x-total-count')) }
      cursor = `&cursor=${next}`
    }
  }
  const all = await product.query(`
    select id from application_responses union all
    select id from applications where form_id not in (select form_id from applications
      join application_responses on external_event_id = applications.id)`)
  const counted = await everything('')
  const hidden = await everything('&hidden=true')
  expect(hidden.ids.length).toBeGreaterThan(130)
  expect(hidden.total).toBe(hidden.ids.length)
  expect([...counted.ids, ...hidden.ids].sort()).toEqual(all.map(({ id }) => id).sort())
  expect((await everything('&hidden=true&state=finished')).total).toBe(2)
  expect((await everything('&hidden=true&q=Finding')).total).toBe(131)
  expect((await everything('&hidden=true&q=Nobody')).total).toBe(0)
  const file = await owner.get('/api/export/applications.csv?range=all&hidden=true')
  expect(file.text.trim().split('\r\n')).toHaveLength(hidden.total + 1)
})
