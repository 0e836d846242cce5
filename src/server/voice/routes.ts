import type { FastifyInstance } from 'fastify'
import { type AnnouncedCall, callsApi } from '#contract/calls.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { HitLimit } from '#server/platform/rate-limit.ts'
import { limitCallers } from '#server/tracking/limit-callers.ts'
import type { VisitorCookie } from '#server/tracking/visitor-cookie.ts'
import { readCallState } from './read-call-state.ts'
import type { CallRules } from './why-not-called.ts'

const LIMITS = {
  what: 'calls',
  perAddress: { max: 600, seconds: 60 },
  perVisitor: { max: 60, seconds: 60 },
}

/** The page's look at its visitor's call. Without a cookie of ours there is nothing to tell. */
export function callRoutes(
  app: FastifyInstance,
  parts: {
    ownerGate: OwnerGate
    cookie: VisitorCookie
    database: Database
    clock: Clock
    limit: HitLimit
    /** Whether anything here can set off a call. */
    canCall(): boolean
    callRules(): CallRules
    /** Whether a call may be announced now. */
    announcesCalls(): boolean
  },
): void {
  const limited = limitCallers(parts, LIMITS)
  const asAnnounced = (call: AnnouncedCall): AnnouncedCall =>
    call.state === 'unknown' && !parts.announcesCalls() ? { state: 'not-called', reason: 'trouble' } : call
  serve(app, callsApi, parts.ownerGate, {
    'GET /api/calls/state': async (_input, { request, reply }) => {
      const visitorId = parts.cookie.read(request)
      reply.header('Cache-Control', 'no-store')
      if (!visitorId) return asAnnounced({ state: 'unknown' })
      const look = async () => {
        await limited(request)
        const rules = parts.canCall() ? parts.callRules() : null
        return asAnnounced(await readCallState(parts.database, visitorId, parts.clock.now(), rules))
      }
      return withinDeadline(ANSWER_WITHIN_MS, look())
    },
  })
}
