import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { reachOf } from '#server/integrations/public-address.ts'

/** Who may read the metrics: whoever has the token, or without one whoever asks on this machine itself. */
export type ScrapeRules = {
  token: string | undefined
  /** Whether somebody could reach this server through a proxy that we were not told of. */
  mayHideProxy: boolean
}

const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]
const BEARER = /^Bearer +(\S+)$/i

/**
 * Whether a request may read the metrics: `no-token` is told to bring one, `nothing-here` hears that there is nothing.
 * A proxy on this machine connects from loopback for the whole world, so that alone opens nothing: the request must
 * name this machine, and carry no trace of a proxy.
 */
export function mayScrape(request: FastifyRequest, rules: ScrapeRules): 'yes' | 'no-token' | 'nothing-here' {
  if (rules.token !== undefined) {
    const given = BEARER.exec(request.headers.authorization ?? '')?.[1]
    return given !== undefined && isSame(given, rules.token) ? 'yes' : 'no-token'
  }
  const isDirect = FORWARDED.every((name) => request.headers[name] === undefined)
  const host = hostOf(request.headers.host)
  const isHere = isLoopback(request.socket.remoteAddress) && (host === 'localhost' || isLoopback(host))
  return isHere && isDirect && !rules.mayHideProxy ? 'yes' : 'nothing-here'
}

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && reachOf(address.replace(/^::ffff:/, '')) === 'loopback'

const hostOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : URL.parse(`http://${header}`)?.hostname.replace(/^\[|\]$/g, '')

const isSame = (given: string, token: string): boolean => timingSafeEqual(hashOf(given), hashOf(token))
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
