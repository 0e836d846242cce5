import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { statementsOf } from '#support/statements-of.ts'
import { phone } from '#support/test-browser.ts'

// Of a capture in its usual course, BEGIN, COMMIT and the limits of its caller included.
const MOST = 10

let product: RunningProduct
beforeAll(async () => {
  product = await runProduct()
})
afterAll(() => product?.end())

const ada = { name: 'Ada Kern', email: 'ada@example.com', phone: '+12025550143', page: '/meme' }
const fromAnAdvert = { utm_source: 'facebook', utm_campaign: 'spring', fbclid: 'a-click' }

/** A phone that comes from a public address, so that every limit is looked at. */
function visitor() {
  let cookie = ''
  return async (path: string, body: object) => {
    const headers = { 'user-agent': phone, origin: product.url, 'content-type': 'application/json', cookie }
    const { host } = new URL(product.url)
    const remoteAddress = '8.8.4.4'
    const request = { method: 'POST' as const, url: path, headers: { ...headers, host }, remoteAddress }
    const answer = await product.app.inject({ ...request, payload: JSON.stringify(body) })
    expect(answer.statusCode, answer.body).toBe(200)
    for (const { name, value } of answer.cookies) cookie = `${name}=${value}`
  }
}

async function expectFew(what: string, work: () => Promise<unknown>): Promise<void> {
  const statements = await statementsOf(work)
  expect(
    statements.filter((text) => text === 'begin' || text === 'commit'),
    what,
  ).toHaveLength(2)
  const shown = statements.map((text, at) => `${at + 1} ${text.replace(/\s+/g, ' ').slice(0, 120)}`)
  expect(statements.length, `${what}:\n${shown.join('\n')}`).toBeLessThanOrEqual(MOST)
}

test('a new lead costs ten statements at the most, whether or not the tracker ran before', async () => {
  await expectFew('without tracking', () => visitor()('/api/capture-lead', { ...ada, submissionId: 'one' }))
  const tracked = visitor()
  await tracked('/api/visitors/track', { path: '/meme', ...fromAnAdvert })
  await tracked('/api/visitors/page-view', { path: '/meme', ...fromAnAdvert })
  await expectFew('after tracking, from an advert', () =>
    tracked('/api/capture-lead', {
      ...ada,
      ...fromAnAdvert,
      email: 'ada+advert@example.com',
      submissionId: 'two',
      timezone: 'Europe/Berlin',
      fingerprint: 42,
    }),
  )
})

test('so does a lead that has watched the pitch before, with its tag', async () => {
  const watcher = visitor()
  await watcher('/api/visitors/track', { path: '/meme' })
  await watcher('/api/leads/add-video-tag', { watchTime: 715 })
  const submit = { ...ada, email: 'watched@example.com', submissionId: 'watched' }
  await expectFew('after watching', () => watcher('/api/capture-lead', submit))
  const tags = await product.query('select tag_name from lead_tags where lead_id = $1 order by 1', [
    await product.leadIdOf('watched@example.com'),
  ])
  expect(tags.map((tag) => tag.tag_name)).toEqual(['VH01 - Lead', 'VH02 - Saw Pitch'])
})

test('so does a repeated submit, a lead that comes again, and one known from another browser', async () => {
  const browser = visitor()
  const submit = { ...ada, ...fromAnAdvert, email: 'again@example.com', submissionId: 'three' }
  await browser('/api/capture-lead', submit)
  await expectFew('the same submit twice', () => browser('/api/capture-lead', submit))
  await expectFew('the same lead from elsewhere', () =>
    browser('/api/capture-lead', { ...submit, utm_campaign: 'autumn', page: '/', submissionId: 'four' }),
  )
  await expectFew('a known email in another browser', () =>
    visitor()('/api/capture-lead', { ...submit, submissionId: 'five' }),
  )
  await expectFew('a submit held as spam', () =>
    visitor()('/api/capture-lead', { ...submit, elapsed: 1, submissionId: 'six' }),
  )
})

test('so does a lead of whom the owner is told', async () => {
  const owner = await product.owner()
  const told = { emailTo: 'coach@example.com', emailNewLead: true }
  const hook = { webhookUrl: 'https://hook.example.com/leads', webhookNewLead: true }
  expect((await owner.send('PUT', '/api/alerts/settings', patch({ ...told, ...hook }))).status).toBe(200)
  await expectFew('with two alerts', () =>
    visitor()('/api/capture-lead', { ...ada, email: 'told@example.com', submissionId: 'seven' }),
  )
  expect(await product.query('select channel from alerts order by 1')).toHaveLength(2)
})

const patch = (body: object) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
