import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { attributionOf } from '#contract/attribution.ts'
import type { CaptureLeadInput, CaptureWithVisitorInput } from '#contract/capture.ts'
import { cutAddress } from '#server/tracking/cut-address.ts'
import { coarseBrowser, readBrowser } from '#server/tracking/read-browser.ts'
import { countedPath } from '#server/tracking/record-events.ts'
import { addressOf } from '#server/tracking/routes.ts'
import { whyExcluded } from '#server/tracking/why-excluded.ts'
import type { Submit } from './capture-lead.ts'
import { readPhone } from './read-phone.ts'
import { whyQuarantined } from './why-quarantined.ts'

/** The consent sentences that stand under a page's form, with their version (docs/spec.md, 'Consent'). */
export type ConsentTexts = { version: string; marketing: string; automatedCall: string | null }

type Context = {
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
  context: Context,
): Submit {
  const slug = slugOf(input.page)
  const consent = context.consent(slug, input.consentVersion)
  const callText = consent.automatedCall
  return {
    ...whoSubmits(request, input, context),
    captureSource: 'customer',
    submissionId: input.submissionId ?? null,
    slug,
    attribution: {
      ...(input.fb_campaign_id ? { utm_campaign_id: input.fb_campaign_id } : {}),
      ...(input.fb_adset_id ? { utm_adset_id: input.fb_adset_id } : {}),
      ...(input.fb_ad_id ? { utm_ad_id: input.fb_ad_id } : {}),
      ...(input.fb_placement ? { utm_placement: input.fb_placement } : {}),
      ...attributionOf(input),
    },
    leadMagnet: input.lead_magnet ?? null,
    landingPath: input.landing_page ? countedPath(input.landing_page) : null,
    details: {
      ...detailsOf(input, context.mayRemember),
      deviceType: input.device_type,
      consentVersionShown: input.consentVersion,
    },
    quarantineReason: whyQuarantined(input),
    consents: [
      { kind: 'marketing', granted: true, text: consent.marketing, version: consent.version },
      ...(callText === null
        ? []
        : [
            {
              kind: 'automated_call' as const,
              granted: input.callConsent,
              text: callText,
              version: consent.version,
            },
          ]),
    ],
  }
}

/** Reads a capture-with-visitor call as the submit it stands for where no lead form's call came before it. */
export function readVisitorCapture(
  request: FastifyRequest,
  input: z.output<typeof CaptureWithVisitorInput>,
  context: Context,
): Submit {
  return {
    ...whoSubmits(request, input, context),
    captureSource: 'analytics',
    submissionId: input.submissionId ?? null,
    slug: slugOf(input.slug),
    attribution: attributionOf(input),
    leadMagnet: null,
    landingPath: input.landingPath ? countedPath(input.landingPath) : null,
    details: detailsOf(input, context.mayRemember),
    quarantineReason: null,
    consents: [],
  }
}

type Reported = {
  fingerprint?: string
  timezone?: string
  language?: string
  screenWidth?: number
  screenHeight?: number
  hardwareConcurrency?: number
  deviceMemory?: number
}

/** What the browser told about itself, as it is kept with the capture; nothing without the visitor's leave. */
export function detailsOf(input: Reported, mayRemember: boolean): Record<string, unknown> {
  if (!mayRemember) return {}
  const { fingerprint, timezone, language, screenWidth, screenHeight, hardwareConcurrency, deviceMemory } =
    input
  return { fingerprint, timezone, language, screenWidth, screenHeight, hardwareConcurrency, deviceMemory }
}

const slugOf = (page: string): string => countedPath(page.startsWith('/') ? page : `/${page}`)

function whoSubmits(
  request: FastifyRequest,
  input: { name: string; email: string; phone: string; userAgent?: string },
  context: Context,
) {
  const browser = readBrowser(request, input.userAgent, context.storesUserAgents())
  const { userAgent, device } = context.mayRemember ? browser : coarseBrowser(browser)
  const ipAddress = addressOf(request)
  return {
    at: context.at,
    visitorId: context.visitorId,
    name: input.name,
    email: input.email,
    phone: input.phone,
    phoneE164: readPhone(input.phone, context.defaultCountry),
    ipAddress: context.mayRemember ? ipAddress : cutAddress(ipAddress),
    userAgent: userAgent ?? null,
    device,
    // What was agreed to, and by whom, must be provable; a receipt is kept for nothing else.
    agreedFrom: { ipAddress, userAgent: browser.userAgent ?? null },
    excluded: whyExcluded(request),
  }
}
