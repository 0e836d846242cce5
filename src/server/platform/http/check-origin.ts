import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#server/platform/refusal.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses every write that a browser sends from another site. Browsers always name the origin of a write;
 * callers that are no browsers (webhooks, scripts) send neither header and carry no one's cookies.
 */
export function checkOrigin(app: FastifyInstance, publicUrl: string | undefined): void {
  const allowed = publicUrl ? new URL(publicUrl).host : undefined
  app.addHook('onRequest', (request, _reply, done) => {
    if (READS.has(request.method) || isSameSite(request, allowed)) done()
    else done(new Refusal('forbidden', 'This request came from another site.'))
  })
}

function isSameSite(request: FastifyRequest, allowedHost: string | undefined): boolean {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin === undefined) return true
  // Some in-app browsers send "null" for a plain form; then only the browser's own word on the site counts.
  if (origin === 'null') return site === 'same-origin'
  const parsed = URL.parse(origin)
  return (
    parsed !== null && (parsed.host === host || parsed.host === request.host || parsed.host === allowedHost)
  )
}
