import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { runProduct } from '#support/running-product.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import {
  chargeObject,
  checkoutEvent,
  disputeObject,
  invoiceObject,
  refundObject,
  stripeEvent,
} from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import { deliver, stripeCall, webhookSecrets } from '#support/webhook-senders.ts'

let product: WebhookProduct
beforeAll(async () => {
  product = await runWebhookProduct()
})
afterAll(() => product?.end())

const START = Date.parse('2026-10-01T10:00:00.000Z')
let events = 0
const minute = (number: number) => new Date(START + number * 60_000).toISOString()
const news = (type: string, at: number, object: Record<string, unknown>) => {
  events += 1
  return stripeEvent(type, { eventId: `evt_m${events}`, at: minute(at), object })
}

type Story = { key: string; currency: string; net: number; news: Record<string, unknown>[] }
type Random = ReturnType<typeof seededRandom>
const CURRENCIES = ['usd', 'jpy', 'kwd']

/** One payment from its sale to its end, with all that Stripe tells of it, and what is left of it by the plainest sum. */
function story(key: string, random: Random): Story {
  const pick = (below: number) => Math.floor(random() * below)
  const currency = CURRENCIES[pick(3)] ?? 'usd'
  const amount = 1000 + pick(9000) * 10
  const [intent, charge] = [`pi_${key}`, `ch_${key}`]
  const told: Record<string, unknown>[] = []
  const how = pick(3)
  const subscription = `sub_${key}`
  if (how === 0)
    told.push(
      news('checkout.session.completed', 0, {
        id: `cs_${key}`,
        payment_intent: intent,
        amount_total: amount,
        currency,
        payment_status: 'paid',
      }),
    )
  else {
    const invoice = { id: `in_${key}`, subscription, amount, currency, isFirst: true }
    const session = {
      id: `cs_${key}`,
      payment_intent: null,
      invoice: how === 1 ? invoice.id : null,
      subscription,
      // What was asked for: an invoice knows of a credit or a discount that came after it.
      amount_total: amount + 700,
      currency,
      payment_status: 'paid',
    }
    told.push(news('checkout.session.completed', 0, session))
    if (how === 1) told.push(news('invoice.paid', 0, invoiceObject({ ...invoice, intent, isOld: true })))
    else {
      const paid = { id: `inpay_${key}`, invoice: invoice.id, payment: { payment_intent: intent } }
      told.push(news('invoice.paid', 0, invoiceObject(invoice)), news('invoice_payment.paid', 0, paid))
    }
  }
  let net = amount
  let counted = 0
  let time = 1
  const refunds = pick(4)
  for (let number = 0; number < refunds; number += 1) {
    const part = 10 * (1 + pick(10))
    const at = time * 10
    time += 1
    const refund = { id: `re_${key}_${number}`, intent, charge, amount: part, at: minute(at), currency }
    const byOwnNews = pick(3) > 0
    const byCharge = !byOwnNews || pick(2) === 0
    counted += part
    if (byOwnNews) {
      told.push(news('refund.created', at, refundObject({ ...refund, status: 'pending' })))
      told.push(news('refund.updated', at + 1, refundObject(refund)))
    }
    if (byCharge)
      told.push(
        news('charge.refunded', at, chargeObject({ id: charge, intent, refunded: counted, currency })),
      )
    if (byOwnNews && pick(3) === 0) {
      counted -= part
      told.push(news('refund.failed', at + 5, refundObject({ ...refund, status: 'failed' })))
    } else net -= part
  }
  const disputes = pick(3)
  for (let number = 0; number < disputes; number += 1) {
    const part = 10 * (1 + pick(10))
    const dispute = { id: `dp_${key}_${number}`, charge, amount: part, currency }
    const by = { ...dispute, intent: pick(2) === 0 ? intent : null }
    const end = pick(4)
    if (end === 0) {
      told.push(
        news('charge.dispute.created', 200, disputeObject({ ...by, status: 'warning_needs_response' })),
      )
      told.push(news('charge.dispute.closed', 300, disputeObject({ ...by, status: 'warning_closed' })))
      continue
    }
    told.push(news('charge.dispute.created', 200, disputeObject({ ...by, status: 'needs_response' })))
    told.push(news('charge.dispute.funds_withdrawn', 201, disputeObject({ ...by, status: 'needs_response' })))
    net -= part
    if (end === 1) {
      // That the money is back may be told by the verdict alone.
      if (pick(2) === 0)
        told.push(news('charge.dispute.funds_reinstated', 400, disputeObject({ ...by, status: 'won' })))
      net += part
    }
    if (end < 3)
      told.push(
        news('charge.dispute.closed', 401, disputeObject({ ...by, status: end === 1 ? 'won' : 'lost' })),
      )
  }
  // What names the charge only is understood once something names charge and payment together.
  told.push(
    news('charge.refunded', 500, {
      ...chargeObject({ id: charge, intent, refunded: 0, currency }),
      refunded: false,
    }),
  )
  return { key, currency: currency.toUpperCase(), net, news: told }
}

