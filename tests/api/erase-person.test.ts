import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { verifyReports } from '#server/reports/verify-reports.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { calBooking, checkoutEvent, formResponse } from '#support/webhook-bodies.ts'
import {
  calCall,
  deliver,
  stripeCall,
  typeformCall,
  voiceCall,
  webhookSecrets,
} from '#support/webhook-senders.ts'

const token = 'pit-erase'
const locationId = 'loc1'
const at = '2026-11-20T10:00:00.000Z'
const wanda = { name: 'Wanda Quillfeather', email: 'wanda.quill@example.com', phone: '+12025550199' }
const typed = '(202) 555-0199'
let crm: CrmServer
let product: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  crm = await startCrmServer({ token, locationId })
  product = await runProduct({
    environment: { ...webhookSecrets, GHL_TOKEN: token, GHL_LOCATION_ID: locationId, GHL_BASE_URL: crm.url },
    retryDelaySeconds: 1,
  })
  owner = await product.owner()
})
afterEach(() => crm.recover())
afterAll(async () => {
  await product.end()
  await crm.stop()
})

/** Every text and json column of every table that holds one of the words, the queue's tables included. */
async function placesOf(words: string[]): Promise<string[]> {
  const columns = await product.query(`
    select c.table_schema as schema, c.table_name as name, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'jobs') and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'json', 'jsonb', 'character varying') or c.data_type = 'ARRAY')`)
  const found: string[] = []
  for (const { schema, name, column } of columns) {
    const rows = await product.query(
      `select 1 from "${schema}"."${name}" where exists (
        select from unnest($1::text[]) word where lower("${column}"::text) like '%' || lower(word) || '%') limit 1`,
      [words],
    )
    if (rows.length > 0) found.push(`${schema}.${name}.${column}`)
  }
  return found.sort()
}

const words = [
  wanda.email,
  'Quillfeather',
  '2025550199',
  '555-0199',
  'click-of-wanda',
  'fb.1.wanda',
  'WandaPhone',
  'finger-of-wanda',
]
const numbers = async () => ({
  summary: (await owner.get('/api/analytics/summary?range=all')).body,
  leads: (await owner.get('/api/customers?range=all')).body.length,
  rules: (await owner.get('/api/auto-tags/rules')).body.map(
    ({ successCount, errorCount }: { successCount: number; errorCount: number }) => [
      successCount,
      errorCount,
    ],
  ),
})
const personOf = async (email: string): Promise<{ id: string; person_id: string }> => {
  const [row] = await product.query('select id, person_id from leads where email = $1', [email])
  if (!row) throw new Error(`${email} is no lead`)
  return { id: row.id, person_id: row.person_id }
}
const differences = async () => {
  const { database, close } = openDatabase({
    connection: { connectionString: product.databaseUrl },
    maxConnections: 1,
    statementTimeoutMs: 30_000,
    onLostConnection: () => {},
  })
  try {
    return await verifyReports(database)
  } finally {
    await close()
  }
}
const send = async (call: Parameters<typeof deliver>[1]) =>
  expect((await deliver(product.url, call)).status).toBe(200)

async function liveThrough(): Promise<void> {
  const browser = product.browser('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) WandaPhone/9.1')
  const view = {
    fingerprint: 'finger-of-wanda',
    sessionId: 's1',
    title: 'Hi Wanda Quillfeather',
    utm_source: 'fb',
  }
  await browser.post('/api/visitors/track', { ...view, path: '/freetraining', fbclid: 'click-of-wanda' })
  await browser.post('/api/visitors/page-view', {
    ...view,
    path: '/freetraining',
    referrer: `https://mail.example.com/?to=${wanda.email}`,
  })
  await browser.post('/api/capture-lead', {
    ...wanda,
    phone: typed,
    page: '/freetraining',
    fbclid: 'click-of-wanda',
    fbp: 'fb.1.wanda',
    utm_source: 'fb',
  })
  await browser.post('/api/capture-lead', { ...wanda, page: '/meme', name: 'W. Quillfeather' })
  await browser.post('/api/capture-lead', { ...wanda, page: '/meme', website: 'https://spam.example.com' })
  await browser.post('/api/leads/add-video-tag', { fingerprint: '1', watchTime: 720 })
  await browser.post('/api/process-typeform-completion', {
    ...{ first_name: 'Wanda', last_name: 'Quillfeather', email: wanda.email, phone: typed },
    page: '/thankyoucall',
  })
  await browser.post('/api/leads/add-booking-tag', {
    email: wanda.email,
    tagName: 'VH04 - Booked Call',
    source: 'cal_booking',
  })
  const { id } = await personOf(wanda.email)
  await send(
    typeformCall(
      formResponse({ eventId: 'e1', token: 't1', submittedAt: at, email: wanda.email, phone: wanda.phone }),
    ),
  )
  await send(calCall(calBooking('BOOKING_CREATED', { uid: 'b1', createdAt: at, email: wanda.email })))
  await send(
    stripeCall(
      checkoutEvent('checkout.session.completed', {
        eventId: 'p1',
        session: 's1',
        at,
        reference: id,
        email: 'firm@example.com',
      }),
    ),
  )
  await send(
    voiceCall({ callId: 'c1', phone: wanda.phone, status: 'ended', summary: 'Wanda Quillfeather spoke.' }),
  )
  await send(voiceCall({ odd: true, note: `call ${wanda.email}` }))
  await waitFor('deliveries worked off', async () => {
    const rows = await product.query("select 1 from webhook_deliveries where state = 'waiting'")
    return rows.length === 0
  })
}

