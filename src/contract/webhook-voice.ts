import { z } from 'zod'
import {
  counted,
  instant,
  optionalInstant,
  optionalLink,
  optionalText,
  vendorText,
} from './webhook-fields.ts'

/** Every state of a phone call by the voice agent, in the order in which calls come to them. */
export const callStatuses = [
  'queued',
  'ringing',
  'answered',
  'ended',
  'failed',
  'no_answer',
  'voicemail',
] as const

/** A state of a phone call. */
export type CallStatus = (typeof callStatuses)[number]

const seconds = z.number().nonnegative().max(86_400).transform(Math.round).optional().catch(undefined)
const id = vendorText(200).refine((value) => value !== '', 'is missing')

/** A call in Leadline's own words, for any provider or workflow that can send what it is told. */
export const VoiceCall = z.object({
  callId: id,
  provider: vendorText(40).default('voice'),
  /** The id under which the call was asked for; it alone is enough to know whose it is. */
  callRequestId: optionalText(200),
  leadId: optionalText(200),
  phone: optionalText(40),
  status: z.enum(callStatuses),
  at: optionalInstant,
  startedAt: optionalInstant,
  endedAt: optionalInstant,
  durationSec: seconds,
  summary: optionalText(5000),
  recordingUrl: optionalLink,
  transcriptUrl: optionalLink,
})
export type VoiceCall = z.output<typeof VoiceCall>

const millis = counted(1).optional().catch(undefined)
const metadata = z
  .object({
    leadId: optionalText(200),
    lead_id: optionalText(200),
    callRequestId: optionalText(200),
    call_request_id: optionalText(200),
  })
  .nullish()
  .catch(undefined)

/** What every delivery of Retell's has; news that are not of a phone call, such as a chat's, have no call. */
export const RetellNews = z.object({ event: vendorText(40) })

const RetellCall = z.object({
  call_id: id,
  call_status: optionalText(40),
  to_number: optionalText(40),
  metadata,
  start_timestamp: millis,
  end_timestamp: millis,
  disconnection_reason: optionalText(100),
  recording_url: optionalLink,
  call_analysis: z
    .object({ call_summary: optionalText(5000), in_voicemail: z.boolean().optional().catch(undefined) })
    .nullish()
    .catch(undefined),
})
export type RetellCall = z.output<typeof RetellCall>

/** What is used of Retell's calls. */
export const RetellWebhook = z.object({ call: RetellCall })

/** What every delivery of Vapi's has. */
export const VapiNews = z.object({
  message: z.object({ type: vendorText(40), status: optionalText(40), endedReason: optionalText(200) }),
})
export type VapiNews = z.output<typeof VapiNews>

/** What is used of Vapi's calls. */
export const VapiWebhook = z.object({
  message: z.object({
    startedAt: optionalInstant,
    endedAt: optionalInstant,
    durationSeconds: seconds,
    timestamp: z.union([instant, millis]).optional().catch(undefined),
    summary: optionalText(5000),
    recordingUrl: optionalLink,
    artifact: z.object({ recordingUrl: optionalLink }).nullish().catch(undefined),
    analysis: z
      .object({ summary: optionalText(5000) })
      .nullish()
      .catch(undefined),
    call: z.object({
      id,
      metadata,
      customer: z
        .object({ number: optionalText(40) })
        .nullish()
        .catch(undefined),
    }),
  }),
})