function shuffled<T>(some: T[], random: Random): T[] {
  const rest = [...some]
  const out: T[] = []
  while (rest.length > 0) out.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return out
}

test.each(shareOf([1, 2, 3, 4]))(
  'any history in any order and repetition sums to what is left (seed %i)',
  async (seed) => {
    const random = seededRandom(seed)
    const stories = Array.from({ length: 12 }, (_, number) => story(`${seed}x${number}`, random))
    const once = stories.flatMap(({ news }) => news)
    // Stripe may tell the same twice, under the id of the event or under another.
    const again = once.filter(() => random() < 0.3)
    const asOther = once.flatMap((one, number) =>
      random() < 0.2 ? [{ ...one, id: `evt_again_${seed}_${number}` }] : [],
    )
    const calls = shuffled([...once, ...again, ...asOther], random).map((one) => stripeCall(one))
    for (let from = 0; from < calls.length; from += 8)
      await Promise.all(
        calls.slice(from, from + 8).map(async (call) => {
          expect((await deliver(product.url, call)).status).toBe(200)
        }),
      )
    await product.settled()
    expect(await product.query("select reason from webhook_deliveries where state <> 'done'")).toEqual([])
    const rows = await product.query(
      `select names.name as key, sum(money.amount_minor)::int as net, min(money.currency) as currency,
          count(distinct money.currency)::int as currencies, min(payment.amount_minor - payment.refunded_minor - payment.disputed_minor)::int as left
        from payment_names names join payments payment on payment.id = names.payment_id
        join payment_movements money on money.payment_id = payment.id
        where names.name like $1 group by names.name, payment.id`,
      [`cs_${seed}x%`],
    )
    const found = new Map(rows.map(({ key, ...row }) => [key, row]))
    for (const { key, net, currency } of stories)
      expect([key, found.get(`cs_${key}`)]).toEqual([key, { net, currency, currencies: 1, left: net }])
    // Each story is one payment, and nothing is left over.
    const [count] = await product.query(
      'select count(distinct payment_id)::int as number from payment_names where name like any($1)',
      [[`cs_${seed}x%`, `in_${seed}x%`, `pi_${seed}x%`, `ch_${seed}x%`]],
    )
    expect(count?.number).toBe(stories.length)
  },
)

const paid = (session: string, more: object = {}) =>
  stripeCall(
    checkoutEvent('checkout.session.completed', {
      eventId: `evt_${session}`,
      session,
      at: minute(0),
      ...more,
    }),
  )
const stateOf = async (session: string) => {
  const [row] = await product.query(
    `select payment.status, payment.refunded_minor::int as refunded, payment.disputed_minor::int as disputed,
      coalesce((select sum(amount_minor) from payment_movements where payment_id = payment.id), 0)::int as net
      from payments payment join payment_names named on named.payment_id = payment.id where named.name = $1`,
    [session],
  )
  return row
}

ordinaryTest('a dispute moves money only once it is withdrawn, and comes back when it is won', async () => {
  const dispute = (type: string, status: string, at: number) =>
    stripeCall(
      news(
        `charge.dispute.${type}`,
        at,
        disputeObject({ id: 'dp_w', intent: 'pi_cs_w', amount: 249_700, status }),
      ),
    )
  await product.tell(paid('cs_w'), dispute('created', 'warning_needs_response', 1))
  expect(await stateOf('cs_w')).toEqual({ status: 'inquiry', refunded: 0, disputed: 0, net: 249_700 })
  await product.tell(dispute('created', 'needs_response', 2))
  expect(await stateOf('cs_w')).toMatchObject({ status: 'disputed', net: 249_700 })
  await product.tell(dispute('funds_withdrawn', 'needs_response', 3))
  expect(await stateOf('cs_w')).toEqual({ status: 'disputed', refunded: 0, disputed: 249_700, net: 0 })
  await product.tell(dispute('funds_reinstated', 'won', 4), dispute('closed', 'won', 5))
  expect(await stateOf('cs_w')).toEqual({ status: 'paid', refunded: 0, disputed: 0, net: 249_700 })
})

