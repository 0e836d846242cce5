import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import type { exclusionReasons } from '#contract/visitor.ts'
import { rememberLately } from '#server/platform/remember-lately.ts'

/** Why a visitor is stored but not counted. */
export type ExclusionReason = (typeof exclusionReasons)[number]

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether programs and automated browsers are left out of the numbers. */
    hidesPrograms: boolean
  }
}

/**
 * Decides for the app whether programs count: on the internet they are noise, on this very machine whoever tries the
 * product by script sees what they did.
 */
export function decideOnPrograms(app: FastifyInstance, isOnInternet: boolean): void {
  app.decorate('hidesPrograms', isOnInternet)
}

// HTTP clients, automated browsers, load generators and monitors; what is left of what `isbot` knows crawls or previews.
const PROGRAM =
  /^(curl|wget|node|undici|axios|got|python|aiohttp|httpx|java|apache-httpclient|okhttp|go-http-client|ruby|faraday|php|guzzle|perl|libwww|postman|insomnia|httpie|k6|autocannon|wrk|ab\/|apachebench|hey\/|vegeta|deno|bun\/)|headless|playwright|puppeteer|phantomjs|selenium|webdriver|cypress|lighthouse|uptime|pingdom|statuscake|monitor/i

// Two long patterns for each call show in its processor time, and a crowd has a few hundred browsers.
const MOST_CHARACTERS = 200_000
const known = rememberLately<'program' | 'bot' | 'person'>(MOST_CHARACTERS, () => 0)

/**
 * Whether a request comes from a crawler, a link preview or a page loaded ahead of time, and on an internet address also
 * from a program; null for a person.
 */
export function whyExcluded(request: FastifyRequest): ExclusionReason | null {
  const purpose = request.headers['sec-purpose'] ?? request.headers.purpose
  if (typeof purpose === 'string' && /prefetch|preview/.test(purpose)) return 'prefetch'
  const who = whoIs(request.headers['user-agent'])
  if (who === 'program') return request.server.hidesPrograms ? 'program' : null
  return who === 'bot' ? 'bot' : null
}

function whoIs(agent: string | undefined): 'program' | 'bot' | 'person' {
  if (!agent) return isbot(agent) ? 'bot' : 'person'
  const before = known.get(agent)
  if (before) return before
  const who = PROGRAM.test(agent) ? 'program' : isbot(agent) ? 'bot' : 'person'
  known.set(agent, who)
  return who
}
