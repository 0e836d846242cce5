import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ConsentTexts } from '#server/leads/read-submit.ts'
import type { Refusal } from '#server/platform/refusal.ts'

/** The pages that people see, and what the lead calls need to know of them. */
export type Site = {
  /** Registers every page, asset and the dashboard's shell. */
  register(app: FastifyInstance): Promise<void>
  /** The consent sentences that stand under a page's form now. */
  consent(page: string): ConsentTexts
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