const disputeNews = {
  asked: ['created', 'warning_needs_response', 1],
  closed: ['closed', 'warning_closed', 2],
  opened: ['updated', 'needs_response', 3],
  withdrawn: ['funds_withdrawn', 'needs_response', 4],
  won: ['closed', 'won', 5],
  lost: ['closed', 'lost', 5],
  back: ['funds_reinstated', 'won', 6],
} as const
type DisputeNews = keyof typeof disputeNews

const disputes: [string, DisputeNews[], { status: string; net: number }][] = [
  ['won and given back', ['opened', 'withdrawn', 'won', 'back'], { status: 'paid', net: 249_700 }],
  ['lost', ['opened', 'withdrawn', 'lost'], { status: 'dispute_lost', net: 0 }],
  ['an inquiry that is closed', ['asked', 'closed'], { status: 'paid', net: 249_700 }],
  ['won, the return not told', ['opened', 'withdrawn', 'won'], { status: 'paid', net: 249_700 }],
  ['won, the withdrawal not told', ['opened', 'won', 'back'], { status: 'paid', net: 249_700 }],
  ['won, of all that moved nothing told', ['opened', 'won'], { status: 'paid', net: 249_700 }],
  ['lost, the withdrawal not told', ['opened', 'lost'], { status: 'dispute_lost', net: 0 }],
  [
    'an inquiry that was closed and became a dispute',
    ['asked', 'closed', 'opened', 'withdrawn'],
    { status: 'disputed', net: 0 },
  ],
  [
    'the same, won without word of the return',
    ['asked', 'closed', 'opened', 'withdrawn', 'won'],
    { status: 'paid', net: 249_700 },
  ],
]

test.each(shareOf(disputes))(
  'how a dispute ends is the same in whatever order it is told, twice too: %s',
  async (name, told, end) => {
    const key = name.replace(/\W/g, '')
    const call = (session: string, one: DisputeNews, again = '') => {
      const [type, status, at] = disputeNews[one]
      const dispute = { id: `dp_${session}`, intent: `pi_${session}`, amount: 249_700, status }
      const event = news(`charge.dispute.${type}`, at, disputeObject(dispute))
      return stripeCall({ ...event, id: `evt_${session}_${one}${again}` })
    }
    const orders = [told, told.toReversed(), [...told.slice(1), ...told.slice(0, 1)]]
    for (const [number, order] of orders.entries()) {
      const session = `cs_${key}${number}`
      await product.tell(paid(session))
      for (const one of order) {
        await product.tell(call(session, one))
        // At no moment there is more than was paid.
        expect([one, (await stateOf(session))?.net]).toEqual([one, expect.toSatisfy((net) => net <= 249_700)])
      }
      await product.tell(call(session, order[0] ?? 'asked'), call(session, order[0] ?? 'asked', ' again'))
      expect([order, await stateOf(session)]).toEqual([
        order,
        { ...end, refunded: 0, disputed: 249_700 - end.net },
      ])
    }
  },
)

ordinaryTest('a refund that fails is taken back, and one of a payment that is nobody’s waits', async () => {
  const refund = (type: string, status: string, at: number) =>
    stripeCall(
      news(
        `refund.${type}`,
        at,
        refundObject({ id: 're_f', intent: 'pi_cs_f', amount: 9700, at: minute(1), status }),
      ),
    )
  await product.tell(refund('created', 'pending', 1))
  expect(await product.query("select 1 from payment_movements where key = 're_f'")).toEqual([])
  // What was paid elsewhere, and is only given back here, is no payment.
  const owner = await product.owner()
  const isListed = async () => {
    const [named] = await product.query("select payment_id from payment_names where name = 'pi_cs_f'")
    const list: { id: string }[] = (await owner.get('/api/payments?joined=all&limit=1000')).body
    return list.some(({ id }) => id === named?.payment_id)
  }
  expect(await isListed()).toBe(false)
  await product.tell(paid('cs_f'))
  expect(await isListed()).toBe(true)
  expect(await stateOf('cs_f')).toEqual({
    status: 'partly_refunded',
    refunded: 9700,
    disputed: 0,
    net: 240_000,
  })
  await product.tell(refund('failed', 'failed', 9), refund('updated', 'pending', 2))
  expect(await stateOf('cs_f')).toEqual({ status: 'paid', refunded: 0, disputed: 0, net: 249_700 })
})

