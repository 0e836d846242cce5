import type { AlertSettings } from '#contract/alerts.ts'
import type { Database } from '#server/platform/database.ts'
import type { Queue } from '#server/platform/queue.ts'
import { hurryAlerts } from './hurry-alerts.ts'
import { changeAlertSettings, readAlertSettings } from './settings-store.ts'

/**
 * Changes what is named and gives all of it. What waits for an address that is another one now is tried there at once,
 * instead of at its next try, which may be an hour away.
 */
export async function saveAlertSettings(
  { database, queue }: { database: Database; queue: Pick<Queue, 'hurry'> },
  change: Partial<AlertSettings>,
  at: Date,
): Promise<AlertSettings> {
  return database.transaction().execute(async (transaction) => {
    const before = await readAlertSettings(transaction)
    const now = await changeAlertSettings(transaction, change, at)
    if (now.emailTo !== before.emailTo) await hurryAlerts(queue, transaction, 'email')
    if (now.webhookUrl !== before.webhookUrl) await hurryAlerts(queue, transaction, 'webhook')
    return now
  })
}
