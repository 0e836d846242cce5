import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { logSettings } from '#server/platform/log.ts'
import { answerErrors } from './answer-errors.ts'
import { checkOrigin } from './check-origin.ts'
import { answerClientError } from './client-error.ts'
import { closeUnused } from './close-unused.ts'
import { endUnread } from './end-unread.ts'
import { type ArrivalLimits, limitSlowness, serverLimits, usualArrivalLimits } from './limit-slowness.ts'
import { readableAddress } from './readable-address.ts'
import { refuseWhileClosing } from './refuse-while-closing.ts'
import { secureAnswers } from './security-headers.ts'

const BODY_LIMIT = 64 * 1024

/** A Fastify app without routes: how bodies are read, errors answered, origins checked and requests logged. */
export async function openApp(
  config: {
    trustProxy: false | number | string
    publicUrl: string | undefined
    logLevel: string
  },
  arrivalLimits: ArrivalLimits = usualArrivalLimits,
  unreadMs?: number,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...serverLimits(arrivalLimits),
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies(config.trustProxy),
    logger: logSettings(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerClientError,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: readableAddress,
    // A page's path is one parameter, percent-encoded; Node takes no request with an address longer than this.
    routerOptions: { maxParamLength: 16 * 1024 },
  })
  // Node forgets the address of a connection that has gone unless it was read before, and who sends and leaves is a visitor too.
  app.server.on('connection', (socket) => void socket.remoteAddress)
  // Fastify takes plain text by itself; here only JSON and forms are read.
  app.removeContentTypeParser('text/plain')
  answerErrors(app)
  await secureAnswers(app)
  refuseWhileClosing(app)
  limitSlowness(app, arrivalLimits)
  endUnread(app, unreadMs)
  checkOrigin(app, config.publicUrl)
  await app.register(cookie)
  await app.register(formbody)
  closeUnused(app)
  return app
}

/** A number means that many proxies stand in front, counted from this server outwards. */
function trustedProxies(setting: false | number | string) {
  if (typeof setting !== 'number') return setting
  return (_address: string, hop: number) => hop < setting
}
