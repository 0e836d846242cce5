import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectHonestNumbers } from '#support/expect-honest-numbers.ts'
import { statementsOf } from '#support/statements-of.ts'
import { phone, type TestBrowser } from '#support/test-browser.ts'
import { calBooking, checkoutEvent, formResponse } from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import { calCall, stripeCall, typeformCall } from '#support/webhook-senders.ts'
import { expectRefusal } from './expect-refusal.ts'

let product: WebhookProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runWebhookProduct()
  owner = await product.owner()
})
afterAll(() => product?.end())

const submittedAt = '2026-11-20T10:00:00.000Z'
const apply = (token: string, email: string, first: string) =>
  typeformCall(formResponse({ token, submittedAt, email, hidden: { first_name: first } }))
const book = (uid: string, email: string, more = {}) =>
  calCall(calBooking('BOOKING_CREATED', { uid, createdAt: '2026-11-20T11:00:00.000Z', email, more }))
const unmatched = async () => {
  const { body, headers } = await owner.get('/api/unmatched')
  expect(headers.get('x-total-count')).toBe(String(body.length))
  return body as { id: string; name: string; email: string; did: { kind: string }[] }[]
}

it('lists who applied or booked and is no lead, and makes them a lead or joins them to one', async () => {
  await product.lead('known@example.com', '202-555-0110')
  await product.tell(
    apply('u0', 'known@example.com', 'Known'),
    apply('u1', 'stranger@example.com', 'Stranger'),
    book('b1', 'stranger@example.com'),
    apply('u2', 'other-mail@example.com', 'Known'),
  )
  const people = await unmatched()
  expect(people.map(({ email, did }) => [email, did.map(({ kind }) => kind)])).toEqual([
    ['stranger@example.com', ['booking', 'application']],
    ['other-mail@example.com', ['application']],
  ])
  const [stranger, other] = people
  const made = await owner.post(`/api/unmatched/${stranger?.id}/lead`, {})
  expect(made.body).toEqual({ success: true, leadId: await product.leadIdOf('stranger@example.com') })
  expect(await product.tagsOf('stranger@example.com')).toEqual([
    'VH01 - Lead',
    'VH03 - Filled Application',
    'VH04 - Booked Call',
  ])
  const leadId = await product.leadIdOf('known@example.com')
  expect((await owner.post(`/api/unmatched/${other?.id}/join`, { leadId })).status).toBe(200)
  expect(await unmatched()).toEqual([])
  const leads = (await owner.get('/api/customers?range=all')).body
  expect(leads.map(({ email }: { email: string }) => email).sort()).toEqual([
    'known@example.com',
    'stranger@example.com',
  ])
  await expectHonestNumbers(product)
})

it('takes a placeholder for nobody’s email: Typeform’s own links have xxxxx in every hidden field', async () => {
  const hidden = { first_name: 'xxxxx', email: 'xxxxx', phone_number: 'xxxxx', lead_id: 'xxxxx' }
  const opened = (token: string) => typeformCall(formResponse({ token, submittedAt, hidden }))
  await product.tell(opened('x1'), opened('x2'))
  const people = await unmatched()
  expect(people.map(({ email, did }) => [email, did.length])).toEqual([
    [null, 1],
    [null, 1],
  ])
  expectRefusal(await owner.post(`/api/unmatched/${people[0]?.id}/lead`, {}), 'no email', 409)
  const leadId = await product.leadIdOf('known@example.com')
  for (const { id } of people)
    expect((await owner.post(`/api/unmatched/${id}/join`, { leadId })).status).toBe(200)
})

const visit = async () => {
  const browser = product.browser()
  await browser.post('/api/visitors/track', { path: '/freetraining' })
  const [{ id } = { id: '' }] = await product.query(
    'select id from visitors order by first_seen_at desc, id desc limit 1',
  )
  return { browser, id: String(id) }
}

it('makes a lead of the browser that the form was opened in, which no list looks for', async () => {
  const { id } = await visit()
  const email = 'same-browser@example.com'
  const opened = { submittedAt, email, hidden: { visitor_id: id } }
  await product.tell(
    book('b2', email, { metadata: { lead_id: id } }),
    typeformCall(formResponse({ ...opened, token: 'u3' })),
  )
  const [person] = await unmatched()
  expect(person).toMatchObject({ email, did: [{ kind: 'booking' }, { kind: 'application' }] })
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ')
  const asked = await statementsOf(async () => {
    const answer = await product.app.inject({ url: '/api/unmatched', headers: { cookie } })
    expect(answer.json()).toHaveLength(1)
  })
  expect(asked.filter((text) => /\bvisitors\b/.test(text))).toEqual([])
  expect((await owner.post(`/api/unmatched/${person?.id}/lead`, {})).status).toBe(200)
  const made = await product.query(
    'select capture.visitor_id from lead_captures capture join leads lead on lead.id = capture.lead_id where lead.email = $1',
    [email],
  )
  expect(made).toEqual([{ visitor_id: id }])
  const visitors = (await owner.get('/api/visitors?range=all')).body
  expect(visitors.find((visitor: { id: string }) => visitor.id === id)).toMatchObject({
    userAgent: phone,
    device: { category: 'Mobile', app: 'Instagram' },
  })
})

it('gives nobody’s details to a browser in which only their email was typed', async () => {
  const { browser, id } = await visit()
  const email = 'typed-by-others@example.com'
  await product.tell(
    typeformCall(formResponse({ token: 'u4', submittedAt, email, phone: '+12025550177' })),
    typeformCall(formResponse({ token: 'u5', submittedAt, email, hidden: { visitor_id: id } })),
  )
  const [person] = await unmatched()
  expect(person).toMatchObject({ email, phone: '+12025550177' })
  expect((await owner.post(`/api/unmatched/${person?.id}/lead`, {})).status).toBe(200)
  expect((await browser.post('/api/leads/by-fingerprint', { fingerprint: '1' })).body).toEqual({
    success: false,
  })
  const [links] = await product.query('select count(*)::integer from person_links where value = $1', [id])
  expect(links).toEqual({ count: 0 })
  expect(await product.query('select phone_e164 from leads where email = $1', [email])).toEqual([
    { phone_e164: '+12025550177' },
  ])
})

it('leaves nobody without a name in the list when a payment that was parted from its payer is erased', async () => {
  const email = 'parted@example.com'
  await product.lead(email, '202-555-0188')
  const sold = { eventId: 'evt_parted', session: 'parted', at: submittedAt, email }
  await product.tell(stripeCall(checkoutEvent('checkout.session.completed', sold)))
  const [payment] = await product.query("select id from payments where session_id = 'parted'")
  expect((await owner.post(`/api/payments/${payment?.id}/undo-join`, {})).status).toBe(200)
  expect((await unmatched()).map((one) => one.email)).toEqual([email])
  const [row] = await product.query('select person_id from leads where email = $1', [email])
  expect((await owner.post(`/api/people/${row?.person_id}/erase`, {})).status).toBe(200)
  expect(await unmatched()).toEqual([])
})

it('asks for a session, and knows nobody who is a lead already or was never there', async () => {
  expectRefusal(await product.browser().get('/api/unmatched'), 'list', 401)
  const nobody = '00000000-0000-7000-8000-000000000009'
  expectRefusal(await owner.post(`/api/unmatched/${nobody}/lead`, {}), 'lead', 404)
  const leadId = await product.leadIdOf('known@example.com')
  expectRefusal(await owner.post(`/api/unmatched/${nobody}/join`, { leadId }), 'join', 404)
  expectRefusal(await owner.post('/api/unmatched/x/lead', {}), 'odd id', 404)
})
