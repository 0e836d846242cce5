import type { FastifyRequest } from 'fastify'
import { addressKey } from '#server/platform/address-key.ts'
import { type HitLimit, type Limit, tellsCallersApart } from '#server/platform/rate-limit.ts'
import { addressOf } from './address-of.ts'
import type { VisitorCookie } from './visitor-cookie.ts'

/** What browsers' calls are limited by: `what` names the calls that are counted together. */
export type CallerLimits = { what: string; perAddress: Limit; perVisitor?: Limit; perClaim?: Limit }

/** Counts a call for its address, its visitor and what it claims, at once, and throws `too-many` past a limit. */
export type LimitCaller = (request: FastifyRequest, claim?: string | null) => Promise<void>

/** Limits callers by where they come from, where that tells them apart, and by the cookie they bring. */
export function limitCallers(
  { limit, cookie }: { limit: HitLimit; cookie: Pick<VisitorCookie, 'read'> },
  { what, perAddress, perVisitor, perClaim }: CallerLimits,
): LimitCaller {
  return async (request, claim) => {
    const address = addressOf(request)
    const visitorId = perVisitor && cookie.read(request)
    await limit([
      ...(tellsCallersApart(address)
        ? [{ key: `${what} address ${addressKey(address)}`, ...perAddress }]
        : []),
      ...(visitorId ? [{ key: `${what} visitor ${visitorId}`, ...perVisitor }] : []),
      ...(perClaim && claim ? [{ key: `${what} claim ${claim}`, ...perClaim }] : []),
    ])
  }
}
