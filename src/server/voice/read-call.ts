import {
  type CallStatus,
  type RetellCall,
  RetellNews,
  RetellWebhook,
  VapiNews,
  VapiWebhook,
  VoiceCall,
} from '#contract/webhook-voice.ts'

/**
 * Reads a voice agent's call: in Leadline's own words, in Retell's, or in Vapi's. Null for news that is not about a
 * call's state.
 */
export function readCall(body: unknown): VoiceCall | null {
  if (has(body, 'callId')) return VoiceCall.parse(body)
  if (has(body, 'event')) return readRetell(body)
  if (has(body, 'message')) return readVapi(body)
  return VoiceCall.parse(body)
}

const has = (body: unknown, key: string): boolean => typeof body === 'object' && body !== null && key in body

// Retell says that a call has started, not that anybody picked up; the reason of its end says how it went.
const retellEnds = new Map<string, CallStatus>(
  Object.entries({
    voicemail_reached: 'voicemail',
    machine_detected: 'voicemail',
    dial_no_answer: 'no_answer',
    dial_busy: 'no_answer',
    user_declined: 'no_answer',
    ivr_reached: 'no_answer',
    dial_failed: 'failed',
    invalid_destination: 'failed',
    telephony_provider_permission_denied: 'failed',
    telephony_provider_unavailable: 'failed',
    sip_routing_error: 'failed',
    marked_as_spam: 'failed',
    concurrency_limit_reached: 'failed',
    no_valid_payment: 'failed',
    registered_call_timeout: 'failed',
  }),
)
// Whatever the reason is called, with these nobody was spoken with.
const RETELL_WITHOUT_TALK = ['not_connected', 'error']

function retellEnd({
  call_analysis,
  call_status,
  disconnection_reason: reason = '',
}: RetellCall): CallStatus {
  if (call_analysis?.in_voicemail === true) return 'voicemail'
  const hasFailed = reason.startsWith('error') || RETELL_WITHOUT_TALK.includes(call_status ?? '')
  return retellEnds.get(reason) ?? (hasFailed ? 'failed' : 'ended')
}

function readRetell(body: unknown): VoiceCall | null {
  const { event } = RetellNews.parse(body)
  if (!['call_started', 'call_ended', 'call_analyzed'].includes(event)) return null
  const { call } = RetellWebhook.parse(body)
  const status = event === 'call_started' ? 'ringing' : retellEnd(call)
  const { start_timestamp: startedAt, end_timestamp: endedAt } = call
  return {
    callId: call.call_id,
    provider: 'retell',
    callRequestId: call.metadata?.callRequestId ?? call.metadata?.call_request_id,
    leadId: call.metadata?.leadId ?? call.metadata?.lead_id,
    phone: call.to_number,
    status,
    at: undefined,
    startedAt,
    endedAt,
    durationSec: secondsBetween(startedAt, endedAt),
    summary: call.call_analysis?.call_summary,
    recordingUrl: call.recording_url,
    transcriptUrl: undefined,
  }
}

const secondsBetween = (start: Date | undefined, end: Date | undefined): number | undefined =>
  start && end && start <= end ? Math.round((end.getTime() - start.getTime()) / 1000) : undefined

const vapiStates = new Map<string, CallStatus>(
  Object.entries({
    scheduled: 'queued',
    queued: 'queued',
    ringing: 'ringing',
    'in-progress': 'answered',
  }),
)

function readVapi(body: unknown): VoiceCall | null {
  const status = vapiStatus(VapiNews.parse(body).message)
  if (!status) return null
  const { message } = VapiWebhook.parse(body)
  return {
    callId: message.call.id,
    provider: 'vapi',
    callRequestId: message.call.metadata?.callRequestId ?? message.call.metadata?.call_request_id,
    leadId: message.call.metadata?.leadId ?? message.call.metadata?.lead_id,
    phone: message.call.customer?.number,
    status,
    at: message.timestamp,
    startedAt: message.startedAt,
    endedAt: message.endedAt,
    durationSec: message.durationSeconds ?? secondsBetween(message.startedAt, message.endedAt),
    summary: message.analysis?.summary ?? message.summary,
    recordingUrl: message.recordingUrl ?? message.artifact?.recordingUrl,
    transcriptUrl: undefined,
  }
}

function vapiStatus({ type, status = '', endedReason }: VapiNews['message']): CallStatus | undefined {
  if (type === 'end-of-call-report') return vapiEnd(endedReason ?? '')
  if (type !== 'status-update') return undefined
  // The report comes once the call was looked through, and only where it is switched on.
  return status === 'ended' && endedReason ? vapiEnd(endedReason) : vapiStates.get(status)
}

const VAPI_WITHOUT_TALK =
  /error|failed|never-connected|no-call-received|rejected|misdialed|^scheduled-call-deleted|^assistant-(?:not-(?:found|valid|provided)|join-timed-out|request-returned-(?:no|invalid)-)/

function vapiEnd(reason: string): CallStatus {
  if (reason === 'voicemail') return 'voicemail'
  if (reason === 'customer-did-not-answer' || reason === 'customer-busy') return 'no_answer'
  return VAPI_WITHOUT_TALK.test(reason) ? 'failed' : 'ended'
}
