import { z } from 'zod'
import { attributionFields } from './attribution.ts'
import { consentFields } from './consent.ts'
import { deviceFields } from './device.ts'
import { looksLikeEmail } from './email-address.ts'
import type { Endpoints } from './endpoint.ts'
import { line, reported, reportedNumber, reportedText } from './text.ts'

/**
 * The three fields of every lead form, with the sentences a visitor sees beside them
 * (docs/spec.md, 'Capturing a lead').
 */
export const leadFields = {
  name: line(200)
    .refine((value) => value !== '', 'Please enter your name.')
    .prefault(''),
  email: line(254)
    .refine((value) => value !== '', 'Please enter your email address.')
    .refine(
      (value) => value === '' || looksLikeEmail(value),
      'Please enter an email address like you@example.com.',
    )
    .transform((value) => value.toLowerCase())
    .prefault(''),
  phone: line(40)
    .refine((value) => value !== '', 'Please enter your phone number.')
    .prefault(''),
}

/** What `POST /api/capture-lead` takes, as JSON or as a plain HTML form (docs/spec.md, 'Calls and bodies'). */
export const CaptureLeadInput = z.object({
  ...leadFields,
  page: line(2000).default('/'),
  landing_page: reportedText(2000),
  lead_magnet: reportedText(200),
  device_type: reportedText(40),
  fb_campaign_id: reportedText(200),
  fb_adset_id: reportedText(200),
  fb_ad_id: reportedText(200),
  fb_placement: reportedText(200),
  /** Filled only by machines: the trap field is invisible to people. */
  website: reportedText(500),
  /** Milliseconds between showing the form and sending it, where the browser could measure it. */
  elapsed: reportedNumber(1e12),
  /** One random id per press of the button: a repeated delivery is the same capture. */
  submissionId: reportedText(64),
  /** The version of the consent text that stood under the form. */
  consentVersion: reportedText(64),
  /** Ticked where the form offers a call by the automated agent. */
  callConsent: reported(z.union([z.boolean(), z.enum(['on', 'true', 'false', ''])])).transform(
    (value) => value === true || value === 'on' || value === 'true',
  ),
  ...consentFields,
  ...deviceFields,
  ...attributionFields,
})

/** What `POST /api/analytics/capture-with-visitor` takes (docs/spec.md, 'Calls and bodies'). */
export const CaptureWithVisitorInput = z.object({
  ...leadFields,
  slug: line(2000).default('/'),
  landingPath: reportedText(2000),
  submissionId: reportedText(64),
  ...consentFields,
  ...deviceFields,
  ...attributionFields,
})

/** The calls that turn a visitor into a lead. */
export const captureApi = {
  'POST /api/capture-lead': {
    for: 'anyone',
    input: CaptureLeadInput,
    /** Both ids are the token of this very submit: they tell nobody whether the email was known. */
    output: z.object({ success: z.literal(true), leadId: z.string(), personId: z.string() }),
    summary: 'Stores person, lead, capture event, consent receipt, tags and CRM job together.',
  },
  'POST /api/analytics/capture-with-visitor': {
    for: 'anyone',
    input: CaptureWithVisitorInput,
    output: z.object({ success: z.literal(true), leadId: z.string() }),
    summary: 'Adds what the browser knows about the visitor to the lead it just captured.',
  },
  'POST /api/leads/by-fingerprint': {
    for: 'anyone',
    input: z.object({ fingerprint: reportedText(64) }),
    output: z.object({
      success: z.boolean(),
      lead: z.object({ name: z.string(), email: z.string(), phone: z.string() }).optional(),
    }),
    summary:
      'Gives a browser back what it submitted itself, as it typed it, or what was submitted before the hand-off that it opened.',
  },
} satisfies Endpoints
