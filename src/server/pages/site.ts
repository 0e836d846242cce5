import type { FastifyInstance } from 'fastify'
import type { AskForConsent, LaterEvent, OfflineConversionKind, PlannedEvent } from '#contract/ads-on-page.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { ApplicationPages } from '#server/applications/application-parts.ts'
import type { LeadPages } from '#server/capture/routes.ts'
import type { CallSetup } from '#server/voice/call-rules.ts'
import type { PublicSite } from './register-pages.ts'

/** The pages that people see, and what the lead calls need to know of them. */
export type Site = LeadPages &
  ApplicationPages & {
    /** Registers every page, asset and the dashboard's shell; without `announcesCalls` a call may always be announced. */
    register(app: FastifyInstance, announcesCalls?: () => boolean): Promise<void>
    /** Switches every page, and what the calls below answer, to another content; `since` were published after the one before. */
    show(content: SiteContent, since?: SiteContent[]): Promise<void>
    /** The pages at work, once registered. */
    pages(): PublicSite
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
  }
