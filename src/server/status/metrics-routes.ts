import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { reachOf } from '#server/integrations/public-address.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { ReplicaWatch } from '#server/platform/replica/watch-replica.ts'
import { countRequests } from './count-requests.ts'
import { mayScrape } from './may-scrape.ts'
import { measureProcess } from './measure-process.ts'
import { textFormat, writeFamily } from './text-format.ts'
import type { DiskWatch } from './watch-disks.ts'
import { databaseMetrics, diskMetrics, replicaMetrics } from './write-metrics.ts'

/** Counts answers from here on, and serves `/metrics` to whoever may read it. To be called before any other route is made. */
export function metricsRoutes(
  app: FastifyInstance,
  parts: {
    database: Database
    pool: Pool
    clock: Clock
    disks: DiskWatch
    /** The replica that the dashboard reads, where there is one. */
    replica: ReplicaWatch | undefined
    /** How many tracking calls wait in this process to be stored. */
    trackingWaiting(): number
    config: {
      metricsToken: string | undefined
      trustProxy: false | number | string
      publicUrl: string | undefined
    }
  },
): void {
  const { metricsToken, trustProxy, publicUrl } = parts.config
  const rules = {
    token: metricsToken,
    mayHideProxy: trustProxy === false && !isThisMachine(publicUrl),
  }
  const requests = countRequests(app)
  const own = measureProcess(parts.pool)
  app.addHook('onClose', async () => own.stop())
  const stored = databaseMetrics(parts.database, () => parts.clock.now())

  app.get('/metrics', async (request, reply) => {
    const may = mayScrape(request, rules)
    if (may === 'nothing-here') throw new Refusal('not-found', 'There is nothing at this address.')
    if (may === 'no-token') {
      reply.header('WWW-Authenticate', 'Bearer')
      throw new Refusal('no-session', 'The token of the metrics is missing or wrong.')
    }
    const tracking = writeFamily({
      name: 'leadline_tracking_waiting',
      help: 'Tracking calls that wait in this process to be stored.',
      type: 'gauge',
      samples: [{ value: parts.trackingWaiting() }],
    })
    const text = [
      own.write(),
      requests(),
      tracking,
      diskMetrics(parts.disks.disks()),
      replicaMetrics(parts.replica),
      await stored(),
    ].join('')
    return reply.type(textFormat).header('Cache-Control', 'no-store').send(text)
  })
}

function isThisMachine(siteUrl: string | undefined): boolean {
  const host = siteUrl === undefined ? 'localhost' : new URL(siteUrl).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || reachOf(host) === 'loopback'
}
