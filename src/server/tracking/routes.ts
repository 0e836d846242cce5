import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type PageViewInput, type TrackInput, trackingApi } from '#contract/tracking.ts'
import { addressKey } from '#server/platform/address-key.ts'
import type { Clock } from '#server/platform/clock.ts'
import { withinDeadline } from '#server/platform/deadline.ts'
import type { FloodLimit } from '#server/platform/flood-limit.ts'
import type { GroupCommit } from '#server/platform/group-commit.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import { tellsCallersApart } from '#server/platform/rate-limit.ts'
import { addressOf } from './address-of.ts'
import { cutAddress } from './cut-address.ts'
import { coarseBrowser, readBrowser } from './read-browser.ts'
import { attributionOfCall, countedPath, type TrackingEvent } from './record-events.ts'
import type { VisitorCookie } from './visitor-cookie.ts'
import { whyExcluded } from './why-excluded.ts'

type Reported = z.output<typeof PageViewInput> & Partial<Pick<z.output<typeof TrackInput>, 'landingPath'>>

/** The tracker's two calls; each is answered once its event is on disk. */
export function trackingRoutes(
  app: FastifyInstance,
  parts: {
    ownerGate: OwnerGate
    cookie: VisitorCookie
    events: GroupCommit<TrackingEvent>
    clock: Clock
    newId: NewId
    live: Live
    flood: FloodLimit
    /** Whether user agents may be stored (docs/spec.md, 'Tracking'). */
    storesUserAgents(): boolean
    /** Whether a visitor is the owner's own browser. */
    isOwnBrowser(visitorId: string): Promise<boolean>
  },
): void {
  const browserOf = (request: FastifyRequest, input: Reported) =>
    readBrowser(request, input.userAgent, parts.storesUserAgents())
  /** Who visits. What is the owner's own is never counted, so that its cookie holds without leave, too. */
  const whoVisits = async (request: FastifyRequest) => {
    const visit = parts.cookie.identifyVisit(request)
    const known = visit.mayRemember ? null : parts.cookie.read(request)
    const isOwners = known !== null && (await withinDeadline(ANSWER_WITHIN_MS, parts.isOwnBrowser(known)))
    return isOwners ? { visitorId: known, isNew: false, mayRemember: false } : visit
  }
  /** The event as it may be stored. */
  const allowed = (event: TrackingEvent, mayRemember: boolean): TrackingEvent =>
    mayRemember ? event : unremembered(event, parts.newId)
  serve(app, trackingApi, parts.ownerGate, {
    'POST /api/visitors/track': async (input, { request, reply }) => {
      limitFlood(parts.flood, request)
      const { visitorId, isNew, mayRemember } = await whoVisits(request)
      const browser = browserOf(request, input)
      const { event, isAhead } = seen(eventOf(request, visitorId, parts.clock.now(), browser, input), isNew)
      await parts.events.add(allowed(event, mayRemember))
      if (!isNew || !isAhead) parts.cookie.set(request, reply, visitorId)
      return { success: true }
    },
    'POST /api/visitors/page-view': async (input, { request, reply }) => {
      limitFlood(parts.flood, request)
      const { visitorId, isNew, mayRemember } = await whoVisits(request)
      // A browser with a cookie has told its device: the track call of the same page brings what is new of it.
      const browser = isNew ? browserOf(request, input) : NOT_TOLD_AGAIN
      const { event, isAhead } = seen(eventOf(request, visitorId, parts.clock.now(), browser, input), isNew)
      const { title, referrer, sessionId } = input
      const view = {
        id: input.eventId ?? parts.newId(),
        path: countedPath(input.path),
        title,
        referrer,
        sessionId,
      }
      await parts.events.add(allowed(isAhead && !isNew ? event : { ...event, view }, mayRemember))
      if (isNew && !isAhead) parts.cookie.set(request, reply, visitorId)
      parts.live.changed('visitors')
      return { success: true }
    },
  })
}

/**
 * What a visitor is was decided when it was first seen. A page loaded ahead of time is no visit yet: for a known
 * visitor its view is left out, and a new browser gets no cookie, so that opening the page makes it a visitor.
 */
function seen(event: TrackingEvent, isNew: boolean): { event: TrackingEvent; isAhead: boolean } {
  const isAhead = event.excluded === 'prefetch'
  return { event: isNew ? event : { ...event, excluded: null }, isAhead }
}

/** What is kept of a visit without the visitor's leave: that somebody came, from where, and what was opened. */
function unremembered(event: TrackingEvent, newId: NewId): TrackingEvent {
  const { userAgent, device } = event
  return {
    ...event,
    // What was loaded ahead of time stays hidden, and must not hide the page load that it becomes.
    visitorId: event.excluded === 'prefetch' ? newId() : event.visitorId,
    ipAddress: cutAddress(event.ipAddress),
    ...(device ? coarseBrowser({ userAgent, device }) : { userAgent: undefined, device: null }),
    reported: {},
  }
}

function limitFlood(flood: FloodLimit, request: FastifyRequest): void {
  const address = addressOf(request)
  if (tellsCallersApart(address)) flood.hit(`tracking address ${addressKey(address)}`)
}

function eventOf(
  request: FastifyRequest,
  visitorId: string,
  at: Date,
  browser: Pick<TrackingEvent, 'userAgent' | 'device'>,
  input: Reported,
): TrackingEvent {
  return {
    visitorId,
    at,
    ipAddress: addressOf(request),
    ...browser,
    excluded: whyExcluded(request),
    reported: input,
    landingPath: countedPath(input.landingPath ?? input.path),
    attribution: attributionOfCall(input, input.path),
    view: null,
  }
}

const ANSWER_WITHIN_MS = 1800
const NOT_TOLD_AGAIN = { userAgent: undefined, device: null }
