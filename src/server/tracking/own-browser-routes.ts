import type { FastifyInstance } from 'fastify'
import { ownBrowserApi } from '#contract/own-browser.ts'
import type { Visitor } from '#contract/visitor.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live.ts'
import { addressOf } from './address-of.ts'
import { type MarkingParts, markOwnBrowser } from './mark-own-browser.ts'

/** The owner's calls about their own browser: which address it has, and that it is theirs. */
export function ownBrowserRoutes(
  app: FastifyInstance,
  parts: MarkingParts & {
    ownerGate: OwnerGate
    clock: Clock
    live: Live
    /** A visitor as the owner sees it. */
    readVisitor(id: string): Promise<{ visitor: Visitor; isMarkedOwn: boolean }>
  },
): void {
  const { live } = parts
  serve(app, ownBrowserApi, parts.ownerGate, {
    'GET /api/analytics/own-address': async (_input, { request }) => ({ ipAddress: addressOf(request) }),
    'PUT /api/visitors/:id/exclude': async ({ id, excluded }) => {
      await markOwnBrowser(parts, id, excluded, parts.clock.now())
      live.changed('visitors')
      live.changed('leads')
      const { visitor, isMarkedOwn } = await parts.readVisitor(id)
      return { excluded: visitor.excluded, isMarkedOwn }
    },
  })
}
