import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodBodies } from '#support/public-writes.ts'
import { rawRequest } from '#support/raw-request.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { tableCounts } from '#support/table-counts.ts'
import { expectRefusal } from './expect-refusal.ts'

let product: RunningProduct
const json = { 'content-type': 'application/json' }

beforeAll(async () => {
  product = await runProduct({ environment: { PUBLIC_URL: 'https://coach.example' } })
})
afterAll(() => product?.end())

const writes = () =>
  Object.entries({ ...goodBodies, '/api/analytics/verify-password': { password: 'a guess' } })

test.each<[string, Record<string, string>]>([
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['a foreign origin that begins like ours', { origin: 'https://coach.example.evil.example' }],
  ['our name on another port', { origin: 'https://coach.example:8443' }],
  ['no origin to speak of', { origin: 'null' }],
  ['a broken origin', { origin: 'coach.example' }],
  ['another site by the browser’s word', { 'sec-fetch-site': 'cross-site' }],
  ['a sister site by the browser’s word', { 'sec-fetch-site': 'same-site' }],
  [
    'our origin, but another site by the browser’s word',
    { origin: 'https://coach.example', 'sec-fetch-site': 'cross-site' },
  ],
])('a write from %s is refused and stores nothing', async (what, headers) => {
  const before = await tableCounts(product)
  for (const [path, body] of writes())
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const request = { method: 'POST', path, headers: { 'content-type': type, ...headers } }
      const answer = await rawRequest(product.url, { ...request, body: JSON.stringify(body) })
      // A plain lead form is answered with a page.
      if (type.includes('form') && path === '/api/capture-lead') expect(answer.status).toBe(403)
      else expectRefusal(answer, `${what}, ${type} to ${path}`, 403)
    }
  expect(await tableCounts(product)).toEqual(before)
})

test('a write from the site itself is taken, by its public address and by its own', async () => {
  const body = JSON.stringify({ path: '/meme' })
  const ways: Record<string, string>[] = [
    { origin: 'https://coach.example' },
    { origin: product.url },
    { origin: product.url, 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    {},
  ]
  for (const headers of ways) {
    const answer = await rawRequest(product.url, {
      method: 'POST',
      path: '/api/visitors/track',
      headers: { ...json, ...headers },
      body,
    })
    expect([headers, answer.status]).toEqual([headers, 200])
  }
})

test('other methods and unknown addresses of the interface are refused in words', async () => {
  // What was stored above is counted now, and not by the worker in between.
  await (await product.owner()).get('/api/visitors?q=nobody&range=all')
  expect(await product.query('select from pending_visitors')).toEqual([])
  const before = await tableCounts(product)
  for (const path of [...writes().map(([path]) => path), '/api/nothing', '/api/visitors/track/x'])
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const hasBody = method === 'PUT' || method === 'PATCH'
      const request = { method, path, ...(hasBody ? { headers: json, body: '{}' } : {}) }
      // One visitor's or lead's own address has this shape; it is the owner's.
      const isOwners = /^\/api\/(visitors|leads)\/[^/]+$/.test(path)
      expectRefusal(
        await rawRequest(product.url, request),
        `${method} ${path}`,
        isOwners ? [401, 404, 405] : [404, 405],
      )
    }
  for (const method of ['PROPFIND', 'TRACE', 'MKCOL']) {
    const answer = await rawRequest(product.url, { method, path: '/api/capture-lead' })
    expectRefusal(answer, method, [400, 404, 405])
  }
  expect(await tableCounts(product)).toEqual(before)
})

test.each([
  '/../../../../etc/passwd',
  '/assets/../../../../etc/passwd',
  '/assets/..%2f..%2f..%2f..%2fetc%2fpasswd',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%5c..%5cpackage.json',
  '/%00',
  '/assets/%00.js',
  '/%c0%ae%c0%ae/package.json',
  '/%',
  '/%E0%A4%A',
  '//evil.example/',
  '/\\evil.example',
  '/api/leads/..%2f..%2fhealthz/tags',
  '/dashboard/../../package.json',
])('the path %s leads nowhere', async (path) => {
  const { status, text, headers } = await rawRequest(product.url, { method: 'GET', path })
  expect([400, 401, 404]).toContain(status)
  expect(text).not.toMatch(/root:|"dependencies"|node_modules|\n {4}at /)
  expect(headers.location).toBeUndefined()
})

test('a zero character in an address is refused in words', async () => {
  const owner = await product.owner()
  for (const path of ['/api/pages/%00/analytics', '/api/visitors/%00'])
    expectRefusal(await owner.get(path), path, 404)
  for (const path of ['/api/visitors?q=%00', '/api/pages?range=%00'])
    expectRefusal(await owner.get(path), path, 422)
})

