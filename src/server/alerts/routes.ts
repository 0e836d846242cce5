import type { FastifyInstance } from 'fastify'
import { type AlertChannel, type AlertSettings, alertsApi } from '#contract/alerts.ts'
import { whyNotOutside } from '#server/integrations/post-outside.ts'
import { lockOn, takeLocks } from '#server/platform/advisory-lock.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hurryAlerts } from './hurry-alerts.ts'
import type { AlertWays } from './send-alert.ts'
import { sendTest } from './send-test.ts'
import { changeAlertSettings, readAlertSettings } from './settings-store.ts'

/**
 * Changes what is named and returns all of it. What waits for an address that is another one now is tried there at once,
 * instead of at its next try, which may be an hour away.
 */
async function saveAlertSettings(
  { database, queue }: { database: Database; queue: Pick<Queue, 'hurry'> },
  change: Partial<AlertSettings>,
  at: Date,
): Promise<AlertSettings> {
  return database.transaction().execute(async (transaction) => {
    // Each switch is saved by itself, and two may be turned within one moment.
    await takeLocks(transaction, [lockOn('alert settings')])
    const before = await readAlertSettings(transaction)
    const now = await changeAlertSettings(transaction, change, at)
    if (now.emailTo !== before.emailTo) await hurryAlerts(queue, transaction, 'email')
    if (now.webhookUrl !== before.webhookUrl) await hurryAlerts(queue, transaction, 'webhook')
    return now
  })
}

/** The owner's calls about alerts. */
export function alertRoutes(
  app: FastifyInstance,
  parts: AlertWays & {
    ownerGate: OwnerGate
    database: Database
    queue: Pick<Queue, 'hurry'>
    live: Pick<Live, 'changed'>
    clock: Clock
    newId: NewId
    /** Notes that a way took a test. */
    noteTested(channel: AlertChannel): Promise<void>
  },
): void {
  const { database, clock } = parts
  const isEmailSetUp = () => parts.mailer() !== undefined
  serve(app, alertsApi, parts.ownerGate, {
    'GET /api/alerts/settings': async () => ({
      ...(await readAlertSettings(database)),
      isEmailSetUp: isEmailSetUp(),
    }),
    'PUT /api/alerts/settings': async (change) => {
      const why = change.webhookUrl ? whyNotOutside(change.webhookUrl, parts.outside) : null
      if (why) throw new Refusal('invalid', why, { fields: { webhookUrl: why } })
      const saved = await saveAlertSettings(parts, change, clock.now())
      parts.live.changed('settings')
      // The ways that alerts take are listed there, each with whether it has an address.
      parts.live.changed('connections')
      return { ...saved, isEmailSetUp: isEmailSetUp() }
    },
    'POST /api/alerts/test': async ({ channel }) => {
      const tested = await sendTest(parts, channel)
      if (tested.success) await parts.noteTested(channel)
      return tested
    },
  })
}
