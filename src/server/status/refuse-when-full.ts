import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/platform/refusal.ts'

/** How long until it is worth asking again, in seconds. */
export const FULL_RETRY_SECONDS = 30

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
// Whoever may make room must be let in, and small writes like these fit into what is kept free.
const MAKES_ROOM = new Set([
  'POST /api/analytics/verify-password',
  'POST /api/analytics/logout',
  'POST /api/analytics/looks',
])

/**
 * Refuses what would be stored while a disk is full, before its body is read; pages and reports stay open. Deleting is
 * let through: it is how an owner makes room.
 */
export function refuseWhenFull(app: FastifyInstance, isFull: () => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method } = request
    const isStored = !READS.has(method) && method !== 'DELETE'
    if (isStored && isFull() && !MAKES_ROOM.has(`${method} ${request.routeOptions.url}`))
      done(
        new Refusal('busy', 'The server’s disk is full, so nothing can be saved at the moment.', {
          retryAfterSeconds: FULL_RETRY_SECONDS,
        }),
      )
    else done()
  })
}
