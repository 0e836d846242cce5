import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { AskForConsent } from '#contract/ads-on-page.ts'
import { asksBefore } from '#contract/visit-permission.ts'

/** What a call says of the visitor's leave, and the page load it comes from. */
type Told = { consent?: boolean; timezone?: string; sessionId?: string }

const LONGEST = 64

/** Reads what a call tells of leave and page load; anything else than its kind reads as not told. */
export function reportedBy(request: FastifyRequest): Told {
  const { consent, timezone, sessionId }: Record<string, unknown> = Object(request.body)
  return {
    ...(typeof consent === 'boolean' && { consent }),
    ...(typeof timezone === 'string' && { timezone }),
    ...(typeof sessionId === 'string' &&
      sessionId !== '' &&
      sessionId.length <= LONGEST && { sessionId: sessionId.toLowerCase() }),
  }
}

/**
 * Whether whoever calls may be remembered. Their own word counts most; without one it is no where visitors are asked,
 * as far as the call tells where it comes from. A caller that tells no timezone is taken for one whom only a rule for
 * everybody asks.
 */
export function mayRemember(request: FastifyRequest, ask: AskForConsent): boolean {
  const { consent, timezone } = reportedBy(request)
  if (consent === false) return false
  const isAsked = ask === 'always' || (timezone ? asksBefore(ask, timezone) : false)
  return !isAsked || (consent === true && !refusesToBeFollowed(request.headers))
}

/** Gives each page load the visitor it is: the same for all its calls, and of no use to whoever does not know its id. */
export function pageLoadVisitors(secret: string): (sessionId: string) => string {
  return (sessionId) => {
    const bytes = createHmac('sha256', secret).update(`page load\n${sessionId}`).digest().subarray(0, 16)
    // The places where version 8 of RFC 9562 fixes bits.
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a page load's id is one that nobody guesses: only such a one may lead to what was submitted there. */
export const isUnguessable = (sessionId: string): boolean => UUID.test(sessionId)

/** Whether a browser asks not to be followed: Global Privacy Control or Do Not Track (docs/spec.md, 'Consent'). */
export const refusesToBeFollowed = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-gpc'] === '1' || headers.dnt === '1'
