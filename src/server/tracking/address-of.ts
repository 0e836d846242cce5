import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const LONGEST_ADDRESS = 45
// As some proxies write it, such as Azure's: with the port behind it, an IPv6 address in brackets.
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/

/**
 * The caller's address; an IPv4 address in IPv6 form is written as IPv4. Where a trusted proxy passes on
 * something that is no address, it is the proxy's own.
 */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip'> & { socket: Peer }): string {
  const [, six, four] = WITH_PORT.exec(ip.slice(0, 2 * LONGEST_ADDRESS)) ?? []
  const given = (six ?? four ?? ip).replace(/^::ffff:/, '')
  if (isIP(given) !== 0 && given.length <= LONGEST_ADDRESS) return given
  return (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
}

type Peer = { remoteAddress?: string | undefined }