ordinaryTest(
  'later invoices of a subscription are payments of the same person, each once, in both shapes',
  async () => {
    await product.lead('ada@example.com', '202-555-0130')
    await product.lead('spouse@example.com', '202-555-0131')
    const reference = await product.leadIdOf('ada@example.com')
    const invoice = (id: string, type: string, more: object = {}) =>
      stripeCall(
        news(
          type,
          50,
          invoiceObject({ id, subscription: 'sub_s', amount: 9900, email: 'spouse@example.com', ...more }),
        ),
      )
    await product.tell(
      invoice('in_s2', 'invoice.paid'),
      invoice('in_s1', 'invoice.paid', { isFirst: true, isOld: true, intent: 'pi_s1' }),
      invoice('in_s3', 'invoice.payment_failed', { isOld: true, intent: 'pi_s3' }),
    )
    const rows = () =>
      product.query(
        `select lead.email, external.joined_by as by, payment.status, payment.amount_minor::int as amount
        from payments payment join external_events external on external.id = payment.id
        left join leads lead on lead.id = external.lead_id
        where payment.subscription_id = 'sub_s' order by external.at, payment.session_id`,
      )
    expect((await rows()).map(({ email }) => email)).toEqual(Array(3).fill('spouse@example.com'))
    await product.tell(
      stripeCall(
        news('checkout.session.completed', 0, {
          id: 'cs_s',
          payment_intent: null,
          subscription: 'sub_s',
          client_reference_id: reference,
          customer_details: { email: 'spouse@example.com' },
          amount_total: 9900,
          currency: 'usd',
          payment_status: 'paid',
        }),
      ),
      invoice('in_s3', 'invoice.paid', { isOld: true, intent: 'pi_s3' }),
      invoice('in_s4', 'invoice.paid'),
      invoice('in_s4', 'invoice.payment_succeeded'),
    )
    expect(await rows()).toHaveLength(4)
    expect((await rows()).map(({ email, status, amount }) => [email, status, amount])).toEqual(
      Array(4).fill(['ada@example.com', 'paid', 9900]),
    )
    const owner = await product.owner()
    const [lead] = await product.query("select person_id from leads where email = 'ada@example.com'")
    const { body } = await owner.get(`/api/customer-journey/${lead?.person_id}`)
    expect(body.payments.filter(({ step }: { step: string }) => step === 'paid')).toHaveLength(4)
  },
)

ordinaryTest(
  'what the owner says of one payment holds for its subscription, and is undone with it',
  async () => {
    await product.lead('bo@example.com', '202-555-0132')
    const leadId = await product.leadIdOf('bo@example.com')
    const invoice = (id: string, at: number) =>
      stripeCall(
        news(
          'invoice.paid',
          at,
          invoiceObject({ id, subscription: 'sub_o', amount: 5000, email: 'firm@example.com' }),
        ),
      )
    await product.tell(invoice('in_o1', 60), invoice('in_o2', 61))
    const owner = await product.owner()
    const joined = async () =>
      (
        await product.query(
          `select external.joined_by as by from payments payment join external_events external on external.id = payment.id
          where subscription_id = 'sub_o' order by external.at`,
        )
      ).map(({ by }) => by)
    const [first] = await product.query("select payment_id as id from payment_names where name = 'in_o1'")
    const [second] = await product.query("select payment_id as id from payment_names where name = 'in_o2'")
    await owner.post(`/api/payments/${first?.id}/join`, { leadId })
    await product.tell(invoice('in_o3', 62))
    expect(await joined()).toEqual(['owner', 'subscription', 'subscription'])
    await owner.post(`/api/payments/${second?.id}/undo-join`, {})
    expect(await joined()).toEqual(['owner', null, 'subscription'])
    const { body } = await owner.get('/api/payments?joined=no')
    expect(body.find(({ id }: { id: string }) => id === second?.id)).toMatchObject({
      suggestion: { leadId, because: 'subscription' },
    })
    await owner.post(`/api/payments/${first?.id}/undo-join`, {})
    expect(await joined()).toEqual([null, null, null])
  },
)