/** What waits or was set aside for the advert account and the voice agent, which no product here is connected to. */
async function leaveOpenWork(): Promise<void> {
  for (const [state, told, userAgent] of [
    ['waiting', 'browser', 'WandaPhone/9.1'],
    ['parked', 'server', 'WandaPhone/9.1'],
    ['sent', 'server', null],
  ])
    await product.query(
      `insert into ad_events (id, visitor_id, person_id, told_by, thing, pixel_id, event_name, url, at, ip_address,
         user_agent, fbc, fbp, state, due_at)
       select gen_random_uuid(), capture.visitor_id, lead.person_id, $2, null, '1', 'Lead',
         'https://coach.example.com/?fbclid=click-of-wanda', now(), '127.0.0.1', $3, 'fb.1.1.click-of-wanda',
         'fb.1.wanda', $1, now() + interval '1 hour'
       from leads lead join lead_captures capture on capture.lead_id = lead.id
       where lead.email = $4 and capture.visitor_id is not null limit 1`,
      [state, told, userAgent, wanda.email],
    )
  for (const state of ['waiting', 'parked', 'sent'])
    await product.query(
      `insert into call_requests (id, lead_id, phone_e164, page, requested_at, state, reason, failing_since)
       select gen_random_uuid(), id, $2, '/thankyoucall', now(), $1, $3, null from leads where email = $4`,
      [state, wanda.phone, `No line for ${wanda.name}.`, wanda.email],
    )
}

const isDelivered = (email: string) =>
  waitFor(`${email} delivered`, async () => {
    const [row] = await product.query('select crm_state, crm_contact_stale from leads where email = $1', [
      email,
    ])
    return row?.crm_state === 'delivered' && !row.crm_contact_stale
  })

