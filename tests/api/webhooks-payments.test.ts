import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestBrowser } from '#support/test-browser.ts'
import { checkoutEvent, refundEvent } from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import { stripeCall } from '#support/webhook-senders.ts'

let product: WebhookProduct
let owner: TestBrowser
beforeAll(async () => {
  product = await runWebhookProduct()
  owner = await product.owner()
})
afterAll(() => product?.end())

const at = '2026-11-20T10:00:00.000Z'
const COMPLETED = 'checkout.session.completed'
let events = 0
const paid = (session: string, more: Partial<Parameters<typeof checkoutEvent>[1]> = {}, type = COMPLETED) => {
  events += 1
  return stripeCall(checkoutEvent(type, { eventId: `evt_${events}`, session, at, ...more }))
}
const refund = (session: string, refunded: number) => {
  events += 1
  return stripeCall(refundEvent({ eventId: `evt_${events}`, intent: `pi_${session}`, at, refunded }))
}
const paymentOf = async (session: string) => {
  const [row] = await product.query(
    `select payment.id, payment.status, lead.email, external.joined_by from payments payment
      join external_events external on external.id = payment.id left join leads lead on lead.id = external.lead_id
      where payment.session_id = $1`,
    [session],
  )
  return { id: row?.id, is: [row?.status, row?.email, row?.joined_by] }
}

test('a payment is joined by the id that travelled to the checkout, by email, or by phone', async () => {
  const ada = await product.lead('ada@example.com', '202-555-0130')
  await product.lead('bo@example.com', '202-555-0131')
  const [visitor] = await product.query("select visitor_id from leads where email = 'ada@example.com'")
  expect(ada.cookies.size).toBeGreaterThan(0)
  await product.tell(
    paid('by-lead', { reference: await product.leadIdOf('ada@example.com'), email: 'firm@example.com' }),
    paid('by-visitor', { reference: visitor?.visitor_id, email: 'firm@example.com' }),
    paid('by-email', { email: 'Bo@example.com', reference: 'summer-link' }),
    paid('by-phone', { email: 'other@example.com', phone: '+12025550131' }),
  )
  expect((await paymentOf('by-lead')).is).toEqual(['paid', 'ada@example.com', 'reference'])
  expect((await paymentOf('by-visitor')).is).toEqual(['paid', 'ada@example.com', 'reference'])
  expect((await paymentOf('by-email')).is).toEqual(['paid', 'bo@example.com', 'email'])
  expect((await paymentOf('by-phone')).is).toEqual(['paid', 'bo@example.com', 'phone'])
})

const statusAfter = (step: string) => {
  if (step === 'free') return 'no_payment_required'
  return step === 'completed' || step.endsWith('succeeded') ? 'paid' : 'unpaid'
}

test.each([
  ['paid at once', ['completed'], 'paid'],
  ['nothing to be paid, as on a trial', ['free'], 'paid'],
  ['paid later', ['unpaid', 'async_payment_succeeded'], 'paid'],
  ['paid later, told backwards', ['async_payment_succeeded', 'unpaid'], 'paid'],
  ['failed later', ['unpaid', 'async_payment_failed'], 'failed'],
  ['failed later, told backwards', ['async_payment_failed', 'unpaid'], 'failed'],
  ['still on its way', ['unpaid'], 'pending'],
  ['given back', ['completed', 'all'], 'refunded'],
  ['given back, told backwards', ['all', 'completed'], 'refunded'],
  ['given back in part', ['completed', 'part'], 'partly_refunded'],
  ['given back in two parts, told backwards', ['all', 'part', 'completed'], 'refunded'],
])('%s', async (name, steps, status) => {
  const session = `cs_${name.replaceAll(/\W/g, '')}`
  for (const step of steps)
    await product.tell(
      step === 'all'
        ? refund(session, 249_700)
        : step === 'part'
          ? refund(session, 100_000)
          : paid(
              session,
              { status: statusAfter(step) },
              step.startsWith('async') ? `checkout.session.${step}` : COMPLETED,
            ),
    )
  expect((await paymentOf(session)).is[0]).toBe(status)
})

test('a payment by an unknown email is joined by hand, with the evidence, and undone', async () => {
  await product.lead('cy@example.com', '202-555-0132')
  await product.lead('di@example.com', '202-555-0133')
  const [cy, di] = [await product.leadIdOf('cy@example.com'), await product.leadIdOf('di@example.com')]
  await product.tell(paid('by-hand', { email: 'wife-of-cy@example.com' }))
  const { id, is } = await paymentOf('by-hand')
  expect(is).toEqual(['paid', null, null])
  const { body } = await owner.get('/api/payments?joined=no')
  expect(body.find((payment: { id: string }) => payment.id === id)).toMatchObject({
    amountMinor: 249_700,
    currency: 'usd',
    payerEmail: 'wife-of-cy@example.com',
    leadId: null,
  })

  const people = () => product.query('select id, person_id from leads order by id')
  const before = await people()
  expect((await owner.post(`/api/payments/${id}/join`, { leadId: cy })).status).toBe(200)
  expect((await owner.post(`/api/payments/${id}/join`, { leadId: cy })).status).toBe(200)
  expect((await paymentOf('by-hand')).is).toEqual(['paid', 'cy@example.com', 'owner'])
  expect((await owner.post(`/api/payments/${id}/join`, { leadId: di })).status).toBe(200)
  expect((await paymentOf('by-hand')).is).toEqual(['paid', 'di@example.com', 'owner'])
  expect((await owner.post(`/api/payments/${id}/undo-join`, {})).status).toBe(200)
  expect((await paymentOf('by-hand')).is).toEqual(['paid', null, null])
  expect(await people()).toEqual(before)
  const links = await product.query(
    `select evidence ->> 'leadId' as lead, evidence ->> 'by' as by, undone_at is not null as undone
      from person_links where value = $1 order by at, id`,
    [id],
  )
  expect(links).toEqual([
    { lead: cy, by: 'owner', undone: true },
    { lead: di, by: 'owner', undone: true },
  ])

  // What the owner took apart stays apart.
  await product.lead('wife-of-cy@example.com', '202-555-0134')
  expect((await paymentOf('by-hand')).is).toEqual(['paid', null, null])
  for (const lead of [cy, di]) {
    const person = before.find(({ id }) => id === lead)?.person_id
    const journey = await owner.get(`/api/customer-journey/${person}`)
    expect([journey.status, journey.body.payments]).toEqual([200, []])
  }
})

