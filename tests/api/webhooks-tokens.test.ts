import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestBrowser } from '#support/test-browser.ts'
import { calBooking, checkoutEvent, formResponse } from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import { calCall, stripeCall, typeformCall, type VendorCall, voiceCall } from '#support/webhook-senders.ts'

let product: WebhookProduct
beforeAll(async () => {
  product = await runWebhookProduct()
})
afterAll(() => product?.end())

const at = '2026-11-20T10:00:00Z'
/** What each vendor sends back of the id that went out to it, about somebody it knows by no other way. */
const vendors: [string, (key: string, id: string) => VendorCall][] = [
  [
    'the form',
    (key, id) =>
      typeformCall(
        formResponse({ token: key, submittedAt: at, email: `${key}@firm.example`, hidden: { lead_id: id } }),
      ),
  ],
  [
    'the calendar',
    (key, id) =>
      calCall(
        calBooking('BOOKING_CREATED', {
          ...{ uid: key, createdAt: at, email: `${key}@firm.example`, more: { metadata: { lead_id: id } } },
        }),
      ),
  ],
  [
    'the checkout',
    (key, id) =>
      stripeCall(
        checkoutEvent('checkout.session.completed', {
          ...{ eventId: key, session: key, at, email: `${key}@firm.example`, reference: id },
        }),
      ),
  ],
  ['the voice agent', (key, id) => voiceCall({ callId: key, leadId: id, status: 'ringing' })],
]
const joinOf = async (key: string) => {
  const [row] = await product.query(
    `select lead.email, external.joined_by as by from external_events external left join leads lead on lead.id = external.lead_id
      where external.key like $1`,
    [`%${key}`],
  )
  return [row?.email, row?.by]
}
const tokenOf = async (browser: TestBrowser): Promise<string> =>
  (await browser.get('/api/leads/own')).body.lead.id

describe.each(vendors)('an id that travelled to %s and back', (vendor, call) => {
  const name = vendor.replaceAll(' ', '-')

  test('finds its lead as the token of a submit, and as the plain id that went out before', async () => {
    const email = `${name}@example.com`
    const token = await tokenOf(await product.lead(email, 'none'))
    await product.tell(call(`${name}1`, token), call(`${name}2`, await product.leadIdOf(email)))
    expect(await joinOf(`${name}1`)).toEqual([email, 'reference'])
    expect(await joinOf(`${name}2`)).toEqual([email, 'reference'])
  })

  test('counts for the lead whose email a browser gave, with that evidence, until the owner parts them', async () => {
    const email = `${name}-claimed@example.com`
    await product.lead(email, 'none')
    const token = await tokenOf(await product.lead(email, 'none'))
    await product.tell(call(`${name}3`, token))
    expect(await joinOf(`${name}3`)).toEqual([email, 'same-email'])
    const owner = await product.owner()
    const [claim] = (await owner.get(`/api/leads/${await product.leadIdOf(email)}/unconfirmed`)).body
    await owner.post(`/api/unconfirmed/${claim.id}/part`, {})
    expect(await joinOf(`${name}3`)).toEqual([null, null])
    await product.tell(call(`${name}4`, token))
    expect(await joinOf(`${name}4`)).toEqual([null, null])
    await owner.post(`/api/unconfirmed/${claim.id}/confirm`, {})
    expect(await joinOf(`${name}3`)).toEqual([email, 'reference'])
    expect(await joinOf(`${name}4`)).toEqual([email, 'reference'])
  })

  test('leads to nobody when it is forged', async () => {
    const token = await tokenOf(await product.lead(`${name}-forged@example.com`, 'none'))
    await product.tell(
      call(
        `${name}5`,
        token.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
      ),
    )
    expect(await joinOf(`${name}5`)).toEqual([null, null])
  })
})
