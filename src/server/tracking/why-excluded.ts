import type { FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import type { exclusionReasons } from '#contract/visitor.ts'

/** Why a visitor is stored but not counted. */
export type ExclusionReason = (typeof exclusionReasons)[number]

/** Whether a request comes from a machine or from a page loaded ahead of time; null for a person (decisions §3). */
export function whyExcluded(request: FastifyRequest): ExclusionReason | null {
  const purpose = request.headers['sec-purpose'] ?? request.headers.purpose
  if (typeof purpose === 'string' && /prefetch|preview/.test(purpose)) return 'prefetch'
  return isbot(request.headers['user-agent']) ? 'bot' : null
}
