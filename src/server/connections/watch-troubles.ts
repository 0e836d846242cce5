import { alertTroubles } from '#server/alerts/alert-troubles.ts'
import type { OrderParts } from '#server/alerts/order-alerts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Live } from '#server/platform/live.ts'
import type { Connected } from './connection-status.ts'
import { readStatuses, troubles } from './read-statuses.ts'

/** Looks which vendors are in trouble now and orders the alerts about what has changed. */
export async function watchTroubles(
  parts: OrderParts & {
    database: Database
    clock: Clock
    live: Pick<Live, 'changed'>
    connected(): Connected
  },
): Promise<void> {
  const at = parts.clock.now()
  const statuses = await readStatuses(parts.database, parts.connected(), at)
  const connected = new Set(statuses.flatMap(({ vendor, isConnected }) => (isConnected ? [vendor] : [])))
  await alertTroubles(parts, troubles(statuses, at), connected)
}
