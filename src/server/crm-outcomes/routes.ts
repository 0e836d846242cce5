import type { FastifyInstance } from 'fastify'
import { crmReadingApi } from '#contract/crm-reading.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live.ts'
import { readCrmReading } from './crm-reading-state.ts'
import { hurryCrmReading, switchHalf } from './reading-store.ts'

/** The owner's calls about what is read from the CRM. */
export function crmReadingRoutes(
  app: FastifyInstance,
  parts: {
    ownerGate: OwnerGate
    database: Database
    clock: Clock
    live: Pick<Live, 'changed'>
    isCrmConnected(): boolean
  },
): void {
  const { database, clock, live } = parts
  serve(app, crmReadingApi, parts.ownerGate, {
    'GET /api/connections/crm/reading': async () => ({
      isConnected: parts.isCrmConnected(),
      halves: await readCrmReading(database, clock.now()),
    }),
    'PUT /api/connections/crm/reading': async ({ half, isOn }) => {
      await switchHalf(database, half, { isOn, at: clock.now() })
      live.changed('connections')
      return { success: true }
    },
    'POST /api/connections/crm/reading/now': async () => {
      await hurryCrmReading(database)
      live.changed('connections')
      return { success: true }
    },
  })
}
