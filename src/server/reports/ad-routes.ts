import type { FastifyInstance } from 'fastify'
import { type AdLevel, adLevels } from '#contract/ad-levels.ts'
import { adResultsApi } from '#contract/ad-results.ts'
import { MOST_AD_ROWS } from '#contract/list-limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deletePair, savePair } from './ad-pairs-store.ts'
import { listAdPeople } from './list-ad-people.ts'
import { listAdVisitors } from './list-ad-visitors.ts'
import { sendPageHeaders } from './list-page.ts'
import { readAdCredit } from './read-ad-credit.ts'
import { readAds } from './read-ads.ts'
import { readsIn } from './reads-in-timezone.ts'

/** The table of ads, the people behind its figures, and what the owner pairs by hand. */
export function adRoutes(
  app: FastifyInstance,
  parts: { database: Database; reads: Database; ownerGate: OwnerGate; clock: Clock; live: Live },
): void {
  const { database, reads, clock } = parts
  const inTimezone = readsIn(database, reads, () => clock.now())
  serve(app, adResultsApi, parts.ownerGate, {
    'GET /api/ads': inTimezone((query) => readAds(reads, query, clock.now(), MOST_AD_ROWS), {
      isWhole: true,
    }),
    'GET /api/ads/people': inTimezone(
      async (query, { reply }) => {
        const page = await listAdPeople(reads, query, clock.now())
        sendPageHeaders(reply, page)
        return page.rows
      },
      { isWhole: true },
    ),
    'GET /api/ads/visitors': inTimezone(
      async (query, { reply }) => {
        const page = await listAdVisitors(reads, query, clock.now())
        sendPageHeaders(reply, page)
        return page.rows
      },
      { isWhole: true },
    ),
    'GET /api/ads/credit/:personId': ({ personId }) => readAdCredit(reads, personId),
    'POST /api/ads/pairs': async ({ level, spendKey, visitKey }) => {
      if (!isOfLevel(spendKey, level) || !isOfLevel(visitKey, level) || spendKey === visitKey)
        throw new Refusal('invalid', 'A pair is two different rows of the same level.')
      const platform = spendKey.split('/')[0] ?? ''
      const pair = await savePair(database, { platform, level, spendKey, visitKey, at: clock.now() })
      parts.live.changed('leads')
      return pair
    },
    'DELETE /api/ads/pairs/:id': async ({ id }) => {
      if (!(await deletePair(database, id))) throw new Refusal('not-found', 'There is no such pair.')
      parts.live.changed('leads')
      return { success: true }
    },
  })
}

const isOfLevel = (key: string, level: AdLevel): boolean =>
  key.split('/').length - 1 === adLevels.indexOf(level) && !key.startsWith('-')
