import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ownerApi } from '#contract/owner.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
import { serve } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addressOf } from '#server/tracking/address-of.ts'
import { excludeVisitor } from '#server/tracking/exclude-visitor.ts'
import type { VisitorCookie } from '#server/tracking/visitor-cookie.ts'
import type { KnownDevices } from './known-device.ts'
import type { OwnerSessions } from './sessions.ts'
import { forgetFirstPassword, readOwner } from './store.ts'
import { verifyPassword } from './verify-password.ts'

/**
 * The line that programs such as fail2ban read: who fails to sign in, by the whole address, without which nobody could be
 * kept out (deploy/fail2ban/filter.d/leadline.conf).
 */
function logFailure(request: FastifyRequest, { code }: Refusal): void {
  if (code !== 'no-session' && code !== 'too-many') return
  const line = { event: 'sign-in-failed', address: addressOf(request), locked: code === 'too-many' }
  request.log.warn(line, 'sign-in failed')
}

/** The owner's way in and out. Signing in once marks the browser as the owner's own. */
export function ownerRoutes(
  app: FastifyInstance,
  parts: {
    database: Database
    clock: Clock
    sessions: OwnerSessions
    cookie: VisitorCookie
    devices: KnownDevices
    isDemo: boolean
  },
): void {
  const { database, clock, devices } = parts
  async function checked(request: FastifyRequest, password: string): Promise<string> {
    const storedHash = (await readOwner(database))?.password_hash ?? null
    const device = storedHash === null ? null : devices.read(request, storedHash)
    const caller = device === null ? { address: addressOf(request) } : { device }
    try {
      await verifyPassword(database, clock, { password, storedHash, caller })
    } catch (error) {
      if (error instanceof Refusal) logFailure(request, error)
      throw error
    }
    return storedHash ?? ''
  }

  serve(app, ownerApi, parts.sessions.gate, {
    'POST /api/analytics/verify-password': async ({ password }, { request, reply }) => {
      const passwordHash = await withinDeadline(ANSWER_WITHIN_MS, checked(request, password))
      await parts.sessions.start(request, reply, passwordHash)
      parts.devices.mark(request, reply, passwordHash)
      await forgetFirstPassword(database)
      const { visitorId } = parts.cookie.identify(request)
      await excludeVisitor(database, visitorId, 'owner', clock.now())
      parts.cookie.setAsAsked(request, reply, visitorId)
      return { success: true }
    },
    'GET /api/analytics/session': async () => ({ success: true, demo: parts.isDemo }),
    'POST /api/analytics/logout': async (_input, { request, reply }) => {
      await parts.sessions.end(request, reply)
      // Cookies and storage stay: they hold nothing personal, but the mark that this browser's visits are the owner's.
      reply.header('Clear-Site-Data', '"cache"')
      return { success: true }
    },
  })
}
