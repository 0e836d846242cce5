import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceObject, stripeEvent } from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import { brokerCall, retellCall, stripeCall, voiceCall } from '#support/webhook-senders.ts'

let product: WebhookProduct
beforeAll(async () => {
  product = await runWebhookProduct()
})
afterAll(() => product?.end())

const callOf = async (callId: string) => {
  const [row] = await product.query(
    `select call.*, lead.email, external.joined_by,
        (select array_agg(event.kind order by event.at) from external_event_updates event where event.external_event_id = call.id) as steps
      from calls call join external_events external on external.id = call.id left join leads lead on lead.id = external.lead_id
      where call_id = $1`,
    [callId],
  )
  return row
}
const at = (second: number) => new Date(Date.parse('2026-11-20T10:00:00Z') + second * 1000).toISOString()

test('a call in our own words is kept with its history and joined by the lead’s id', async () => {
  await product.lead('ada@example.com', '202-555-0150')
  const leadId = await product.leadIdOf('ada@example.com')
  const call = { callId: 'c1', leadId }
  const ended = {
    ...call,
    status: 'ended',
    startedAt: at(5),
    endedAt: at(65),
    durationSec: 60,
    summary: 'Wants to start in January.',
    recordingUrl: 'https://calls.example/c1.mp3',
    transcriptUrl: 'javascript:alert(1)',
  }
  // The end arrives before the beginning.
  await product.tell(
    voiceCall({ ...call, status: 'queued', at: at(0) }),
    voiceCall(ended),
    voiceCall({ ...call, status: 'answered', at: at(5) }),
    voiceCall({ ...call, status: 'ringing', at: at(1) }),
    voiceCall({ ...ended, again: true }),
  )
  expect(await callOf('c1')).toMatchObject({
    provider: 'voice',
    status: 'ended',
    duration_sec: 60,
    summary: 'Wants to start in January.',
    recording_url: 'https://calls.example/c1.mp3',
    transcript_url: null,
    email: 'ada@example.com',
    joined_by: 'reference',
    steps: ['queued', 'ringing', 'answered', 'ended'],
  })
})

test('Retell’s calls are read: a dial that failed, and one with its summary', async () => {
  await product.lead('bo@example.com', '202-555-0151')
  const call = { call_id: 'r1', to_number: '+12025550151', start_timestamp: 1_795_000_000_000 }
  const end = { ...call, end_timestamp: 1_795_000_042_000, disconnection_reason: 'user_hangup' }
  await product.tell(
    retellCall({ event: 'call_started', call }),
    retellCall({ event: 'call_ended', call: end }),
    retellCall({ event: 'call_analyzed', call: { ...end, call_analysis: { call_summary: 'Fine.' } } }),
    retellCall({
      event: 'call_ended',
      call: { ...call, call_id: 'r2', disconnection_reason: 'dial_no_answer' },
    }),
  )
  expect(await callOf('r1')).toMatchObject({
    provider: 'retell',
    status: 'ended',
    duration_sec: 42,
    summary: 'Fine.',
    email: 'bo@example.com',
    joined_by: 'phone',
    steps: ['ringing', 'ended'],
  })
  expect(await callOf('r2')).toMatchObject({ status: 'no_answer', email: 'bo@example.com' })
})

test('Vapi’s calls are read with the shared secret', async () => {
  await product.lead('cy@example.com', '202-555-0152')
  const call = { id: 'v1', customer: { number: '+12025550152' } }
  await product.tell(
    brokerCall({
      message: { type: 'status-update', status: 'in-progress', timestamp: 1_795_000_000_000, call },
    }),
    brokerCall({ message: { type: 'speech-update', status: 'started', call } }),
    brokerCall({
      message: {
        type: 'end-of-call-report',
        endedReason: 'customer-ended-call',
        startedAt: at(0),
        endedAt: at(30),
        durationSeconds: 30.4,
        analysis: { summary: 'Asked for the price.' },
        call,
      },
    }),
  )
  expect(await callOf('v1')).toMatchObject({
    provider: 'vapi',
    status: 'ended',
    duration_sec: 30,
    summary: 'Asked for the price.',
    email: 'cy@example.com',
  })
})

test('news of Retell and Vapi that are of no phone call are no trouble', async () => {
  const asked =
    "select count(*)::integer as open from webhook_deliveries where vendor = 'voice' and state = 'parked'"
  const before = await product.query(asked)
  await product.tell(
    retellCall({ event: 'chat_started', chat: { chat_id: 'chat-1' } }),
    brokerCall({ message: { type: 'chat.created', chat: { id: 'chat-2' } } }),
    brokerCall({ message: { type: 'status-update', status: 'queued', call: { id: 'v-after' } } }),
  )
  expect(await product.query(asked)).toEqual(before)
  expect(await callOf('v-after')).toMatchObject({ provider: 'vapi', status: 'queued' })
})

test('a state that is none is set aside, and the rest goes on', async () => {
  await product.tell(voiceCall({ callId: 'odd', status: 'dancing' }))
  expect(await callOf('odd')).toBeUndefined()
  const parked = await product.query("select reason from webhook_deliveries where state = 'parked'")
  expect(parked).toEqual([
    { reason: 'The body is not as the vendor describes it: status is missing or of the wrong type.' },
  ])
})

test('news of a call or a payment that was emptied with its person brings back neither who nor what was said', async () => {
  const email = 'wanda@example.com'
  await product.lead(email, '202-555-0158')
  const call = { call_id: 'r9', to_number: '+12025550158', start_timestamp: 1_795_000_000_000 }
  const billed = (type: string, minute: number, id = 'in_wanda') => {
    const object = invoiceObject({ id, subscription: 'sub_wanda', amount: 9900, email })
    return stripeCall(stripeEvent(type, { eventId: `evt_w${minute}`, at: at(minute), object }))
  }
  await product.tell(retellCall({ event: 'call_ended', call }), billed('invoice.payment_failed', 1))
  const [lead] = await product.query('select person_id from leads where email = $1', [email])
  const owner = await product.owner()
  expect((await owner.post(`/api/people/${lead?.person_id}/erase`, {})).status).toBe(200)
  const call_analysis = { call_summary: 'Wanda cannot pay now.' }
  const recording_url = 'https://calls.example/r9.wav'
  await product.tell(
    retellCall({ event: 'call_analyzed', call: { ...call, recording_url, call_analysis } }),
    billed('invoice.paid', 2),
    // The next month of a subscription that goes on is the same lead's, whatever is known of them.
    billed('invoice.paid', 3, 'in_wanda2'),
  )
  expect(await callOf('r9')).toMatchObject({ status: 'ended', summary: null, recording_url: null })
  const payments = await product.query(
    `select payer_name, status, lead_id is not null as is_joined from payments payment
      join external_events event using (id) where session_id like 'in_wanda%'`,
  )
  const nameless = { payer_name: null, status: 'paid', is_joined: true }
  expect(payments).toEqual([nameless, nameless])
  const held = await product.query(
    `select email, phone_e164 from external_events where email = $1 or phone_e164 = '+12025550158'`,
    [email],
  )
  expect(held).toEqual([])
  const bodies = await product.query(
    "select body from webhook_deliveries where body like '%wanda%' or body like '%Wanda%' or body like '%0158%'",
  )
  expect(bodies).toEqual([])
})
