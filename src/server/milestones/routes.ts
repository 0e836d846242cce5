import type { FastifyInstance, FastifyRequest } from 'fastify'
import { funnelApi } from '#contract/funnel.ts'
import { trainingTimes } from '#contract/training-times.ts'
import { readPhone } from '#server/capture/read-phone.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
import { type Exchange, type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { HitLimit } from '#server/platform/rate-limit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { limitCallers } from '#server/tracking/limit-callers.ts'
import { countedPath } from '#server/tracking/record-events.ts'
import type { VisitorCookie } from '#server/tracking/visitor-cookie.ts'
import { whyExcluded } from '#server/tracking/why-excluded.ts'
import { addWatchedSteps } from '#server/watching/store.ts'
import { reachMilestone } from './reach-milestone.ts'
import { reportWatching } from './report-watching.ts'
import { awaitedSeconds } from './store.ts'

/** What the funnel's calls need. */
export type FunnelParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  newId: NewId
  ownerGate: OwnerGate
  cookie: VisitorCookie
  clock: Clock
  limit: HitLimit
  live: Live
  defaultCountry: string
}

// Whoever watches calls twice a minute, and a full hall or a carrier's phones are one address.
const WATCHING = {
  what: 'watching',
  perAddress: { max: 600, seconds: 60 },
  perVisitor: { max: 60, seconds: 60 },
}
const CLAIMING = {
  what: 'funnel',
  perAddress: { max: 120, seconds: 60 },
  perVisitor: { max: 60, seconds: 60 },
  perClaim: { max: 10, seconds: 3600 },
}

/**
 * The calls after the capture (docs/spec.md, 'Calls and bodies'). What a browser says is a claim: it counts for its
 * own lead only.
 */
export function funnelRoutes(app: FastifyInstance, parts: FunnelParts): void {
  const watching = limitCallers(parts, WATCHING)
  const limitClaims = limitCallers(parts, CLAIMING)
  const claiming = (claim?: string) => (request: FastifyRequest) => limitClaims(request, claim)
  serve(app, funnelApi, parts.ownerGate, {
    'POST /api/leads/add-video-tag': (input, exchange) =>
      answered(parts, exchange, watching, async (visitorId) => {
        const second = Math.floor(input.watchTime ?? 0)
        await reportWatching(parts, { visitorId, second, at: parts.clock.now() })
      }),

    'POST /api/leads/application-confirmation': (input, exchange) =>
      answered(parts, exchange, claiming(), async (visitorId) => {
        const page = countedPath(input.page)
        const at = parts.clock.now()
        await reachMilestone(parts, { visitorId, kind: 'application', key: page, at, evidence: { page } })
      }),

    'POST /api/process-typeform-completion': (input, exchange) =>
      answered(parts, exchange, claiming(input.email ?? input.phone), async (visitorId) => {
        const page = countedPath(input.page)
        const phone = input.phone ? readPhone(input.phone, parts.defaultCountry) : null
        const { consent: _consent, sessionId: _sessionId, ...said } = input
        const claim = { ...said, page, claimed: true }
        const key = `completion ${page} ${input.email ?? ''} ${phone ?? input.phone ?? ''}`
        await reachMilestone(
          parts,
          { visitorId, kind: 'application', key, at: parts.clock.now(), evidence: claim },
          (lead) => lead.email === input.email || (phone !== null && lead.phones.includes(phone)),
        )
      }),

    'POST /api/leads/add-booking-tag': (input, exchange) =>
      answered(parts, exchange, claiming(input.email), async (visitorId) => {
        const milestone = {
          visitorId,
          kind: 'booking' as const,
          key: input.email,
          at: parts.clock.now(),
          evidence: { email: input.email, source: input.source, claimed: true },
        }
        const isOfThisBrowser = await reachMilestone(
          parts,
          milestone,
          (lead) => lead.isLinked && lead.email === input.email,
        )
        // The same words whether the email is unknown or someone else's, and none where this browser submitted it itself.
        if (!isOfThisBrowser) throw new Refusal('not-found', 'Contact not found')
      }),

    'POST /api/visitors/watch-progress': async (input, exchange) => {
      const { media, steps } = input
      const position = input.position === undefined ? null : Math.floor(input.position)
      const at = parts.clock.now()
      const done = await answered(parts, exchange, watching, async (visitorId) => {
        const duration = input.duration === undefined ? null : Math.floor(input.duration)
        await addWatchedSteps(parts.database, { visitorId, media, steps, position, duration, at })
        const passed = steps.map((step) => step * trainingTimes.watchStep)
        const second = Math.max(position ?? -1, ...passed)
        if (second >= 0) await reportWatching(parts, { visitorId, second, at })
      })
      return { ...done, seconds: await awaitedSeconds(parts.database) }
    },

    'GET /api/visitors/awaited-seconds': async () => ({ seconds: await awaitedSeconds(parts.database) }),
  })
}

async function answered(
  parts: FunnelParts,
  { request, reply }: Exchange,
  limit: (request: FastifyRequest) => Promise<void>,
  work: (visitorId: string) => Promise<void>,
): Promise<{ success: true }> {
  const { visitorId, isNew } = parts.cookie.identify(request)
  const limited = async () => {
    await limit(request)
    await work(visitorId)
  }
  await withinDeadline(ANSWER_WITHIN_MS, limited())
  // With a cookie from here a machine would pass for a visitor that tracking knows already.
  if (!isNew || whyExcluded(request) === null) parts.cookie.set(request, reply, visitorId)
  parts.live.changed('leads')
  return { success: true }
}