const joinedOf = async (subscription: string) =>
  (
    await product.query(
      `select lead.email, external.joined_by as by from payments payment
        join external_events external on external.id = payment.id left join leads lead on lead.id = external.lead_id
        where payment.subscription_id = $1 order by external.at`,
      [subscription],
    )
  ).map(({ email, by }) => [email, by])
const renewal = (id: string, subscription: string, email: string, at: number) =>
  stripeCall(news('invoice.paid', at, invoiceObject({ id, subscription, amount: 5000, email })))

ordinaryTest(
  'what followed a payment of a browser goes with it when the owner parts that browser, and comes back',
  async () => {
    const email = 'parts@example.com'
    await product.lead(email, '202-555-0134')
    const stranger = await product.lead(email, '202-555-0135')
    const { lead } = (await stranger.get('/api/leads/own')).body
    await product.tell(
      stripeCall(
        news('checkout.session.completed', 70, {
          ...{ id: 'cs_p', payment_intent: null, subscription: 'sub_p', client_reference_id: lead.id },
          ...{ amount_total: 5000, currency: 'usd', payment_status: 'paid' },
        }),
      ),
      renewal('in_p2', 'sub_p', 'card-holder@example.com', 71),
    )
    const followed = [
      [email, 'same-email'],
      [email, 'subscription'],
    ]
    expect(await joinedOf('sub_p')).toEqual(followed)
    const owner = await product.owner()
    const leadId = await product.leadIdOf(email)
    const [claim] = (await owner.get(`/api/leads/${leadId}/unconfirmed`)).body
    expect((await owner.post(`/api/unconfirmed/${claim.id}/part`, {})).status).toBe(200)
    expect(await joinedOf('sub_p')).toEqual([
      [null, null],
      [null, null],
    ])
    expect((await owner.post(`/api/unconfirmed/${claim.id}/confirm`, {})).status).toBe(200)
    expect(await joinedOf('sub_p')).toEqual([
      [email, 'reference'],
      [email, 'subscription'],
    ])
  },
)

ordinaryTest(
  'joining somebody who paid and is no lead joins the rest of their subscription, too',
  async () => {
    await product.lead('cy@example.com', '202-555-0136')
    await product.tell(
      renewal('in_j1', 'sub_j', 'office@example.com', 80),
      renewal('in_j2', 'sub_j', 'accounts@example.com', 81),
    )
    const owner = await product.owner()
    const people = (await owner.get('/api/unmatched')).body
    const { id } = people.find(({ email }: { email: string }) => email === 'office@example.com')
    const leadId = await product.leadIdOf('cy@example.com')
    expect((await owner.post(`/api/unmatched/${id}/join`, { leadId })).status).toBe(200)
    expect(await joinedOf('sub_j')).toEqual([
      ['cy@example.com', 'owner'],
      ['cy@example.com', 'subscription'],
    ])
  },
)

thoroughTest('what was kept before it was of use is read once by the next start', async () => {
  const dispute = disputeObject({ id: 'dp_k', intent: 'pi_cs_k', amount: 249_700, status: 'needs_response' })
  const body = JSON.stringify(news('charge.dispute.funds_withdrawn', 5, dispute))
  await product.tell(paid('cs_k'))
  await product.query(
    `insert into webhook_deliveries (id, vendor, event_id, kind, received_at, body, state, reason)
      values (gen_random_uuid(), 'stripe', 'evt_kept', 'charge.dispute.funds_withdrawn', now(), $1, 'done', 'To be read again.')`,
    [body],
  )
  const next = await runProduct({ databaseUrl: product.databaseUrl, environment: webhookSecrets })
  try {
    await waitFor('it is read', async () => (await stateOf('cs_k'))?.net === 0)
  } finally {
    await next.end()
  }
  expect(
    await product.query("select state, reason from webhook_deliveries where event_id = 'evt_kept'"),
  ).toEqual([{ state: 'done', reason: null }])
})
