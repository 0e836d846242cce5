import type { FastifyInstance } from 'fastify'
import { addressOf } from '#server/tracking/address-of.ts'
import { cutAddress } from '#server/tracking/cut-address.ts'

// Whoever watches the server asks for these every few seconds.
const OF_WATCHERS = new Set(['/healthz', '/readyz', '/metrics'])
const TALKATIVE = ['trace', 'debug', 'info']

/**
 * Logs one line for each answer at level info: method, pattern of the route, status, milliseconds and the caller's
 * address without its last part. What watchers ask for is logged at debug.
 */
export function logRequests(app: FastifyInstance): void {
  if (!TALKATIVE.includes(app.log.level)) return
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const line = {
      event: 'request',
      method: request.method,
      // The address itself may name a person.
      route: request.is404 ? 'unknown' : (url ?? 'unknown'),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: cutAddress(addressOf(request)),
    }
    if (OF_WATCHERS.has(line.route)) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
    done()
  })
}
