import { orderCapAlerts } from '#server/alerts/order-alerts.ts'
import { wasCapTold } from '#server/alerts/store.ts'
import { latestNoted } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { CallSetup } from './call-rules.ts'

const windows = {
  'hour-cap': { per: 'hour', ms: 3_600_000 },
  'day-cap': { per: 'day', ms: 86_400_000 },
} as const

/**
 * Tells the owner that calls have reached a limit, once within the time that it counts. Who calls holds the lock of the
 * limits. A limit of none is no news.
 */
export async function tellCapReached(
  parts: { queue: Pick<Queue, 'send'>; newId: NewId },
  transaction: Queryable,
  code: keyof typeof windows,
  setup: CallSetup,
  at: Date,
): Promise<void> {
  const { per, ms } = windows[code]
  const limit = per === 'hour' ? setup.perHour : setup.perDay
  const lately = { since: new Date(at.getTime() - ms), until: latestNoted(at) }
  if (limit === 0 || (await wasCapTold(transaction, per, lately))) return
  await orderCapAlerts(parts, transaction, { per, limit, at })
}
