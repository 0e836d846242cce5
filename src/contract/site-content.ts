import { z } from 'zod'
import { AdConsent } from './site-content-ad-consent.ts'
import { BookingPages } from './site-content-booking.ts'
import { BuilderContent } from './site-content-builder.ts'
import { Calls } from './site-content-calls.ts'
import { ClaimAnswers } from './site-content-claims.ts'
import { HomeContent } from './site-content-home.ts'
import { InAppHelp } from './site-content-in-app.ts'
import { LanderPages } from './site-content-landers.ts'
import { LegalPages, NotFoundContent } from './site-content-legal.ts'
import { Pixel } from './site-content-pixel.ts'
import { PortalContent } from './site-content-portal.ts'
import { Brand, Consent, LeadForm } from './site-content-shared.ts'
import { ThankYouPages } from './site-content-thank-you.ts'
import { TrainingPages } from './site-content-training.ts'

/**
 * Every text, picture, link, id and price on every page: one document the owner edits (docs/spec.md, 'Site content').
 * All of it has defaults, so `SiteContent.parse({})` is a complete site and content stored by an older version still
 * reads.
 */
export const SiteContent = z.object({
  brand: Brand,
  consent: Consent,
  leadForm: LeadForm,
  home: HomeContent,
  ...TrainingPages,
  ...LanderPages,
  ...ThankYouPages,
  ...BookingPages,
  ...LegalPages,
  portal: PortalContent,
  builder: BuilderContent,
  notFound: NotFoundContent,
  pixel: Pixel,
  calls: Calls,
  adConsent: AdConsent,
  inApp: InAppHelp,
  claims: ClaimAnswers,
})

/** The whole site content. */
export type SiteContent = z.output<typeof SiteContent>

/** The site as it stands before the owner has changed anything. */
export const defaultSiteContent: SiteContent = SiteContent.parse({})
