import type { AlertSettings } from '#contract/alerts.ts'
import type { Vendor } from '#contract/connections.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { readAlertSettings } from './settings-store.ts'
import {
  type AlertKind,
  insertAlert,
  type NewAlert,
  type ReachedCap,
  type ShortDisk,
  type TroubleDetails,
} from './store.ts'

/** The job's name in the queue. */
export const sendAlertJob = 'send-alert'

/** What ordering alerts needs. */
export type OrderParts = { queue: Pick<Queue, 'send'>; newId: NewId }

/**
 * Orders the alerts about a vendor's trouble or its end, and says whether the owner is told by any way. A failed delivery
 * alone sends no alert.
 */
export async function orderTroubleAlerts(
  parts: OrderParts,
  transaction: Queryable,
  trouble: { kind: AlertKind; vendor: Vendor; details: Partial<TroubleDetails>; at: Date },
  settings: AlertSettings,
): Promise<boolean> {
  const ways = [
    settings.emailTrouble && settings.emailTo !== '' && trouble.vendor !== 'email' && ('email' as const),
    settings.webhookTrouble &&
      settings.webhookUrl !== '' &&
      trouble.vendor !== 'webhook' &&
      ('webhook' as const),
  ].filter((way) => way !== false)
  for (const channel of ways) await order(parts, transaction, { ...trouble, channel, leadId: null })
  return ways.length > 0
}

/** Orders the alerts that calls have reached a limit, by every way on which the owner wants to hear of trouble. */
export async function orderCapAlerts(
  parts: OrderParts,
  transaction: Queryable,
  { at, ...details }: ReachedCap & { at: Date },
): Promise<void> {
  await orderTold(parts, transaction, { kind: 'calls-at-cap', vendor: 'voice', details, at })
}

/** Orders the alerts that a disk has little room or none, by every way on which the owner wants to hear of trouble. */
export async function orderDiskAlerts(
  parts: OrderParts,
  transaction: Queryable,
  { at, kind, ...details }: ShortDisk & { kind: 'disk-low' | 'disk-full'; at: Date },
): Promise<void> {
  await orderTold(parts, transaction, { kind, vendor: null, details, at })
}

/** Orders the alerts that backups fail or work again, by every way on which the owner wants to hear of trouble. */
export async function orderBackupAlerts(
  parts: OrderParts,
  transaction: Queryable,
  news: { kind: 'backups-broke' | 'backups-work-again'; details: { reason: string }; at: Date },
): Promise<void> {
  await orderTold(parts, transaction, { ...news, vendor: null })
}

async function orderTold(
  parts: OrderParts,
  transaction: Queryable,
  told: Pick<NewAlert, 'kind' | 'vendor' | 'details' | 'at'>,
): Promise<void> {
  const settings = await readAlertSettings(transaction)
  const ways = [
    settings.emailTrouble && settings.emailTo !== '' && ('email' as const),
    settings.webhookTrouble && settings.webhookUrl !== '' && ('webhook' as const),
  ].filter((way) => way !== false)
  for (const channel of ways) await order(parts, transaction, { ...told, channel, leadId: null })
}

async function order(
  parts: OrderParts,
  transaction: Queryable,
  alert: Omit<Parameters<typeof insertAlert>[1], 'id'>,
): Promise<void> {
  const id = parts.newId()
  if (await insertAlert(transaction, { ...alert, id }))
    await parts.queue.send(transaction, sendAlertJob, { alertId: id })
}
