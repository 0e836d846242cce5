import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type PageViewInput, type TrackInput, trackingApi } from '#contract/tracking.ts'
import { addressKey } from '#server/platform/address-key.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
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
  /** Who visits. What is the owner's own is never counted, so that its cookie holds without leave, too. */
  const identify = async (request: FastifyRequest) => {
    const visit = parts.cookie.identifyVisit(request)
    const known = visit.mayRemember ? null : parts.cookie.read(request)
    const isOwners = known !== null && (await withinDeadline(ANSWER_WITHIN_MS, parts.isOwnBrowser(known)))
    return isOwners ? { visitorId: known, isNew: false, mayRemember: false } : visit
  }
  /**
   * Takes a call: limits, who visits, what of it is kept, and it is on disk. What a visitor is was decided when it was
   * first seen. A page loaded ahead of time is no visit yet: for a known visitor its view is left out, and a new browser
   * gets no cookie, so that opening the page makes it a visitor.
   */
  const store = async (request: FastifyRequest, input: Reported, view: TrackingEvent['view']) => {
    limitFlood(parts.flood, request)
    const { visitorId: caller, isNew, mayRemember } = await identify(request)
    const excluded = whyExcluded(request)
    const isAhead = excluded === 'prefetch'
    // What was loaded ahead of time stays hidden, and must not hide the page load that it becomes.
    const visitorId = isNew && isAhead ? parts.newId() : caller
    // A browser with a cookie has told its device: the track call of the same page brings what is new of it.
    const tellsBrowser = isNew || view === null
    const event: TrackingEvent = {
      visitorId,
      at: parts.clock.now(),
      ipAddress: addressOf(request),
      ...(tellsBrowser ? readBrowser(request, input.userAgent, parts.storesUserAgents()) : NOT_TOLD_AGAIN),
      excluded: isNew ? excluded : null,
      reported: input,
      landingPath: countedPath(input.landingPath ?? input.path),
      attribution: attributionOfCall(input, input.path),
      view: isAhead && !isNew ? null : view,
    }
    await parts.events.add(mayRemember ? event : unremembered(event))
    return { visitorId, isNew, isAhead }
  }
  serve(app, trackingApi, parts.ownerGate, {
    'POST /api/visitors/track': async (input, { request, reply }) => {
      const { visitorId, isNew, isAhead } = await store(request, input, null)
      if (!isNew || !isAhead) parts.cookie.set(request, reply, visitorId)
      return { success: true }
    },
    'POST /api/visitors/page-view': async (input, { request, reply }) => {
      const { eventId: id = parts.newId(), title, referrer, sessionId } = input
      const view = { id, path: countedPath(input.path), title, referrer, sessionId }
      const { visitorId, isNew, isAhead } = await store(request, input, view)
      if (isNew && !isAhead) parts.cookie.set(request, reply, visitorId)
      parts.live.changed('visitors')
      return { success: true }
    },
  })
}

/** What is kept of a visit without the visitor's leave: that somebody came, from where, and what was opened. */
function unremembered(event: TrackingEvent): TrackingEvent {
  const { userAgent, device } = event
  return {
    ...event,
    ipAddress: cutAddress(event.ipAddress),
    ...(device ? coarseBrowser({ userAgent, device }) : { userAgent: undefined, device: null }),
    reported: {},
  }
}

function limitFlood(flood: FloodLimit, request: FastifyRequest): void {
  const address = addressOf(request)
  if (tellsCallersApart(address)) flood.hit(`tracking address ${addressKey(address)}`)
}

const NOT_TOLD_AGAIN = { userAgent: undefined, device: null }
