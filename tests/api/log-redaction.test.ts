import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { freshDatabase } from '#support/fresh-database.ts'
import { productWithOptions, startProductProcess } from '#support/product-process.ts'
import { rawRequest } from '#support/raw-request.ts'
import { createBrowser } from '#support/test-browser.ts'

// Words that stand for what must never reach a log; each is found wherever it would appear.
const secrets = {
  email: 'zelda.quint@private-mail.example',
  phone: '(202) 555-0187',
  name: 'Zelda Quintessa',
  password: 'open-sesame-9183',
  guess: 'wrong-guess-7261',
  token: 'pit-token-5550-1234',
  secret: 'signing-secret-0123456789-abcdefghijklmnop',
  query: 'querymark8842',
  referrer: 'referrermark3371',
  submission: 'submissionmark1119',
}
const lead = {
  name: secrets.name,
  email: secrets.email,
  phone: secrets.phone,
  page: `/meme?email=${secrets.query}`,
  utm_source: secrets.query,
  submissionId: secrets.submission,
}

test('at the most talkative level the log holds no email, phone, name, token, password or query string', async () => {
  const database = await freshDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-log-'))
  const crm = await startCrmServer({ token: secrets.token, locationId: 'loc1' })
  const product = await startProductProcess(
    {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'trace',
      OWNER_PASSWORD: secrets.password,
      SECRET: secrets.secret,
      GHL_TOKEN: secrets.token,
      GHL_LOCATION_ID: 'loc1',
      GHL_BASE_URL: crm.url,
      PRODUCT_OPTIONS: JSON.stringify({ retryDelaySeconds: 1 }),
    },
    productWithOptions,
  )
  onTestFinished(async () => {
    await product.kill()
    await crm.stop()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(() => client.end())

  const browser = createBrowser(product.url)
  const path = `/meme?email=${secrets.email}&q=${secrets.query}`
  const referrer = `https://x.example/?${secrets.referrer}`
  await crm.failWith('server-error')
  await browser.post(`/api/visitors/track?${secrets.query}`, { path, referrer })
  await browser.post(
    '/api/visitors/page-view',
    { path, title: secrets.name, referrer },
    { referer: referrer },
  )
  expect((await browser.post(`/api/capture-lead?email=${secrets.query}`, lead)).status).toBe(200)
  await browser.post('/api/analytics/capture-with-visitor', { ...lead, slug: '/meme' })
  await browser.post('/api/leads/by-fingerprint', { fingerprint: secrets.query })
  await browser.post('/api/leads/add-booking-tag', {
    email: secrets.email,
    tagName: 'VH04 - Booked Call',
    source: 'cal_booking',
  })
  await browser.post('/api/process-typeform-completion', {
    ...lead,
    first_name: secrets.name,
    page: '/thankyoucall',
  })
  await browser.get(`/?email=${secrets.email}&name=${secrets.query}`)
  await browser.get(`/ThankYouCall/?email=${secrets.email}&name=${secrets.query}`)
  await browser.get(`/nowhere/${secrets.query}?email=${secrets.email}`)

  const owner = createBrowser(product.url)
  expect((await owner.post('/api/analytics/verify-password', { password: secrets.guess })).status).toBe(401)
  expect((await owner.post('/api/analytics/verify-password', { password: secrets.password })).status).toBe(
    200,
  )
  const [tokenOfOwner = '', tokenOfVisitor = ''] = ['leadline_owner', 'leadline_visitor'].map((name) =>
    owner.cookies.get(name),
  )
  await owner.get(`/api/customers?range=all&q=${secrets.query}`)
  await owner.get(`/api/customers?range=${secrets.query}`)

  // What cannot be read, is refused, or comes from elsewhere.
  const json = { 'content-type': 'application/json' }
  for (const body of [
    `{"email":"${secrets.email}`,
    JSON.stringify({ ...lead, email: `${secrets.query}@` }),
    `${secrets.email}`,
  ])
    await rawRequest(product.url, { method: 'POST', path: '/api/capture-lead', headers: json, body })
  await rawRequest(product.url, {
    method: 'POST',
    path: `/api/capture-lead?${secrets.query}`,
    headers: { ...json, origin: `https://${secrets.query}.example` },
    body: JSON.stringify(lead),
  })
  await rawRequest(product.url, {
    method: 'GET',
    path: `/${secrets.query}`,
    headers: { 'user-agent': secrets.query.repeat(3000) },
  })

  // Failures on our side, with row values in the database's own words.
  await client.query('alter table lead_captures add constraint broken check (slug <> $$/broken$$)')
  await client.query('alter table page_views add constraint broken check (path <> $$/broken$$)')
  const broken = createBrowser(product.url)
  expect(
    (await broken.post('/api/capture-lead', { ...lead, page: '/broken', submissionId: 'other' })).status,
  ).toBe(500)
  expect(
    (await broken.post('/api/visitors/page-view', { path: `/broken?${secrets.query}`, title: secrets.name }))
      .status,
  ).toBe(500)
  const form = new URLSearchParams({ ...lead, page: '/broken', submissionId: 'third' }).toString()
  await broken.send('POST', '/api/capture-lead', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
  })
  await client.query('alter table leads rename to leads_away')
  expect((await owner.get(`/api/customers?q=${secrets.query}`)).status).toBe(500)
  await client.query('alter table leads_away rename to leads')

  // The CRM fails in several ways, some of them with our own words in its answer.
  for (const mode of ['refuse-yet-apply', 'garbage', 'token-revoked', 'reset'] as const) {
    const calls = crm.log.length
    await crm.failWith(mode)
    const email = `${mode}.${secrets.email}`
    await createBrowser(product.url).post('/api/capture-lead', { ...lead, email, submissionId: mode })
    await waitFor(`the CRM was called (${mode})`, () => crm.log.length > calls)
  }
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await waitFor('ready again', async () => (await owner.get('/readyz')).status === 200)
  await product.stop()

  const output = product.output()
  expect(output).toContain('a request failed unexpectedly')
  const words = {
    ...secrets,
    e164: '12025550187',
    digits: '5550187',
    firstName: 'Zelda',
    tokenOfOwner,
    tokenOfVisitor,
    databaseUrl: new URL(database.url).password,
  }
  const found = Object.entries(words)
    .filter(
      ([, word]) => word !== '' && output.toLowerCase().includes(decodeURIComponent(word).toLowerCase()),
    )
    .map(([what, word]) => [
      what,
      output.split('\n').find((line) => line.toLowerCase().includes(word.toLowerCase())),
    ])
  expect(found).toEqual([])
})
