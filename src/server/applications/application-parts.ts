import type { FastifyReply } from 'fastify'
import type { Captured } from '#server/capture/capture-lead.ts'
import type { ConsentTexts } from '#server/capture/read-submit.ts'
import type { Submit } from '#server/capture/submit.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { OwnerGate } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { HitLimit } from '#server/platform/rate-limit.ts'
import type { Refusal } from '#server/platform/refusal.ts'
import type { VisitorCookie } from '#server/tracking/visitor-cookie.ts'
import type { ShownForm } from './read-answers.ts'

/** What the calls of the application form ask of the pages. */
export type ApplicationPages = {
  /** Resolves once the wordings of these names are known, where they are somebody's: another process may have published them. */
  knowWordings(...versions: (string | undefined)[]): Promise<void>
  /** The form as pages show it now, or as they showed it in the version named. */
  applicationForm(versionShown?: string): ShownForm
  /** The consent sentences under a form, as they stand now or stood in the version named. */
  consent(page: string, versionShown?: string): ConsentTexts
  /** Sends the form's own page again with what was typed and what is wrong with it. */
  sendApplicationAgain(reply: FastifyReply, values: Record<string, string>, refusal: Refusal): FastifyReply
}

/** What the calls of the application form need. */
export type ApplicationParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  newId: NewId
  captureLead(submit: Submit): Promise<Captured>
  ownerGate: OwnerGate
  cookie: VisitorCookie
  clock: Clock
  limit: HitLimit
  live: Live
  defaultCountry: string
  storesUserAgents(): boolean
  pages: ApplicationPages
}
