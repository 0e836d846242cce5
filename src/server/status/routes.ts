import type { FastifyInstance } from 'fastify'
import { statusApi } from '#contract/status.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import { isLockTimeout } from '#server/platform/month-partitions.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { ReplicaWatch } from '#server/platform/replica/watch-replica.ts'
import type { WorkLog } from '#server/platform/work-log.ts'
import type { Heart } from './keep-beating.ts'
import { processFacts } from './process-facts.ts'
import { readStatus } from './read-status.ts'
import type { DiskWatch } from './watch-disks.ts'

const RETRY_SECONDS = 5

const locked = () =>
  new Refusal(
    'busy',
    'The database is at work on a table that this has to read. Please try again in a moment.',
    {
      retryAfterSeconds: RETRY_SECONDS,
    },
  )

/** The owner's call about the installation itself. */
export function statusRoutes(
  app: FastifyInstance,
  parts: {
    ownerGate: OwnerGate
    database: Database
    clock: Clock
    heart: Heart
    work: WorkLog
    disks: DiskWatch
    isEmbedded: boolean
    mediaDir: string
    isPooled: boolean
    replica: ReplicaWatch | undefined
    maxReplicaAgeSeconds: number
    readKept: Parameters<typeof readStatus>[0]['readKept']
  },
): void {
  const { database, clock, heart, work, isEmbedded, mediaDir, readKept } = parts
  serve(app, statusApi, parts.ownerGate, {
    'GET /api/status': async () => {
      // This process's own row may not have been written yet; where it cannot be, the rest is worth knowing all the more.
      await withinDeadline(ANSWER_WITHIN_MS, heart.beat()).catch(() => {})
      const age = parts.replica?.ageMs() ?? null
      const connections = {
        isPooled: parts.isPooled,
        replica: parts.replica
          ? {
              state: parts.replica.state(),
              ageSeconds: age === null ? null : Math.round(age / 100) / 10,
              maxAgeSeconds: parts.maxReplicaAgeSeconds,
            }
          : null,
      }
      const here = { ownId: heart.id, own: processFacts(work), disks: parts.disks.disks() }
      const at = clock.now()
      return readStatus({ ...here, connections, database, at, isEmbedded, mediaDir, readKept }).catch(
        (error: unknown) => {
          throw isLockTimeout(error) ? locked() : error
        },
      )
    },
  })
}