test('a payment of somebody unknown is suggested for the one lead that it is likely of, and for nobody else', async () => {
  const leads = [
    ['Grace Hopper', 'grace@example.com'],
    ['Cher', 'cher@example.com'],
    ['Jo Smith', 'jo@example.com'],
    ['Jo Smith', 'other-jo@example.com'],
    ['Robert Known', 'robert.known@example.com'],
  ] as const
  for (const [index, [name, email]] of leads.entries()) {
    const details = { name, email, phone: `202-555-016${index}`, page: '/meme' }
    expect((await product.browser().post('/api/capture-lead', details)).status).toBe(200)
  }
  await product.tell(
    paid('same-name', { name: ' grace hopper', email: 'gh@bank.example' }),
    paid('one-word', { name: 'Cher', email: 'c@bank.example' }),
    paid('two-of-the-name', { name: 'Jo Smith', email: 'js@bank.example' }),
    paid('email-alike', { name: 'R. K.', email: 'robert.known@work.example' }),
  )
  const suggestions = async () => {
    const { body } = await owner.get('/api/payments?joined=no')
    const ids = await Promise.all(
      ['same-name', 'one-word', 'two-of-the-name', 'email-alike'].map(
        async (one) => (await paymentOf(one)).id,
      ),
    )
    return ids.map((id) => {
      const { suggestion } = body.find((payment: { id: string }) => payment.id === id)
      return suggestion && [suggestion.email, suggestion.because]
    })
  }
  expect(await suggestions()).toEqual([
    ['grace@example.com', 'same-name'],
    null,
    null,
    ['robert.known@example.com', 'same-email-name'],
  ])
})

test('a payment that is told under two emails is the one’s whom either leads to, the first before the second', async () => {
  const succeeded = 'checkout.session.async_payment_succeeded'
  await product.lead('cara@example.com', '202-555-0138')
  await product.lead('dora@example.com', '202-555-0139')
  const [strange, cara, dora] = ['accounts@firm.example', 'cara@example.com', 'dora@example.com']
  await product.tell(
    paid('strange-first', { email: strange, status: 'unpaid' }),
    paid('strange-first', { email: cara }, succeeded),
    paid('both-known', { email: dora, status: 'unpaid' }),
    paid('both-known', { email: cara }, succeeded),
  )
  expect((await paymentOf('strange-first')).is).toEqual(['paid', cara, 'email'])
  expect((await paymentOf('both-known')).is).toEqual(['paid', dora, 'email'])
})

test('a payment before the capture is adopted by the capture of its email', async () => {
  await product.tell(paid('early', { email: 'early@example.com' }))
  expect((await paymentOf('early')).is).toEqual(['paid', null, null])
  await product.lead('early@example.com', '202-555-0135')
  expect((await paymentOf('early')).is).toEqual(['paid', 'early@example.com', 'email'])
})

test('a payment from a browser that is no lead yet is adopted when that browser becomes one', async () => {
  const browser = product.browser()
  await browser.post('/api/visitors/page-view', { path: '/builder', title: 'Builder' })
  const [visitor] = await product.query(
    'select id from visitors order by first_seen_at desc, id desc limit 1',
  )
  await product.tell(paid('browsers', { reference: visitor?.id, email: 'card-holder@example.com' }))
  expect((await paymentOf('browsers')).is).toEqual(['paid', null, null])
  const lead = { name: 'Eve', email: 'eve@example.com', phone: '202-555-0136', page: '/builder' }
  expect((await browser.post('/api/capture-lead', lead)).status).toBe(200)
  expect((await paymentOf('browsers')).is).toEqual(['paid', 'eve@example.com', 'reference'])
})

test('only the owner joins payments, and only to what there is', async () => {
  const { id } = await paymentOf('early')
  const lead = await product.leadIdOf('cy@example.com')
  const visitor = product.browser()
  expect((await visitor.get('/api/payments')).status).toBe(401)
  expect((await visitor.post(`/api/payments/${id}/join`, { leadId: lead })).status).toBe(401)
  expect((await visitor.post(`/api/payments/${id}/undo-join`, {})).status).toBe(401)
  for (const [payment, leadId] of [
    [id, 'x'],
    [id, id],
    ['x', lead],
    [lead, lead],
  ])
    expect((await owner.post(`/api/payments/${payment}/join`, { leadId })).status).toBe(404)
  expect((await owner.post('/api/payments/x/undo-join', {})).status).toBe(404)
})
