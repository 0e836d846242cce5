import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { BookingTokens } from './booking-token.ts'
import { type CallRow, listCalls } from './call-store.ts'
import { readCalendar } from './store.ts'
import { callAsFile, feedOf, type Host } from './write-ical.ts'

type IcalParts = {
  database: Database
  clock: Clock
  tokens: BookingTokens
  host(): Host
  ownTimezone(): string
}

const FEED_BACK_DAYS = 60
const A_DAY = 86_400_000
const NO_STORE = { 'Cache-Control': 'no-store' }

/** Calls as calendar apps take them: one as a file for the visitor, all of them as a feed for the coach. */
export function icalRoutes(
  app: FastifyInstance,
  { database, clock, tokens, host, ownTimezone }: IcalParts,
  by: { admit(request: FastifyRequest): Promise<void>; callOf(token: string): Promise<CallRow> },
): void {
  app.get<{ Params: { token: string } }>('/booking/:token/call.ics', async (request, reply) => {
    await by.admit(request)
    const call = await by.callOf(request.params.token)
    reply.type('text/calendar; charset=utf-8; method=PUBLISH').headers(NO_STORE)
    reply.header('Content-Disposition', 'attachment; filename="call.ics"')
    return callAsFile(call, host(), manageUrlOf(host(), tokens, call))
  })

  app.get<{ Params: { name: string } }>('/calendar/:name', async (request, reply) => {
    await by.admit(request)
    const { feedVersion } = await readCalendar(database, ownTimezone())
    if (request.params.name !== `${tokens.feedOf(feedVersion)}.ics`)
      throw new Refusal('not-found', 'There is nothing at this address.')
    const since = new Date(clock.now().getTime() - FEED_BACK_DAYS * A_DAY)
    const site = host()
    reply.type('text/calendar; charset=utf-8').headers({ ...NO_STORE, 'X-Robots-Tag': 'noindex' })
    return feedOf(await listCalls(database, since), site, (call) => manageUrlOf(site, tokens, call))
  })
}

/** Where a call is moved or cancelled. */
export const manageUrlOf = (host: Host, tokens: BookingTokens, call: Pick<CallRow, 'uid'>): string =>
  `${host.siteUrl}/booking/${tokens.tokenOf(call.uid)}`