test('headers of any size and shape are answered, never with a failure', async () => {
  const million = 'x'.repeat(1024 * 1024)
  const track = (headers: Record<string, string>, body: object = { path: '/meme' }) =>
    rawRequest(product.url, {
      method: 'POST',
      path: '/api/visitors/track',
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    })
  const tooLarge = await track({ 'user-agent': million })
  expect(tooLarge.status).toBe(431)
  expect(JSON.parse(tooLarge.text)).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/) })
  expect((await track({ 'user-agent': 'x'.repeat(12_000) })).status).toBe(200)
  expectRefusal(await track({}, { path: '/meme', userAgent: million }), 'a large field', 413)
  for (const value of [
    '',
    ' ',
    '\u00e9\u00ff',
    '<script>alert(1)</script>',
    "'; drop table visitors; --",
    '((((((',
  ])
    for (const name of [
      'user-agent',
      'sec-ch-ua-model',
      'sec-ch-ua-full-version-list',
      'sec-purpose',
      'referer',
      'cookie',
      'x-forwarded-for',
      'accept-encoding',
      'dnt',
      'sec-gpc',
    ])
      expect([name, value, (await track({ [name]: value })).status]).toEqual([name, value, 200])
  expect(
    (await rawRequest(product.url, { method: 'GET', path: '/', headers: { host: 'evil.example' } })).text,
  ).not.toContain('evil.example')
})

test('what a trusted proxy passes on as an address is stored only if it is one', async () => {
  const behind = await runProduct({ environment: { TRUST_PROXY: '1' } })
  const odd = [
    'x'.repeat(7000),
    '<b>',
    "'; --",
    'unknown',
    '8.8.8.8:1234',
    '999.1.1.1',
    '',
    ',,,',
    'fe80::1%aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  ]
  const noise = Array.from({ length: 6000 }, (_, index) =>
    String.fromCharCode(33 + ((index * index * 7919) % 90)),
  ).join('')
  for (const address of [...odd, noise.replaceAll(',', '')])
    for (const [path, body] of Object.entries(goodBodies)) {
      const { status } = await behind
        .browser(undefined, { 'x-forwarded-for': address })
        .post(path, { ...body, submissionId: undefined })
      expect([address.slice(0, 30), path, status]).toEqual([address.slice(0, 30), path, 200])
    }
  const good = behind.browser(undefined, { 'x-forwarded-for': '8.8.8.8' })
  await good.post('/api/visitors/page-view', { path: '/good' })
  const rows = await behind.query(`select distinct ip_address from page_views
    union select ip_address from lead_captures union select ip_address from visitors`)
  expect(rows.map((row) => row.ip_address).sort()).toEqual(['127.0.0.1', '8.8.8.8'])
  await behind.end()
})

test('a forged or damaged visitor cookie makes a new visitor and reads nobody’s lead', async () => {
  const victim = product.browser()
  await victim.post('/api/capture-lead', { name: 'Vic', email: 'vic@example.com', phone: '2025550143' })
  const cookie = victim.cookies.get('leadline_visitor') ?? ''
  const [id = '', signature = ''] = cookie.split('.')
  expect((await victim.post('/api/leads/by-fingerprint', {})).body.success).toBe(true)
  const other = product.browser()
  await other.post('/api/visitors/track', { path: '/' })
  const [, othersSignature = ''] = (other.cookies.get('leadline_visitor') ?? '').split('.')
  const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  for (const forged of [
    id,
    `${id}.`,
    `.${signature}`,
    `${id}.${othersSignature}`,
    `${id}.${flipped}`,
    `${id}.${signature.slice(0, -1)}`,
    `${id.toUpperCase()}.${signature}`,
    'x',
    '%00',
    'x'.repeat(4000),
    'j:{}',
    '[object Object]',
  ]) {
    const browser = product.browser()
    browser.cookies.set('leadline_visitor', forged)
    const answer = await browser.post('/api/leads/by-fingerprint', { fingerprint: '1' })
    expect([forged.slice(0, 60), answer.status, answer.body]).toEqual([
      forged.slice(0, 60),
      200,
      { success: false },
    ])
    await browser.post('/api/visitors/track', { path: '/' })
    expect(browser.cookies.get('leadline_visitor')).not.toBe(forged)
    expect(browser.cookies.get('leadline_visitor')?.split('.')[0]).not.toBe(id)
  }
})

test('a forged owner cookie opens nothing', async () => {
  const owner = await product.owner()
  const token = owner.cookies.get('leadline_owner') ?? ''
  expect(token.length).toBeGreaterThanOrEqual(43)
  for (const forged of [
    '',
    'true',
    '1',
    token.slice(0, -1),
    `${token}a`,
    token.toLowerCase(),
    "' or 1=1 --",
    '%00',
    'x'.repeat(4000),
    owner.cookies.get('leadline_visitor') ?? '',
  ]) {
    const browser = product.browser()
    browser.cookies.set('leadline_owner', forged)
    expectRefusal(await browser.get('/api/customers'), forged.slice(0, 40), 401)
  }
  expect((await owner.get('/api/customers')).status).toBe(200)
})
