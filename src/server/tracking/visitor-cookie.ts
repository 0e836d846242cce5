import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isId, type NewId } from '#server/platform/ids.ts'
import { signerFor } from '#server/platform/signed-value.ts'

/** Who the browser behind a request is; `isNew` when it brought no cookie of ours. */
export type VisitorIdentity = { visitorId: string; isNew: boolean }

/** Reads and sets the signed cookie that makes one browser one visitor (decisions §3). */
export type VisitorCookie = {
  read(request: FastifyRequest): string | null
  /** The visitor behind the cookie, or a new one. */
  identify(request: FastifyRequest): VisitorIdentity
  set(request: FastifyRequest, reply: FastifyReply, visitorId: string): void
}

const NAME = 'leadline_visitor'
// The longest that browsers keep a cookie.
const MAX_AGE_SECONDS = 400 * 24 * 3600

/** The visitor cookie, signed with the installation's secret; always `Secure` where the site is known to be https. */
export function visitorCookie(secret: string, newId: NewId, isHttps: boolean): VisitorCookie {
  const signer = signerFor(secret, 'visitor')
  const read = (request: FastifyRequest) => {
    const id = signer.read(request.cookies[NAME])
    return id !== null && isId(id) ? id : null
  }
  return {
    read,
    identify(request) {
      const known = read(request)
      return known ? { visitorId: known, isNew: false } : { visitorId: newId(), isNew: true }
    },
    set(request, reply, visitorId) {
      reply.setCookie(NAME, signer.sign(visitorId), {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: isHttps || request.protocol === 'https',
        maxAge: MAX_AGE_SECONDS,
      })
    },
  }
}
