import type { FastifyInstance } from 'fastify'
import { ownerApi } from '#contract/owner.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { withinDeadline } from '#server/platform/deadline.ts'
import { serve } from '#server/platform/http/serve.ts'
import { excludeVisitor } from '#server/tracking/exclude-visitor.ts'
import { addressOf } from '#server/tracking/routes.ts'
import type { VisitorCookie } from '#server/tracking/visitor-cookie.ts'
import type { OwnerSessions } from './sessions.ts'
import { verifyPassword } from './verify-password.ts'

const ANSWER_WITHIN_MS = 1800

/** The owner's way in and out. Signing in once marks the browser as the owner's own (decisions §3). */
export function ownerRoutes(
  app: FastifyInstance,
  parts: {
    database: Database
    clock: Clock
    sessions: OwnerSessions
    cookie: VisitorCookie
    isDemo: boolean
  },
): void {
  serve(app, ownerApi, parts.sessions.gate, {
    'POST /api/analytics/verify-password': async ({ password }, { request, reply }) => {
      const attempt = { password, address: addressOf(request) }
      await withinDeadline(ANSWER_WITHIN_MS, verifyPassword(parts.database, parts.clock, attempt))
      await parts.sessions.start(request, reply)
      const { visitorId } = parts.cookie.identify(request)
      await excludeVisitor(parts.database, visitorId, 'owner', parts.clock.now())
      parts.cookie.setAsAsked(request, reply, visitorId)
      return { success: true }
    },
    'GET /api/analytics/session': async () => ({ success: true, demo: parts.isDemo }),
    'POST /api/analytics/logout': async (_input, { request, reply }) => {
      await parts.sessions.end(request, reply)
      return { success: true }
    },
  })
}
