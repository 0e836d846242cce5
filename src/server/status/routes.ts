import type { FastifyInstance } from 'fastify'
import { statusApi } from '#contract/status.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { ReplicaWatch } from '#server/platform/replica/watch-replica.ts'
import type { WorkLog } from '#server/platform/work-log.ts'
import type { Heart } from './keep-beating.ts'
import { processFacts } from './process-facts.ts'
import { readStatus } from './read-status.ts'
import type { DiskWatch } from './watch-disks.ts'

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
      // This process's own row may not have been written yet.
      await heart.beat()
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
      return readStatus({ ...here, connections, database, at: clock.now(), isEmbedded, mediaDir, readKept })
    },
  })
}
