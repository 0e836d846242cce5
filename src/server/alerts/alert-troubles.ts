import { type Trouble, type Vendor, vendors } from '#contract/connections.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type OrderParts, orderTroubleAlerts } from './order-alerts.ts'
import { readAlertSettings } from './settings-store.ts'
import { lockTrouble, noteAlerted } from './store.ts'

const HOUR_MS = 3_600_000

/**
 * Alerts the owner to vendors that have begun to fail and to those that work again, whichever process looks. At most
 * one alert an hour says that a vendor fails, and one that it works again comes only after that. Whoever switches alerts on
 * while it fails hears of it then. Of one that was removed meanwhile nothing is said.
 */
export async function alertTroubles(
  parts: OrderParts & { database: Database; clock: Clock },
  troubles: Trouble[],
  connected: ReadonlySet<Vendor>,
): Promise<void> {
  const at = parts.clock.now()
  const settings = await readAlertSettings(parts.database)
  for (const vendor of vendors)
    await parts.database.transaction().execute(async (transaction) => {
      const trouble = troubles.find((one) => one.vendor === vendor)
      const told = await lockTrouble(transaction, vendor)
      // What is dated further ahead was told while a clock was wrong.
      const isHourOver = Math.abs(at.getTime() - told.alerted_at.getTime()) >= HOUR_MS
      if (trouble && !told.is_alerted && isHourOver) {
        const { since, kind, reason, waiting } = trouble
        const details = { since, kind, reason, waiting }
        const broke = { kind: 'broke', vendor, details, at } as const
        if (await orderTroubleAlerts(parts, transaction, broke, settings))
          await noteAlerted(transaction, vendor, { isAlerted: true, at })
      }
      if (!trouble && told.is_alerted) {
        await noteAlerted(transaction, vendor, { isAlerted: false, at: null })
        const again = { kind: 'works-again', vendor, details: {}, at } as const
        if (connected.has(vendor)) await orderTroubleAlerts(parts, transaction, again, settings)
      }
    })
}
