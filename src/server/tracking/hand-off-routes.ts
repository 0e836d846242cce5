import type { FastifyInstance } from 'fastify'
import { handOffApi } from '#contract/hand-off.ts'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live.ts'
import type { HitLimit } from '#server/platform/rate-limit.ts'
import { addressOf } from './address-of.ts'
import { type HandOffs, targetOf } from './hand-off.ts'
import { limitCallers } from './limit-callers.ts'
import { readBrowser } from './read-browser.ts'
import type { VisitorCookie } from './visitor-cookie.ts'
import { whyExcluded } from './why-excluded.ts'

const LIMITS = { what: 'hand-off', perAddress: { max: 120, seconds: 60 } }
const PER_VISITOR = { max: 20, seconds: 60 }

/** The call that makes a hand-off link, and the link itself. */
export function handOffRoutes(
  app: FastifyInstance,
  parts: {
    ownerGate: OwnerGate
    cookie: VisitorCookie
    limit: HitLimit
    handOffs: HandOffs
    live: Pick<Live, 'changed'>
    /** Whether the owner wants user agents to be stored. */
    storesUserAgents(): boolean
  },
): void {
  const { cookie } = parts
  const limitMaking = limitCallers(parts, { ...LIMITS, perVisitor: PER_VISITOR })
  const limitOpening = limitCallers(parts, LIMITS)

  serve(app, handOffApi, parts.ownerGate, {
    'POST /api/visitors/hand-off': async (input, { request, reply }) => {
      const { visitorId, isNew } = cookie.identify(request)
      // Who is remembered nowhere has nothing to be carried along.
      if (isNew && !cookie.mayRemember(request)) return { success: true, url: input.to }
      const make = async () => {
        await limitMaking(request)
        return parts.handOffs.make(visitorId, input.to)
      }
      const url = await withinDeadline(ANSWER_WITHIN_MS, make())
      if (isNew) cookie.set(request, reply, visitorId)
      return { success: true, url }
    },
    'POST /api/visitors/:id/undo-hand-off': async ({ id }) => {
      await parts.handOffs.undo(id)
      parts.live.changed('visitors')
      parts.live.changed('leads')
      return { success: true }
    },
  })

  app.get<{ Params: { token: string }; Querystring: { to?: unknown } }>('/h/:token', {
    // HEAD would use the link up without anyone seeing the page.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      reply.headers({
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
      })
      const to = targetOf(request.query.to)
      // Whoever only looks ahead (previews, prefetches) is sent on without using the link up.
      // So is whoever is asked before anything is remembered: without a cookie nothing could be handed over.
      if (whyExcluded(request) || !cookie.mayRemember(request)) return reply.redirect(to, 303)
      const open = async () => {
        await limitOpening(request)
        return parts.handOffs.take(request.params.token, {
          visitorId: cookie.read(request),
          ipAddress: addressOf(request),
          browser: readBrowser(request, undefined, parts.storesUserAgents()),
        })
      }
      // Whatever is wrong with the link or the server, the visitor came for the page.
      const visitorId = await withinDeadline(ANSWER_WITHIN_MS, open()).catch((error: unknown) => {
        request.log.warn({ err: error }, 'a hand-off could not be taken')
        return null
      })
      if (visitorId) cookie.set(request, reply, visitorId)
      return reply.redirect(to, 303)
    },
  })
}
