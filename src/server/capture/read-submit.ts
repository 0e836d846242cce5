import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Attribution, attributionInQuery, attributionOf } from '#contract/attribution.ts'
import type { CaptureLeadInput, CaptureWithVisitorInput } from '#contract/capture.ts'
import { addressOf } from '#server/tracking/address-of.ts'
import { cutAddress } from '#server/tracking/cut-address.ts'
import { coarseBrowser, readBrowser } from '#server/tracking/read-browser.ts'
import { countedPath } from '#server/tracking/record-events.ts'
import { type ReportedDevice, reportedDevice } from '#server/tracking/reported-device.ts'
import { whyExcluded } from '#server/tracking/why-excluded.ts'
import { readPhone } from './read-phone.ts'
import type { CaptureDetails, Consent, Submit } from './submit.ts'
import { whyQuarantined } from './why-quarantined.ts'

/** The consent sentences that stand under a page's form, with their version (docs/spec.md, 'Consent'). */
export type ConsentTexts = { version: string; marketing: string; automatedCall: string | null }

/** Who calls, when, and what reading their form depends on. */
export type SubmitContext = {
  visitorId: string
  /** Without the visitor's leave nothing is kept that tells their browser from another. */
  mayRemember: boolean
  at: Date
  defaultCountry: string
  consent(page: string, versionShown?: string): ConsentTexts
  storesUserAgents(): boolean
}

/** Reads a lead form's submit: page, attribution, phone, device, consents, and whether it looks like spam. */
export function readLeadForm(
  request: FastifyRequest,
  input: z.output<typeof CaptureLeadInput>,
  context: SubmitContext,
): Submit {
  const slug = slugOf(input.page)
  const { version, marketing, automatedCall } = context.consent(slug, input.consentVersion)
  const consents: Consent[] = [{ kind: 'marketing', granted: true, text: marketing, version }]
  if (automatedCall !== null)
    consents.push({ kind: 'automated_call', granted: input.callConsent, text: automatedCall, version })
  return {
    ...whoSubmits(request, input, context),
    slug,
    attribution: {
      ...(input.fb_campaign_id ? { utm_campaign_id: input.fb_campaign_id } : {}),
      ...(input.fb_adset_id ? { utm_adset_id: input.fb_adset_id } : {}),
      ...(input.fb_ad_id ? { utm_ad_id: input.fb_ad_id } : {}),
      ...(input.fb_placement ? { utm_placement: input.fb_placement } : {}),
      ...advertOfPage(request),
      ...attributionOf(input),
    },
    details: {
      ...detailsOf(input, context, { captureSource: 'customer', landingPath: input.landing_page }),
      leadMagnet: input.lead_magnet ?? null,
      deviceType: input.device_type,
      consentVersionShown: input.consentVersion,
    },
    quarantineReason: whyQuarantined(input),
    consents,
  }
}

/**
 * The advert of the page that a form without scripts was posted from, as its address tells; nothing for the calls of
 * scripts, which say themselves what they know.
 */
export function advertOfPage(request: FastifyRequest): Attribution {
  const { referer } = request.headers
  if (!isPlainForm(request) || !referer || !URL.canParse(referer)) return {}
  return attributionInQuery(new URL(referer).search)
}

/** Whether a browser posted the form by itself, without scripts. */
export const isPlainForm = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

/** Reads a capture-with-visitor call as the submit it stands for where no lead form's call came before it. */
export function readVisitorCapture(
  request: FastifyRequest,
  input: z.output<typeof CaptureWithVisitorInput>,
  context: SubmitContext,
): Submit {
  return {
    ...whoSubmits(request, input, context),
    slug: slugOf(input.slug),
    attribution: attributionOf(input),
    details: detailsOf(input, context, { captureSource: 'analytics', landingPath: input.landingPath }),
    quarantineReason: null,
    consents: [],
  }
}

/** What a capture-with-visitor call adds to the capture that came before it. */
export const toldLater = (
  input: z.output<typeof CaptureWithVisitorInput>,
  mayRemember: boolean,
): Partial<CaptureDetails> => ({
  ...keptDevice(input, mayRemember),
  ...(input.landingPath ? { landingPath: countedPath(input.landingPath) } : {}),
})

/** What the browser told about itself, as it is kept with the capture; nothing without the visitor's leave. */
const keptDevice = (input: ReportedDevice, mayRemember: boolean): ReportedDevice =>
  mayRemember ? reportedDevice(input) : {}

const detailsOf = (
  input: ReportedDevice & { phone: string },
  { mayRemember, defaultCountry }: SubmitContext,
  told: { captureSource: CaptureDetails['captureSource']; landingPath: string | undefined },
): CaptureDetails => ({
  ...keptDevice(input, mayRemember),
  captureSource: told.captureSource,
  phoneE164: readPhone(input.phone, defaultCountry),
  leadMagnet: null,
  landingPath: told.landingPath ? countedPath(told.landingPath) : null,
})

const slugOf = (page: string): string => countedPath(page.startsWith('/') ? page : `/${page}`)

function whoSubmits(
  request: FastifyRequest,
  input: { name: string; email: string; phone: string; submissionId?: string; userAgent?: string },
  context: SubmitContext,
) {
  const browser = readBrowser(request, input.userAgent, context.storesUserAgents())
  const { userAgent, device } = context.mayRemember ? browser : coarseBrowser(browser)
  const ipAddress = addressOf(request)
  return {
    at: context.at,
    visitorId: context.visitorId,
    submissionId: input.submissionId ?? null,
    name: input.name,
    email: input.email,
    phone: input.phone,
    ipAddress: context.mayRemember ? ipAddress : cutAddress(ipAddress),
    userAgent: userAgent ?? null,
    device,
    // What was agreed to, and by whom, must be provable; a receipt is kept for nothing else.
    agreedFrom: { ipAddress, userAgent: browser.userAgent ?? null },
    excluded: whyExcluded(request),
  }
}
