import type { FastifyInstance } from 'fastify'
import { backupRoutes } from '#server/backup/routes.ts'
import { readNext, retentionRoutes } from '#server/privacy/retention-routes.ts'
import { healthRoutes } from '#server/status/health-routes.ts'
import { statusRoutes } from '#server/status/routes.ts'
import type { AppParts, SharedParts } from './app-parts.ts'

/** What keeps the product and tells how it is: backups, how long data is kept, health and status. */
export async function routesForUpkeep(
  app: FastifyInstance,
  parts: AppParts,
  shared: SharedParts,
): Promise<void> {
  const { config, disks, retention } = parts
  const { ownerGate } = shared.base
  await backupRoutes(app, {
    ...{ ownerGate, vendorSettings: parts.vendorSettings, sessionOf: shared.sessions.tokenHashOf },
    ...parts.backups,
  })
  retentionRoutes(app, { ownerGate, retention })
  healthRoutes(app, { beat: parts.heart.beat, isDiskFull: disks.isFull })
  statusRoutes(app, {
    ...{ ...parts, ownerGate, mediaDir: config.mediaDir },
    maxReplicaAgeSeconds: config.databaseReadMaxLagSeconds,
    readKept: (database) => readNext({ ...retention, database }),
  })
}
