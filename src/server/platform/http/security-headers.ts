import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

// Pages set their own Content-Security-Policy; everything else is data and may load nothing at all.
const SETTINGS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  // The coach's other subdomains are not ours to force onto https.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  xFrameOptions: { action: 'deny' as const },
}

const OF_THE_ANSWER = new Set(['content-type', 'content-length', 'connection', 'date'])

/** The headers the helmet plugin gives an answer. It works them out anew for each, though they never change. */
async function helmetHeaders(): Promise<Record<string, string>> {
  const probe = Fastify()
  await probe.register(helmet, SETTINGS)
  probe.get('/', async () => '')
  const { headers } = await probe.inject('/')
  await probe.close()
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      OF_THE_ANSWER.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  )
}

/**
 * Gives every answer, refusals included, the security headers, and every answer below `/api/` the word that nobody may
 * keep it; a route may replace any of them. They are worked out once: done per request they cost more processor time
 * than the rest of sending a page (npm run bench pages).
 */
export async function secureAnswers(app: FastifyInstance): Promise<void> {
  const headers = await helmetHeaders()
  const ofData = { ...headers, 'cache-control': 'no-store' }
  app.addHook('onRequest', (request, reply, done) => {
    // The route's own path where there is one: an address may be written in more than one way.
    const path = request.routeOptions.url ?? request.url
    reply.headers(path.startsWith('/api/') ? ofData : headers)
    done()
  })
}
