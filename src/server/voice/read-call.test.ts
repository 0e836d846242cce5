import { expect, test } from 'vitest'
import { readCall } from './read-call.ts'

const retell = (call: object) =>
  readCall({ event: 'call_ended', call: { call_id: 'r1', ...call } })?.status ?? null

test.each([
  ['user_hangup', 'ended'],
  ['agent_hangup', 'ended'],
  ['inactivity', 'ended'],
  ['voicemail_reached', 'voicemail'],
  ['machine_detected', 'voicemail'],
  ['dial_no_answer', 'no_answer'],
  ['dial_busy', 'no_answer'],
  ['user_declined', 'no_answer'],
  ['ivr_reached', 'no_answer'],
  ['dial_failed', 'failed'],
  ['invalid_destination', 'failed'],
  ['telephony_provider_permission_denied', 'failed'],
  ['telephony_provider_unavailable', 'failed'],
  ['sip_routing_error', 'failed'],
  ['marked_as_spam', 'failed'],
  ['concurrency_limit_reached', 'failed'],
  ['no_valid_payment', 'failed'],
  ['registered_call_timeout', 'failed'],
  ['error_llm_websocket_open', 'failed'],
])('Retell’s %s is a call that is %s', (disconnection_reason, status) => {
  expect(retell({ disconnection_reason })).toBe(status)
})

test('a call of Retell’s that never connected took place under no reason, known or new', () => {
  const disconnection_reason = 'a_reason_of_tomorrow'
  expect(retell({ call_status: 'not_connected', disconnection_reason })).toBe('failed')
  expect(retell({ call_status: 'error', disconnection_reason })).toBe('failed')
  expect(retell({ call_status: 'ended', disconnection_reason })).toBe('ended')
  expect(retell({ call_status: 'not_connected', disconnection_reason: 'dial_busy' })).toBe('no_answer')
})

test.each([
  ['customer-ended-call', 'ended'],
  ['silence-timed-out', 'ended'],
  ['voicemail', 'voicemail'],
  ['customer-did-not-answer', 'no_answer'],
  ['customer-busy', 'no_answer'],
  ['twilio-failed-to-connect-call', 'failed'],
  ['vonage-rejected', 'failed'],
  ['twilio-reported-customer-misdialed', 'failed'],
  ['assistant-not-found', 'failed'],
  ['assistant-join-timed-out', 'failed'],
  ['assistant-request-returned-no-assistant', 'failed'],
  ['assistant-request-returned-invalid-assistant', 'failed'],
  ['assistant-request-returned-forwarding-phone-number', 'ended'],
  ['phone-call-provider-bypass-enabled-but-no-call-received', 'failed'],
  ['scheduled-call-deleted', 'failed'],
])('Vapi’s %s is a call that is %s', (endedReason, status) => {
  const message = { type: 'end-of-call-report', endedReason, call: { id: 'v1' } }
  expect(readCall({ message })?.status).toBe(status)
  // Told as soon as it is over; the report comes once the call was looked through, or not at all.
  expect(readCall({ message: { ...message, type: 'status-update', status: 'ended' } })?.status).toBe(status)
})

test('Vapi’s recording is found where it puts it, and a call without a length has that of its two ends', () => {
  const recordingUrl = 'https://storage.example.com/call.wav'
  const told = {
    ...{ type: 'end-of-call-report', endedReason: 'customer-ended-call', call: { id: 'v1' } },
    ...{ startedAt: '2026-11-20T10:00:00Z', endedAt: '2026-11-20T10:01:30Z' },
  }
  for (const recording of [{ recordingUrl }, { artifact: { recordingUrl } }])
    expect(readCall({ message: { ...told, ...recording } })).toMatchObject({ recordingUrl, durationSec: 90 })
  expect(readCall({ message: { ...told, artifact: null } })?.recordingUrl).toBeUndefined()
})

test('an end that Vapi gives no reason for waits for the report', () => {
  expect(readCall({ message: { type: 'status-update', status: 'ended', call: { id: 'v1' } } })).toBeNull()
})
