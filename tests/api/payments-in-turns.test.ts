import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { heldUpBy } from '#support/lock-holder.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { invoiceObject, stripeEvent } from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import { stripeCall } from '#support/webhook-senders.ts'

let product: WebhookProduct
let owner: TestBrowser
let webhook: pg.Client
beforeAll(async () => {
  product = await runWebhookProduct()
  owner = await product.owner()
  // Stands for the news of a payment while they are worked off.
  webhook = new pg.Client({ connectionString: product.databaseUrl })
  await webhook.connect()
  await webhook.query('set idle_in_transaction_session_timeout = 0')
})
afterAll(async () => {
  await webhook?.end()
  await product?.end()
})

const AT = '2026-10-01T10:00:00.000Z'

/** Two payments of a subscription, by two emails; returns their ids. */
const subscribed = async (name: string): Promise<[string, string]> => {
  for (const number of [1, 2]) {
    const id = `in_${name}${number}`
    const email = `${name}${number}@example.com`
    const invoice = invoiceObject({ id, subscription: `sub_${name}`, amount: 9900, email })
    await product.tell(
      stripeCall(stripeEvent('invoice.paid', { eventId: `evt_${id}`, at: AT, object: invoice })),
    )
  }
  const rows = await product.query('select id from payments where subscription_id = $1 order by session_id', [
    `sub_${name}`,
  ])
  expect(rows).toHaveLength(2)
  return [rows[0]?.id, rows[1]?.id]
}
const leadsOf = async (ids: string[]) =>
  (
    await product.query(
      'select lead.email from external_events event left join leads lead on lead.id = event.lead_id where event.id = any($1) order by event.key',
      [ids],
    )
  ).map(({ email }) => email)
/** Waits until the owner waits for the news: other work of the product may wait for locks of its own. */
const ownerWaits = () => waitFor('the owner to wait', async () => (await heldUpBy(webhook)).length > 0)
const hold = (id: string, how = '') =>
  webhook.query(`select from external_events where id = $1 for update ${how}`, [id])

test('the owner joins a payment while news of its subscription come: neither holds what the other waits for', async () => {
  const [first, second] = await subscribed('turn')
  await product.lead('payer@example.com', '202-555-0130')
  const leadId = await product.leadIdOf('payer@example.com')
  for (const call of [`payments/${first}`, `unmatched/${first}`]) {
    await webhook.query('begin')
    await webhook.query(`select pg_advisory_xact_lock(hashtextextended('payments of the checkout', 0))`)
    await hold(second)
    const joined = owner.post(`/api/${call}/join`, { leadId })
    await ownerWaits()
    await hold(first, 'nowait')
    await webhook.query('commit')
    expect((await joined).status).toBe(200)
    expect(await leadsOf([first, second])).toEqual(['payer@example.com', 'payer@example.com'])
    expect((await owner.post(`/api/payments/${first}/undo-join`, {})).status).toBe(200)
  }
})

test('the owner parts a browser while news of a subscription come that it claimed', async () => {
  const email = 'parts1@example.com'
  await product.lead(email, '202-555-0134')
  const stranger = await product.lead(email, '202-555-0135')
  const { lead } = (await stranger.get('/api/leads/own')).body
  const object = {
    ...{ id: 'cs_parts', payment_intent: null, subscription: 'sub_parts', client_reference_id: lead.id },
    ...{ amount_total: 5000, currency: 'usd', payment_status: 'paid' },
  }
  const renewal = invoiceObject({
    id: 'in_parts',
    subscription: 'sub_parts',
    amount: 5000,
    email: 'card@a.example',
  })
  await product.tell(
    stripeCall(stripeEvent('checkout.session.completed', { eventId: 'evt_cs_parts', at: AT, object })),
    stripeCall(stripeEvent('invoice.paid', { eventId: 'evt_in_parts', at: AT, object: renewal })),
  )
  const ids = (
    await product.query(`select id from payments where subscription_id = 'sub_parts' order by session_id`)
  ).map(({ id }) => id)
  expect(await leadsOf(ids)).toEqual([email, email])
  const [claim] = (await owner.get(`/api/leads/${await product.leadIdOf(email)}/unconfirmed`)).body
  await webhook.query('begin')
  await webhook.query(`select pg_advisory_xact_lock(hashtextextended('payments of the checkout', 0))`)
  await hold(ids[1])
  const parted = owner.post(`/api/unconfirmed/${claim.id}/part`, {})
  await ownerWaits()
  await hold(ids[0], 'nowait')
  await webhook.query('commit')
  expect((await parted).status).toBe(200)
  expect(await leadsOf(ids)).toEqual([null, null])
})

test('whoever becomes a lead waits for no news of the subscription they pay', async () => {
  const [first, second] = await subscribed('new')
  await webhook.query('begin')
  await hold(second)
  await product.lead('new1@example.com', '202-555-0131')
  // The news that hold it come to the same, and find the payment that is known by then.
  await webhook.query('rollback')
  expect(await leadsOf([first, second])).toEqual(['new1@example.com', null])
  await product.tell(
    stripeCall(
      stripeEvent('invoice.paid', {
        eventId: 'evt_in_new2_again',
        at: AT,
        object: invoiceObject({
          ...{ id: 'in_new2', subscription: 'sub_new', amount: 9900, email: 'new2@example.com' },
        }),
      }),
    ),
  )
  expect(await leadsOf([first, second])).toEqual(['new1@example.com', 'new1@example.com'])
})
