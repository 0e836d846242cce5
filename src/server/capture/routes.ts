import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { captureApi } from '#contract/capture.ts'
import { type Budget, createBudget } from '#server/platform/budget.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
import { answerError, refusalOf } from '#server/platform/http/answer-errors.ts'
import { answered, type Exchange, type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live.ts'
import type { HitLimit } from '#server/platform/rate-limit.ts'
import type { Refusal } from '#server/platform/refusal.ts'
import { findKnownSubmission } from '#server/tracking/known-to-browser.ts'
import { limitCallers } from '#server/tracking/limit-callers.ts'
import type { VisitorCookie } from '#server/tracking/visitor-cookie.ts'
import type { Captured } from './capture-lead.ts'
import type { CaptureTokens } from './capture-token.ts'
import { carryAdvert } from './carry-advert.ts'
import {
  advertOfPage,
  type ConsentTexts,
  isPlainForm,
  readLeadForm,
  readVisitorCapture,
  type SubmitContext,
  toldLater,
} from './read-submit.ts'
import { sendShortFormAnswer } from './short-form-answer.ts'
import type { Submit } from './submit.ts'
import { tellOfCapture } from './tell-of-capture.ts'

/** What the lead calls need. */
export type LeadParts = {
  database: Database
  /** Stores a submit with all that comes of it. */
  captureLead(submit: Submit): Promise<Captured>
  ownerGate: OwnerGate
  captureTokens: CaptureTokens
  cookie: VisitorCookie
  clock: Clock
  limit: HitLimit
  live: Live
  defaultCountry: string
  /** Whether user agents may be stored (docs/spec.md, 'Tracking'). */
  storesUserAgents(): boolean
  pages: LeadPages
}

/** What the lead calls ask of the pages; the last two serve browsers that post the form without JavaScript. */
export type LeadPages = {
  /** Resolves once the wordings of these names are known, where they are somebody's: another process may have published them. */
  knowWordings(...versions: (string | undefined)[]): Promise<void>
  /** The consent sentences that stand under a page's form now, or that stood there in the version named. */
  consent(page: string, versionShown?: string): ConsentTexts
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

const HOUR_MS = 3_600_000
const A_MINUTE = {
  perAddress: { max: 60, seconds: 60 },
  perVisitor: { max: 60, seconds: 60 },
}
// Drawing a page costs as much as a hundred answers, and a proxy may make all visitors one address.
const FORMS_DRAWN = { atOnce: 20, perSecond: 2 }
// No browser's, so that a request without a cookie costs the same look-up as one with.
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The calls that turn a visitor into a lead (docs/spec.md, 'Capturing a lead'). */
export function leadRoutes(app: FastifyInstance, parts: LeadParts): void {
  // Each call has its own: a full hall, or a carrier's phones, are one address, and who opens a page keeps nobody from sending.
  const limitedCapture = limitCallers(parts, { what: 'lead', ...A_MINUTE })
  const limitedDetails = limitCallers(parts, { what: 'lead details', ...A_MINUTE })
  const limitedLookUp = limitCallers(parts, { what: 'lead look-up', ...A_MINUTE })
  const drawing = createBudget(parts.clock, FORMS_DRAWN)
  const { defaultCountry, storesUserAgents, pages, captureTokens } = parts
  const contextOf = (request: FastifyRequest): SubmitContext => ({
    visitorId: parts.cookie.identify(request).visitorId,
    mayRemember: parts.cookie.mayRemember(request),
    at: parts.clock.now(),
    defaultCountry,
    storesUserAgents,
    consent: pages.consent,
  })
  /** The answer's token of the capture that this work makes or finds; the visitor asked for it, so the cookie is set. */
  const captured = async ({ request, reply }: Exchange, work: Promise<Omit<Captured, 'leadId'>>) => {
    const { captureId, visitorId } = await withinDeadline(ANSWER_WITHIN_MS, work)
    parts.cookie.setAsAsked(request, reply, visitorId)
    parts.live.changed('leads')
    return captureTokens.tokenOf(captureId)
  }
  serve(
    app,
    captureApi,
    parts.ownerGate,
    {
      'POST /api/capture-lead': async (input, exchange) => {
        const { request, reply } = exchange
        const context = contextOf(request)
        const reading = pages
          .knowWordings(input.consentVersion)
          .then(() => readLeadForm(request, input, context))
        const token = await captured(exchange, reading.then(parts.captureLead))
        if (isPlainForm(request)) {
          const { slug, attribution } = await reading
          const next = pages.pageAfter(slug)
          const isRemembered = parts.cookie.read(request) !== null
          reply.redirect(isRemembered ? next : carryAdvert(next, attribution), 303)
          return answered
        }
        // The same for a known email as for a new one, so that nobody learns which it was.
        return { success: true, leadId: token, personId: token }
      },

      'POST /api/analytics/capture-with-visitor': async (input, exchange) => {
        const { request } = exchange
        const context = contextOf(request)
        const { visitorId, mayRemember, at } = context
        const work = async () => {
          await limitedDetails(request)
          const since = new Date(at.getTime() - HOUR_MS)
          const told = { visitorId, email: input.email, since, details: toldLater(input, mayRemember) }
          const captureId = await tellOfCapture(parts.database, told)
          if (captureId === null) return parts.captureLead(readVisitorCapture(request, input, context))
          return { captureId, visitorId }
        }
        return { success: true, leadId: await captured(exchange, work()) }
      },

      'POST /api/leads/by-fingerprint': async (_input, { request }) => {
        const visitorId = parts.cookie.read(request) ?? NOBODY
        const work = limitedLookUp(request).then(() => findKnownSubmission(parts.database, visitorId))
        const known = await withinDeadline(ANSWER_WITHIN_MS, work)
        if (!known) return { success: false }
        const { name, email, phone } = known
        return { success: true, lead: { name, email, phone } }
      },
    },
    {
      'POST /api/capture-lead': (error, request, reply) =>
        answerFormError(parts, drawing, error, request, reply),
    },
    {
      'POST /api/capture-lead': (request) => withinDeadline(ANSWER_WITHIN_MS, limitedCapture(request)),
    },
  )
}

function answerFormError(
  parts: LeadParts,
  drawing: Budget,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!isPlainForm(request)) return answerError(error, request, reply)
  const refusal = refusalOf(error)
  if (refusal.code === 'unexpected') request.log.error({ err: error }, 'a form could not be taken')
  if (refusal.code === 'too-many' || !drawing.take()) return sendShortFormAnswer(reply, refusal)
  // The form that comes back stands at an address without the advert, so it carries it along.
  const values: Record<string, string> = { ...advertOfPage(request) }
  if (typeof request.body === 'object' && request.body !== null)
    for (const [name, value] of Object.entries(request.body))
      if (typeof value === 'string') values[name] = value
  return parts.pages.sendFormAgain(reply, values.page ?? '/', values, refusal)
}
