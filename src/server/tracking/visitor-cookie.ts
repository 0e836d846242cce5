import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AskForConsent } from '#contract/ads-on-page.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import { signerFor } from '#server/platform/signed-value.ts'
import { isUnguessable, mayRemember, pageLoadVisitors, reportedBy } from './visit-consent.ts'

/** Who the browser behind a request is; `isNew` when it brought no cookie of ours. */
export type VisitorIdentity = { visitorId: string; isNew: boolean }

/** Reads and sets the signed cookie that makes one browser one visitor. */
export type VisitorCookie = {
  read(request: FastifyRequest): string | null
  /** The visitor behind the cookie, or a new one: the one that this page load is, where the call names it. */
  identify(request: FastifyRequest): VisitorIdentity
  /** As `identify`, but without leave the cookie says nothing: each page load is a visitor of its own. */
  identifyVisit(request: FastifyRequest): VisitorIdentity & { mayRemember: boolean }
  /** Whether whoever calls may be remembered. */
  mayRemember(request: FastifyRequest): boolean
  /** Sets the cookie, unless the visitor has given no leave. */
  set(request: FastifyRequest, reply: FastifyReply, visitorId: string): void
  /** Sets the cookie because the visitor asked for what needs it: a form was submitted, or the answer was yes. */
  setAsAsked(request: FastifyRequest, reply: FastifyReply, visitorId: string): void
  /** Ends the cookie. */
  end(reply: FastifyReply): void
}

const NAME = 'leadline_visitor'
// The digits of an id's time that stay the same for 2^24 ms, four and a half hours.
const HOURS_OF_ID = 6
// The longest that browsers keep a cookie.
const MAX_AGE_SECONDS = 400 * 24 * 3600

/** After so long without a visit a browser has forgotten who it was; a day more for clocks that go differently. */
export const REMEMBERED_MS = (MAX_AGE_SECONDS + 24 * 3600) * 1000

/**
 * The visitor cookie, signed with the installation's secret; always `Secure` where the site is known to be https.
 * Whom it names is nobody once that visitor's person was erased.
 */
export function visitorCookie(
  secret: string,
  newId: NewId,
  isHttps: boolean,
  rules: {
    /** Whom the owner has asked before anything is remembered. */
    whomToAsk(): AskForConsent
    /** Whether a visitor's person was erased. */
    isErased(visitorId: string): boolean
  },
): VisitorCookie {
  const signer = signerFor(secret, 'visitor')
  const pageLoadVisitor = pageLoadVisitors(secret)
  const read = (request: FastifyRequest) => {
    const id = signer.read(request.cookies[NAME])
    return id !== null && isId(id) && !rules.isErased(id) ? id : null
  }
  const isRemembered = (request: FastifyRequest) => mayRemember(request, rules.whomToAsk())
  const ofLoad = (sessionId: string): string => {
    const visitorId = pageLoadVisitor(sessionId)
    return rules.isErased(visitorId) ? newId() : visitorId
  }
  /** As `ofLoad` for some hours, and beside other new ids: visitors who come together are stored together. */
  const ofLoadNow = (sessionId: string): string => {
    const visitorId = newId()
    const ofThisLoad = visitorId.slice(0, HOURS_OF_ID) + pageLoadVisitor(sessionId).slice(HOURS_OF_ID)
    return rules.isErased(ofThisLoad) ? visitorId : ofThisLoad
  }
  // A load's calls may pass each other on a slow network: whichever answer comes last, its cookie names the same visitor.
  const newcomer = (request: FastifyRequest): VisitorIdentity => {
    const { consent, sessionId } = reportedBy(request)
    if (sessionId === undefined || !isUnguessable(sessionId)) return { visitorId: newId(), isNew: true }
    return { visitorId: consent === undefined ? ofLoadNow(sessionId) : ofLoad(sessionId), isNew: true }
  }
  const identify = (request: FastifyRequest): VisitorIdentity => {
    const known = read(request)
    return known ? { visitorId: known, isNew: false } : newcomer(request)
  }
  const setAsAsked = (request: FastifyRequest, reply: FastifyReply, visitorId: string) => {
    reply.setCookie(NAME, signer.sign(visitorId), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps || request.protocol === 'https',
      maxAge: MAX_AGE_SECONDS,
    })
  }
  return {
    read,
    identify,
    identifyVisit(request) {
      if (isRemembered(request)) return { ...identify(request), mayRemember: true }
      const { sessionId } = reportedBy(request)
      const visitorId = sessionId === undefined ? newId() : ofLoad(sessionId)
      return { visitorId, isNew: true, mayRemember: false }
    },
    mayRemember: isRemembered,
    set(request, reply, visitorId) {
      if (isRemembered(request)) setAsAsked(request, reply, visitorId)
    },
    setAsAsked,
    end: (reply) => reply.clearCookie(NAME, { path: '/' }),
  }
}
