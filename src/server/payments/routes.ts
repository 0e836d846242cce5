import type { FastifyInstance } from 'fastify'
import { paymentsApi } from '#contract/payments.ts'
import { linkByOwner, unlinkEvent } from '#server/external-events/link-by-owner.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import { listPayments } from './store.ts'

/** The owner's calls about payments: the list, and whose each is. */
export function paymentRoutes(
  app: FastifyInstance,
  parts: {
    ownerGate: OwnerGate
    database: Database
    queue: Pick<Queue, 'send'>
    clock: Clock
    newId: NewId
    live: Live
  },
): void {
  const { database, clock, live } = parts
  serve(app, paymentsApi, parts.ownerGate, {
    'GET /api/payments': async (query, { reply }) => {
      const { rows, total } = await listPayments(database, query)
      reply.header('X-Total-Count', String(total))
      return rows
    },
    'POST /api/payments/:id/join': async ({ id, leadId }) => {
      await linkByOwner(parts, { kind: 'payment', externalEventId: id, leadId, at: clock.now() })
      live.changed('leads')
      return { success: true }
    },
    'POST /api/payments/:id/undo-join': async ({ id }) => {
      await unlinkEvent(parts, { kind: 'payment', externalEventId: id, at: clock.now() })
      live.changed('leads')
      return { success: true }
    },
  })
}
