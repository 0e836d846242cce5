import type {} from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { isVisiblyOld, readAgeHeader, readFromHeader } from '#contract/read-from.ts'
import { readPlace } from './lag.ts'
import { type Reading, readingNow } from './reading-database.ts'
import type { ReplicaWatch } from './watch-replica.ts'

const COOKIE = 'leadline_read_after'
// Noting that somebody looked changes nothing that is read from here.
const CHANGES_NOTHING = '/api/analytics/looks'

/**
 * Decides for each request where it reads, and says so in its answer. Whoever changed something reads at the primary until
 * the replica has it: a cookie carries the place of that change in the log, so every process knows. While the replica
 * is so near that nobody is told of its lag, the same holds for what was read at the primary: no number goes back.
 */
export function choosePlace(app: FastifyInstance, watch: ReplicaWatch, options: { isHttps: boolean }): void {
  const readings = new WeakMap<object, Reading>()
  app.addHook('onRequest', (request, _reply, done) => {
    const place = readPlace(request.cookies[COOKIE])
    const mayRead = place === null ? watch.isReadable() : watch.has(place)
    const reading: Reading = { from: mayRead ? 'replica' : 'primary', hasRead: false }
    readings.set(request, reading)
    readingNow.run(reading, done)
  })
  app.addHook('onSend', async (request, reply) => {
    const reading = readings.get(request)
    const endpoint = request.routeOptions.config.endpoint
    if (!reading || endpoint?.for !== 'owner' || reply.statusCode >= 400) return
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const age = watch.ageMs()
    if (isRead && reading.hasRead) {
      reply.header(readFromHeader, reading.from)
      if (reading.from === 'replica') reply.header(readAgeHeader, ((age ?? 0) / 1000).toFixed(1))
    }
    const goesBackUnseen = isRead && reading.hasRead && reading.from === 'primary' && !isVisiblyOld(age)
    const isChange = !isRead && request.routeOptions.url !== CHANGES_NOTHING
    if (!goesBackUnseen && !isChange) return
    // The change is made and the answer is there: without a place it is only read a little later elsewhere.
    const place = await watch.place().catch(() => null)
    if (place === null) return
    reply.setCookie(COOKIE, writePlace(place), {
      ...{ path: '/api', httpOnly: true, sameSite: 'strict', secure: options.isHttps },
      maxAge: KEPT_SECONDS,
    })
  })
}

// Longer than any replica that is read may be behind.
const KEPT_SECONDS = 3600

const writePlace = (place: bigint): string =>
  `${(place >> 32n).toString(16)}/${(place & 0xffffffffn).toString(16)}`.toUpperCase()