test('a person goes out of every table and out of the CRM, and no number moves', async () => {
  await liveThrough()
  await product.browser().post('/api/capture-lead', {
    ...{ name: 'Otto Other', email: 'otto@example.com', phone: '(202) 555-0111', page: '/meme' },
  })
  await isDelivered(wanda.email)
  await isDelivered('otto@example.com')
  const { person_id: personId } = await personOf(wanda.email)
  expect(crm.contacts()).toHaveLength(2)
  await leaveOpenWork()

  const places = await placesOf(words)
  for (const place of [
    'leads.email',
    'lead_captures.email',
    'person_links.value',
    'page_views.title',
    'milestones.evidence',
  ])
    expect(places).toContain(`public.${place}`)
  for (const place of [
    'webhook_deliveries.body',
    'calls.summary',
    'signed_facts.email',
    'visitors.first_touch',
    'ad_events.url',
    'ad_events.user_agent',
    'ad_events.fbc',
    'ad_events.fbp',
    'call_requests.phone_e164',
    'call_requests.reason',
  ])
    expect(places).toContain(`public.${place}`)
  const { id: leadId } = await personOf(wanda.email)

  const exported = await owner.get(`/api/people/${personId}/export`)
  expect(exported.headers.get('content-disposition')).toContain('attachment')
  const file = JSON.stringify(exported.body)
  for (const word of [wanda.email, 'Wanda Quillfeather spoke.', 'click-of-wanda', 'firm@example.com'])
    expect(file).toContain(word)
  expect(file).not.toContain('otto@example.com')

  const before = await numbers()
  expect(await differences()).toEqual([])
  expect((await owner.post(`/api/people/${personId}/erase`, {})).body).toEqual({ success: true })
  expect(await numbers()).toEqual(before)
  expect(await differences()).toEqual([])

  await waitFor('the contact deleted', () => crm.effects().includes('contact deleted'))
  await waitFor('the CRM’s part done', async () => {
    const rows = await product.query("select 1 from crm_erasures where state = 'done'")
    return rows.length === 1
  })
  expect(crm.contacts()).toMatchObject([{ email: 'otto@example.com' }])
  expect(await placesOf([...words, 'firm@example.com'])).toEqual([])
  expect(await placesOf(['otto@example.com'])).not.toEqual([])
  // What had not gone out never will; that the rest did stays, about nobody.
  expect(
    await product.query('select state, person_id, ip_address, url from ad_events order by state'),
  ).toEqual(
    ['parked', 'sent'].map((state) => ({
      ...{ state, person_id: null, ip_address: null, url: 'https://coach.example.com/' },
    })),
  )
  expect(
    (await product.query('select state from call_requests where lead_id = $1 order by state', [leadId])).map(
      ({ state }) => state,
    ),
  ).toEqual(['not_called', 'parked', 'sent'])
  const { connections } = (await owner.get('/api/connections')).body
  expect(
    connections.find(({ vendor }: { vendor: string }) => vendor === 'voice').parkedItems,
  ).not.toContainEqual(expect.objectContaining({ title: expect.stringContaining('Call to') }))

  expect((await owner.post(`/api/people/${personId}/erase`, {})).status).toBe(200)
  expect(await numbers()).toEqual(before)
  expect(await product.query('select 1 from crm_erasures')).toHaveLength(1)
  const calls = crm.log.length
  await owner.get('/api/customers?range=all')
  expect(crm.log.length).toBe(calls)
})

test('who comes back after that is someone new', async () => {
  const browser = product.browser()
  await browser.post('/api/capture-lead', {
    name: 'Rita Roe',
    email: 'rita@example.com',
    phone: '(202) 555-0112',
    page: '/meme',
  })
  await isDelivered('rita@example.com')
  const first = await personOf('rita@example.com')
  await owner.post(`/api/people/${first.person_id}/erase`, {})
  expect((await browser.post('/api/leads/by-fingerprint', { fingerprint: '1' })).body).toEqual({
    success: false,
  })
  await browser.post('/api/capture-lead', {
    name: 'Rita Roe',
    email: 'rita@example.com',
    phone: '(202) 555-0112',
    page: '/meme',
  })
  const again = await personOf('rita@example.com')
  expect(again.id).not.toBe(first.id)
  expect(again.person_id).not.toBe(first.person_id)
  expect(await differences()).toEqual([])
})

test('while the CRM is down its part waits, knows whom to delete, and forgets it once it is done', async () => {
  const zed = { name: 'Zed Zebrowski', email: 'zed@example.com', phone: '(202) 555-0177', page: '/meme' }
  await product.browser().post('/api/capture-lead', zed)
  await isDelivered(zed.email)
  await crm.failWith('down')
  await owner.post(`/api/people/${(await personOf(zed.email)).person_id}/erase`, {})
  await waitFor('a failed deletion', async () => {
    const [row] = await product.query(
      "select reason from crm_erasures where email = 'zed@example.com' and state = 'failing'",
    )
    return Boolean(row?.reason)
  })
  expect(await placesOf([zed.email])).toEqual(['public.crm_erasures.email'])
  await crm.failWith('apply-then-hang-up', { times: 1, on: 'DELETE' })
  await waitFor('the CRM’s part done', async () => (await placesOf([zed.email])).length === 0, 60_000)
  expect(crm.contacts().some(({ email }) => email === zed.email)).toBe(false)
  expect(crm.effects().filter((effect) => effect === 'contact deleted')).toHaveLength(3)
}, 120_000)

test('nobody and nonsense are refused', async () => {
  expect((await owner.post('/api/people/00000000-0000-7000-8000-000000000001/erase', {})).status).toBe(404)
  expect((await owner.get('/api/people/x/export')).status).toBe(404)
  expect((await product.browser().get('/api/people/x/export')).status).toBe(401)
})
