import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const LONGEST_ADDRESS = 45

/**
 * The caller's address; an IPv4 address in IPv6 form is written as IPv4. Where a trusted proxy passes on
 * something that is no address, it is the proxy's own.
 */
export function addressOf(request: FastifyRequest): string {
  const given = request.ip.replace(/^::ffff:/, '')
  if (isIP(given) !== 0 && given.length <= LONGEST_ADDRESS) return given
  return (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
}
