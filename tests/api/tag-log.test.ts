import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestBrowser } from '#support/test-browser.ts'
import { calBooking, formResponse } from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import { calCall, typeformCall } from '#support/webhook-senders.ts'

let product: WebhookProduct
let owner: TestBrowser
const VH03 = 'VH03 - Filled Application'
const VH04 = 'VH04 - Booked Call'

beforeAll(async () => {
  product = await runWebhookProduct()
  owner = await product.owner()
})
afterAll(() => product?.end())

type Log = {
  tagName: string
  status: string
  trigger: string | null
  triggerData: { page?: string; confirmed?: boolean }
  errorMessage: string | null
  delivery: string | null
  timestamp: string
}
const logsOf = async (email: string): Promise<Log[]> =>
  (await owner.get(`/api/auto-tags/logs?q=${email}`)).body
const rowsOf = async (email: string, tagName: string) =>
  (await logsOf(email)).filter((log) => log.tagName === tagName)
const summary = async () => (await owner.get('/api/auto-tags/summary')).body

it('shows what was tagged before any CRM is connected, as waiting and why', async () => {
  await product.lead('ann@example.com', '202-555-0101')
  expect(await logsOf('ann@example.com')).toMatchObject([
    {
      tagName: 'VH01 - Lead',
      status: 'waiting',
      trigger: 'lead_captured',
      triggerData: { page: '/meme' },
      errorMessage: 'Set here; no CRM is connected.',
      delivery: null,
    },
  ])
  expect(await summary()).toEqual({
    rules: 4,
    activeRules: 4,
    totalExecutions: 0,
    successRate: null,
    overallRate: null,
    recentLogs: 1,
    waiting: 1,
  })
  const [log] = (await owner.get('/api/auto-tags/logs')).body
  expect((await owner.post(`/api/auto-tags/logs/${log.id}/replay`, {})).body).toEqual({
    queued: 0,
    message: 'Nothing to do: this execution did not fail.',
  })
})

it('logs one application once, by whichever words it is told, and names its cause', async () => {
  const claim = { email: 'bo@example.com', page: '/thankyoucall' }
  const bo = await product.lead('bo@example.com', '202-555-0102')
  await bo.post('/api/leads/application-confirmation', { fingerprint: 1, page: '/thankyoucall' })
  await bo.post('/api/process-typeform-completion', claim)
  await product.tell(
    typeformCall(formResponse({ token: 'a1', submittedAt: '2026-11-20T10:00:00Z', email: 'bo@example.com' })),
  )
  expect(await rowsOf('bo@example.com', VH03)).toMatchObject([
    { status: 'waiting', trigger: 'application', triggerData: { page: '/thankyoucall' } },
  ])
  const cy = await product.lead('cy@example.com', '202-555-0103')
  const token = { submittedAt: '2026-11-20T10:00:00Z', email: 'cy@example.com' }
  await product.tell(typeformCall(formResponse({ token: 'a2', ...token })))
  await cy.post('/api/process-typeform-completion', { ...claim, email: 'cy@example.com' })
  expect(await rowsOf('cy@example.com', VH03)).toMatchObject([
    { status: 'waiting', trigger: 'application', triggerData: { confirmed: true } },
  ])
  // A second form is a second application.
  await product.tell(typeformCall(formResponse({ token: 'a3', ...token })))
  expect((await rowsOf('cy@example.com', VH03)).map(({ status }) => status).sort()).toEqual([
    'skipped',
    'waiting',
  ])
})

it('logs one booking once, also where it was moved', async () => {
  const dee = await product.lead('dee@example.com', '202-555-0104')
  const booking = { email: 'dee@example.com', createdAt: '2026-11-20T10:00:00Z' }
  await dee.post('/api/leads/add-booking-tag', {
    email: 'dee@example.com',
    tagName: VH04,
    source: 'cal_booking',
  })
  await product.tell(calCall(calBooking('BOOKING_CREATED', { uid: 'd1', ...booking })))
  const more = { rescheduleUid: 'd1' }
  await product.tell(calCall(calBooking('BOOKING_RESCHEDULED', { uid: 'd2', ...booking, more })))
  const [row, ...others] = await rowsOf('dee@example.com', VH04)
  expect([row?.status, row?.trigger, others]).toEqual(['waiting', 'booking', []])
  await product.lead('eli@example.com', '202-555-0105')
  const eli = { ...booking, email: 'eli@example.com' }
  await product.tell(calCall(calBooking('BOOKING_CREATED', { uid: 'e1', ...eli })))
  expect(await rowsOf('eli@example.com', VH04)).toMatchObject([
    { trigger: 'booking', triggerData: { confirmed: true } },
  ])
})

it('is read by range, text, size and cursor, and counted on the server', async () => {
  const [lead] = await product.query(`select id from leads where email = 'ann@example.com'`)
  await product.query(
    `with written as (insert into auto_tag_logs (id, at, lead_id, tag_name, status, execution_ms)
      select gen_random_uuid(), now() - n * interval '5 minutes', $1::uuid, 'Many', 'skipped', 0 from generate_series(1, 150) n
      union all select gen_random_uuid(), now() - interval '3 days', $1::uuid, 'Older', 'skipped', 0
      union all select gen_random_uuid(), '2025-03-04T12:00:00Z', $1::uuid, 'Long ago', 'skipped', 0
      returning rule_id, tag_name, status)
      insert into pending_logs (rule_id, tag_name, status) select rule_id, tag_name, status from written`,
    [lead?.id],
  )
  const [recent] = await product.query(
    `select count(*)::integer as count from auto_tag_logs where at > now() - interval '24 hours'`,
  )
  expect(recent?.count).toBeGreaterThan(150)
  expect((await summary()).recentLogs).toBe(recent?.count)
  const read = async (query: string) => {
    const { body, headers } = await owner.get(`/api/auto-tags/logs?${query}`)
    const tags: string[] = body.map((log: Log) => log.tagName)
    return { tags, total: Number(headers.get('x-total-count')), next: headers.get('x-next-cursor') }
  }
  const days = 'range=custom&from=2025-03-04&to=2025-03-04'
  expect(await read(days)).toEqual({ tags: ['Long ago'], total: 1, next: null })
  expect((await read(`${days}&tz=Asia/Tokyo`)).total).toBe(1)
  expect((await read('range=custom&from=2025-03-05&to=2025-03-05&q=ann')).total).toBe(0)
  expect((await read(`${days}&q=ann@example.com`)).tags).toEqual(['Long ago'])
  const first = await read('range=last-7-days&q=Many&limit=100')
  expect([first.tags.length, first.total]).toEqual([100, 150])
  const second = await read(`range=last-7-days&q=Many&limit=100&cursor=${first.next}`)
  expect([second.tags.length, second.next]).toEqual([50, null])
  expect((await read('range=yesterday')).tags).not.toContain('Older')
})

it('answers 404 for the tags of a lead that does not exist', async () => {
  for (const id of ['nobody', '00000000-0000-7000-8000-0000000000ff'])
    expect((await owner.get(`/api/leads/${id}/tags`)).status).toBe(404)
})
