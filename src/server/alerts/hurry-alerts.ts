import type { AlertChannel } from '#contract/alerts.ts'
import type { FailureKind } from '#contract/failure-kinds.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Queue } from '#server/platform/queue.ts'
import { sendAlertJob } from './order-alerts.ts'
import { waitingAlerts } from './store.ts'

/**
 * Has the alerts of a way that wait tried at once, in place of their next try; each keeps its one job. What failed as `but`
 * keeps its pause.
 */
export async function hurryAlerts(
  queue: Pick<Queue, 'hurry'>,
  transaction: Queryable,
  channel: AlertChannel,
  but: FailureKind | null = null,
): Promise<void> {
  const ids = new Set<unknown>(await waitingAlerts(transaction, channel, but))
  if (ids.size > 0) await queue.hurry(transaction, sendAlertJob, ({ alertId }) => ids.has(alertId))
}
