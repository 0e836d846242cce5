import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AskForConsent, LaterEvent, OfflineConversionKind, PlannedEvent } from '#contract/ads-on-page.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { ConsentTexts } from '#server/capture/read-submit.ts'
import type { Refusal } from '#server/platform/refusal.ts'
import type { CallSetup } from '#server/voice/call-rules.ts'
import type { PublicSite } from './register-pages.ts'

/** The pages that people see, and what the lead calls need to know of them. */
export type Site = {
  /** Registers every page, asset and the dashboard's shell. */
  register(app: FastifyInstance): Promise<void>
  /** Switches every page, and what the calls below answer, to another content. */
  show(content: SiteContent): Promise<void>
  /** The pages at work, once registered. */
  pages(): PublicSite
  /** The consent sentences that stand under a page's form now, or that stood there in the version named. */
  consent(page: string, versionShown?: string): ConsentTexts
  /** The advert banner's words as pages show them now, and whom it asks (docs/spec.md, 'Consent'). */
  adConsent(): { ask: AskForConsent; version: string; text: string }
  /** The pixel events a page reports now; none without a pixel id. */
  pixelPlan(path: string): PlannedEvent[]
  /** How the server reports what vendors verify later; undefined where it does not. */
  laterPlan(conversion: OfflineConversionKind): LaterEvent | undefined
  /** What sets off the voice agent's call and what bounds it, as the owner has it now. */
  callSetup(): CallSetup
  /** The pixel's id as it is set now; empty where there is none. */
  pixelId(): string
  /** Where a successful submit of a page's form leads (docs/spec.md, 'Pages'). */
  pageAfter(page: string): string
  /** Sends a page again with what was typed and what is wrong with it. */
  sendFormAgain(
    reply: FastifyReply,
    page: string,
    values: Record<string, string>,
    refusal: Refusal,
  ): FastifyReply
}
