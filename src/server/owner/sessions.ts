import { createHash, randomBytes } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
import type { OwnerGate } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addressOf } from '#server/tracking/address-of.ts'
import { deleteSession, findSession, insertSession, touchSession } from './store.ts'

/**
 * The owner's server sessions (docs/spec.md, 'Signing in'): they end after 7 idle days or 30 days in all, or when
 * revoked.
 */
export type OwnerSessions = {
  /** Lets in whoever gave the password of this hash; refused where it was changed since. */
  start(request: FastifyRequest, reply: FastifyReply, passwordHash: string): Promise<void>
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
  isGood(request: FastifyRequest): Promise<boolean>
  /** The hash under which the request's session is stored; null where it brings none. */
  tokenHashOf(request: FastifyRequest): string | null
  /** Sessions last used before this moment have ended. */
  idleSince(): Date
  gate: OwnerGate
}

const NAME = 'leadline_owner'
const DAY = 24 * 3_600_000
const IDLE_MS = 7 * DAY
const ABSOLUTE_MS = 30 * DAY
// Writing down each use would make every read a write.
const TOUCH_EVERY_MS = 5 * 60_000

/** Sessions kept in the database, so that they hold in every process and can be revoked. */
export function ownerSessions(database: Database, clock: Clock, isHttps: boolean): OwnerSessions {
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
  const cookieFor = (request: FastifyRequest) =>
    ({
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: isHttps || request.protocol === 'https',
    }) as const

  async function isGood(request: FastifyRequest): Promise<boolean> {
    const token = request.cookies[NAME]
    if (!token) return false
    const tokenHash = hashOf(token)
    const session = await findSession(database, tokenHash)
    const now = clock.now()
    if (!session || session.expires_at <= now) return false
    if (now.getTime() - session.last_used_at.getTime() > IDLE_MS) return false
    if (now.getTime() - session.last_used_at.getTime() > TOUCH_EVERY_MS)
      await touchSession(database, tokenHash, now)
    return true
  }

  return {
    isGood,
    tokenHashOf(request) {
      const token = request.cookies[NAME]
      return token ? hashOf(token) : null
    },
    idleSince: () => new Date(clock.now().getTime() - IDLE_MS),
    async start(request, reply, passwordHash) {
      const token = randomBytes(32).toString('base64url')
      const at = clock.now()
      const session = {
        tokenHash: hashOf(token),
        at,
        expiresAt: new Date(at.getTime() + ABSOLUTE_MS),
        ipAddress: addressOf(request),
        userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
      }
      if (!(await insertSession(database, session, passwordHash)))
        throw new Refusal('no-session', 'Incorrect password')
      reply.setCookie(NAME, token, { ...cookieFor(request), maxAge: ABSOLUTE_MS / 1000 })
    },
    async end(request, reply) {
      const token = request.cookies[NAME]
      if (token) await deleteSession(database, hashOf(token))
      reply.clearCookie(NAME, cookieFor(request))
    },
    async gate(request) {
      if (!(await withinDeadline(ANSWER_WITHIN_MS, isGood(request))))
        throw new Refusal('no-session', 'Please sign in.')
    },
  }
}
