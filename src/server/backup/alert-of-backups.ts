import { type OrderParts, orderBackupAlerts } from '#server/alerts/order-alerts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { backupTrouble } from './backup-trouble.ts'
import { readSecondPlace } from './second-place-store.ts'
import { secondPlaceTrouble } from './second-place-trouble.ts'
import { lastProvedRow, newestRow, noteBackupAlert, readWatch } from './store.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Alerts the owner when a backup failed or none was proved for too long, or none reaches the second place, again every day while it lasts, and once when
 * backups work again.
 */
export async function alertOfBackups(
  parts: OrderParts & { database: Database; clock: Clock },
): Promise<void> {
  const { database, clock } = parts
  const at = clock.now()
  const newest = await newestRow(database, at)
  if (newest?.state === 'running') return
  const { since, alertedAt } = await readWatch(database)
  const trouble =
    backupTrouble({ since, newest, proved: await lastProvedRow(database, at) }, at) ??
    secondPlaceTrouble(await readSecondPlace(database), at)
  const isTold =
    alertedAt !== null && (trouble === null || Math.abs(at.getTime() - alertedAt.getTime()) < DAY_MS)
  if (trouble === null ? alertedAt === null : isTold) return
  await database.transaction().execute(async (transaction) => {
    if (!(await noteBackupAlert(transaction, alertedAt, trouble === null ? null : at))) return
    const kind = trouble === null ? 'backups-work-again' : 'backups-broke'
    await orderBackupAlerts(parts, transaction, { kind, details: { reason: trouble ?? '' }, at })
  })
}
