import { z } from 'zod'
import { HomeContent } from './site-content-home.ts'
import { LanderPages } from './site-content-landers.ts'
import { LegalPages, NotFoundContent } from './site-content-legal.ts'
import { Brand, Consent, LeadForm } from './site-content-shared.ts'
import { TrainingPages } from './site-content-training.ts'

/**
 * Every text, picture, link, id and price on every page: one document the owner edits (decisions §2). All of it
 * has defaults, so `SiteContent.parse({})` is a complete site and content stored by an older version still reads.
 */
export const SiteContent = z.object({
  brand: Brand,
  consent: Consent,
  leadForm: LeadForm,
  home: HomeContent,
  ...TrainingPages,
  ...LanderPages,
  ...LegalPages,
  notFound: NotFoundContent,
})

/** The whole site content. */
export type SiteContent = z.output<typeof SiteContent>

/** The site as it stands before the owner has changed anything. */
export const defaultSiteContent: SiteContent = SiteContent.parse({})
