import type {} from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { adPermission } from '#contract/ad-permission.ts'
import { adsApi, type PixelEventInput } from '#contract/ads.ts'
import type { AskForConsent, PlannedEvent } from '#contract/ads-on-page.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
import { type Exchange, type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { HitLimit } from '#server/platform/rate-limit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addressOf } from '#server/tracking/address-of.ts'
import { cutAddress } from '#server/tracking/cut-address.ts'
import { findKnownSubmission } from '#server/tracking/known-to-browser.ts'
import { limitCallers } from '#server/tracking/limit-callers.ts'
import { refusesToBeFollowed } from '#server/tracking/visit-consent.ts'
import type { VisitorCookie } from '#server/tracking/visitor-cookie.ts'
import { whyExcluded } from '#server/tracking/why-excluded.ts'
import { claimPixelEvent, type TwinParts } from './claim-pixel-event.ts'
import { insertAdConsent, type PixelEvent, readAdConsent } from './store.ts'

/** What the calls about advertising need. */
export type AdsParts = {
  database: Database
  ownerGate: OwnerGate
  cookie: VisitorCookie
  clock: Clock
  newId: NewId
  limit: HitLimit
  /** What a page reports today. */
  pixelPlan(path: string): PlannedEvent[]
  /** Where the server reports the twin of each event; undefined where it reports nothing. */
  twins(): TwinParts | undefined
  /** The words of the banner as pages show them, and whom it asks. */
  adConsent(): { ask: AskForConsent; version: string; text: string }
}

const LIMITS = {
  what: 'ads',
  perAddress: { max: 600, seconds: 60 },
  perVisitor: { max: 60, seconds: 60 },
}

/** The calls about advertising (docs/spec.md, 'The advert pixel'). What the owner's plan does not know is refused. */
export function adsRoutes(app: FastifyInstance, parts: AdsParts): void {
  serve(app, adsApi, parts.ownerGate, {
    'POST /api/visitors/pixel-event': async (input, exchange) => {
      const planned = parts
        .pixelPlan(input.path)
        .find(({ event, moment }) => event === input.eventName && moment === input.moment)
      if (!planned || (planned.once === 'booking' && !input.booking))
        throw new Refusal('invalid', 'This page does not report such an event.')
      if (refusesToBeFollowed(exchange.request.headers) || whyExcluded(exchange.request))
        return { success: true, isNew: false }
      return forVisitor(parts, exchange, async (visitorId) => {
        const known = await readAdConsent(parts.database, visitorId)
        const timezone = known.timezone ?? input.timezone ?? null
        const permission = adPermission(parts.adConsent(), { ...known, timezone })
        // What the owner does in a browser of theirs is a test, and reported to nobody.
        if (permission !== 'granted' || known.isOwners || known.isErased)
          return { success: true, isNew: false }
        const event = eventOf(exchange.request, visitorId, parts.clock.now(), input, planned)
        const isNew = await claimPixelEvent(
          { database: parts.database, twins: parts.twins() },
          event,
          planned.once,
          known.personId,
        )
        if (parts.cookie.read(exchange.request) === null)
          parts.cookie.set(exchange.request, exchange.reply, visitorId)
        return { success: true, isNew }
      })
    },

    'POST /api/visitors/ad-consent': (input, exchange) =>
      forVisitor(parts, exchange, async (visitorId) => {
        const { version, text } = parts.adConsent()
        const isYes = input.choice === 'granted'
        await insertAdConsent(parts.database, {
          ...(isYes ? whoAnswers(exchange.request) : whoDeclines(exchange.request)),
          id: parts.newId(),
          visitorId,
          choice: input.choice,
          // Between showing and answering the owner may have changed the words; then only their version is known.
          text: input.version === version ? text : '',
          version: input.version,
          page: input.page,
          at: parts.clock.now(),
        })
        const { request, reply } = exchange
        if (isYes) parts.cookie.setAsAsked(request, reply, visitorId)
        // Whoever gave their details here asked for what needs the cookie: their own form, application and call.
        else if (!(await findKnownSubmission(parts.database, visitorId))) parts.cookie.end(reply)
        return { success: true }
      }),
  })
}

const whoAnswers = (request: FastifyRequest) => ({
  ipAddress: addressOf(request),
  userAgent: request.headers['user-agent']?.slice(0, 1000),
})

/** A no is kept without what tells who said it. */
const whoDeclines = (request: FastifyRequest) => ({
  ipAddress: cutAddress(addressOf(request)),
  userAgent: undefined,
})

function eventOf(
  request: FastifyRequest,
  visitorId: string,
  at: Date,
  input: z.output<typeof PixelEventInput>,
  planned: PlannedEvent,
): PixelEvent {
  // A click's id that is cut is another's: rather none.
  const clickId = (name: '_fbc' | '_fbp') => {
    const value = request.cookies[name]
    return value && value.length <= 700 ? value : undefined
  }
  return {
    ...whoAnswers(request),
    id: input.eventId,
    visitorId,
    eventName: planned.event,
    dedupeKey: planned.once === 'booking' ? `booking ${input.booking}` : `${input.path} ${planned.moment}`,
    path: input.path,
    value: planned.value,
    currency: planned.currency,
    contentName: planned.content,
    at,
    fbc: clickId('_fbc'),
    fbp: clickId('_fbp'),
  }
}

async function forVisitor<T>(
  parts: AdsParts,
  { request }: Exchange,
  work: (visitorId: string) => Promise<T>,
): Promise<T> {
  const limited = async () => {
    await limitCallers(parts, LIMITS)(request)
    return work(parts.cookie.identify(request).visitorId)
  }
  return withinDeadline(ANSWER_WITHIN_MS, limited())
}
