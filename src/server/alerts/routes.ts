import type { FastifyInstance } from 'fastify'
import { alertsApi } from '#contract/alerts.ts'
import { whyNotOutside } from '#server/integrations/post-outside.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { saveAlertSettings } from './save-settings.ts'
import type { AlertWays } from './send-alert.ts'
import { sendTest } from './send-test.ts'
import { readAlertSettings } from './settings-store.ts'

/** The owner's calls about what they are told at once. */
export function alertRoutes(
  app: FastifyInstance,
  parts: AlertWays & {
    ownerGate: OwnerGate
    database: Database
    queue: Pick<Queue, 'hurry'>
    clock: Clock
    newId: NewId
  },
): void {
  const { database, clock } = parts
  const isEmailSetUp = parts.mailer !== undefined
  serve(app, alertsApi, parts.ownerGate, {
    'GET /api/alerts/settings': async () => ({ ...(await readAlertSettings(database)), isEmailSetUp }),
    'PUT /api/alerts/settings': async (change) => {
      const why = change.webhookUrl ? whyNotOutside(change.webhookUrl, parts.outside) : null
      if (why) throw new Refusal('invalid', why, { fields: { webhookUrl: why } })
      return { ...(await saveAlertSettings(parts, change, clock.now())), isEmailSetUp }
    },
    'POST /api/alerts/test': ({ channel }) => sendTest(parts, channel),
  })
}
