import type { FastifyInstance } from 'fastify'
import { ownLeadApi } from '#contract/own-lead.ts'
import type { Database } from '#server/platform/database.ts'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { HitLimit } from '#server/platform/rate-limit.ts'
import { findKnownSubmission } from '#server/tracking/known-to-browser.ts'
import { limitCallers } from '#server/tracking/limit-callers.ts'
import type { VisitorCookie } from '#server/tracking/visitor-cookie.ts'
import type { CaptureTokens } from './capture-token.ts'

const LIMITS = {
  what: 'own lead',
  perAddress: { max: 600, seconds: 60 },
  perVisitor: { max: 60, seconds: 60 },
}

/** A browser's look at the lead it submitted itself; to any other it tells nothing. */
export function ownLeadRoutes(
  app: FastifyInstance,
  parts: {
    ownerGate: OwnerGate
    captureTokens: CaptureTokens
    cookie: VisitorCookie
    database: Database
    limit: HitLimit
  },
): void {
  const limited = limitCallers(parts, LIMITS)
  serve(app, ownLeadApi, parts.ownerGate, {
    'GET /api/leads/own': async (_input, { request, reply }) => {
      const visitorId = parts.cookie.read(request)
      reply.header('Cache-Control', 'no-store')
      if (!visitorId) return { lead: null }
      const look = async () => {
        await limited(request)
        const known = await findKnownSubmission(parts.database, visitorId)
        const { tokenOf } = parts.captureTokens
        return { lead: known ? { id: tokenOf(known.captureId), email: known.email } : null }
      }
      return withinDeadline(ANSWER_WITHIN_MS, look())
    },
  })
}
