import type { z } from 'zod'
import type { CaptureLeadInput, CaptureWithVisitorInput } from '#contract/capture.ts'
import { leadMagnetOf } from '#contract/lead-magnet.ts'
import type { RefusalBody } from '#contract/refusal-codes.ts'
import { attributionOfRecord } from '#web/site/browser/attribution-record.ts'
import { post } from '#web/site/browser/call.ts'
import { deviceReport, deviceTypeOf } from '#web/site/browser/device-report.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { visitLeave } from '#web/site/consent/visit-leave.ts'

/** What one press of the button sends. `elapsed` is in milliseconds since the form was shown, where it was filled in since. */
export type LeadSubmit = {
  name: string
  email: string
  phone: string
  page: string
  website: string
  consentVersion: string
  callConsent: boolean
  elapsed: number | undefined
  submissionId: string
}

/** Whether the lead was stored; if not, which fields the server objects to. */
export type SubmitResult = { stored: true } | { stored: false; fields: Record<string, string> }

/**
 * Sends a lead and, once it is stored, what the browser knows about the visitor (docs/spec.md, 'Capturing a lead').
 */
export async function submitLead(submit: LeadSubmit): Promise<SubmitResult> {
  const record = visitorRecord()
  const lead = {
    ...submit,
    ...visitLeave(),
    ...deviceReport(),
    ...attributionOfRecord(record, 'snake'),
    landing_page: record.landingPath,
    lead_magnet: leadMagnetOf(submit.page),
    device_type: deviceTypeOf(innerWidth),
    fb_campaign_id: '',
    fb_adset_id: '',
    fb_ad_id: '',
    fb_placement: '',
  } satisfies z.input<typeof CaptureLeadInput>
  const answer = await post('/api/capture-lead', lead)
  if (!answer.ok) {
    const refusal: Partial<RefusalBody> = await answer.json().catch(() => ({}))
    return { stored: false, fields: refusal.fields ?? {} }
  }
  const { name, email, phone, page, submissionId } = submit
  const visitor = {
    name,
    email,
    phone,
    slug: page,
    submissionId,
    landingPath: record.landingPath,
    ...visitLeave(),
    ...deviceReport(),
    ...attributionOfRecord(record, 'camel'),
  } satisfies z.input<typeof CaptureWithVisitorInput>
  // The lead is safe without it (docs/spec.md, 'Capturing a lead'); `keepalive` lets it outlive this page.
  post('/api/analytics/capture-with-visitor', visitor, { keepalive: true }).catch((error) =>
    console.warn('The visit was not joined to the lead by the browser.', error),
  )
  return { stored: true }
}
