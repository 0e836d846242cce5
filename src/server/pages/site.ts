import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AskForConsent, PlannedEvent } from '#contract/ads-on-page.ts'
import type { ConsentTexts } from '#server/leads/read-submit.ts'
import type { Refusal } from '#server/platform/refusal.ts'

/** The pages that people see, and what the lead calls need to know of them. */
export type Site = {
  /** Registers every page, asset and the dashboard's shell. */
  register(app: FastifyInstance): Promise<void>
  /** The consent sentences that stand under a page's form now. */
  consent(page: string): ConsentTexts
  /** The advert banner's words as pages show them now, and whom it asks (decisions §4). */
  adConsent(): { ask: AskForConsent; version: string; text: string }
  /** The pixel events a page reports now; none without a pixel id. */
  pixelPlan(path: string): PlannedEvent[]
  /** The pixel's id as it is set now; empty where there is none. */
  pixelId(): string
  /** Where a successful submit of a page's form leads (decisions §1). */
  pageAfter(page: string): string
  /** Sends a page again with what was typed and what is wrong with it. */
  sendFormAgain(
    reply: FastifyReply,
    page: string,
    values: Record<string, string>,
    refusal: Refusal,
  ): FastifyReply
}
