import type { FastifyInstance } from 'fastify'
import { connectionsApi } from '#contract/connections.ts'
import { crmFieldsApi } from '#contract/crm-fields.ts'
import type { WebhookVendor } from '#contract/webhooks.ts'
import type { AlertWays } from '#server/alerts/send-alert.ts'
import type { ReplayParts } from '#server/capture/replay-deliveries.ts'
import { startComparison } from '#server/capture/start-comparison.ts'
import type { Ads } from '#server/integrations/ads.ts'
import type { Crm } from '#server/integrations/crm.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { CallRules } from '#server/voice/why-not-called.ts'
import { createAnalyticsFields } from './create-analytics-fields.ts'
import { type ConnectionSetup, readConnections } from './read-connections.ts'
import { readStandings, troubles } from './read-standings.ts'
import { replayParked } from './replay-parked.ts'
import { testConnection } from './test-connection.ts'
import type { TestCall } from './test-webhook.ts'

/** What the calls about connections need. */
export type ConnectionParts = ReplayParts &
  AlertWays & {
    ownerGate: OwnerGate
    crm: Crm | undefined
    /** The advert account as tests of the connection ask it, and its pixel. */
    ads: Ads | undefined
    pixelId(): string
    /** Whether anything here can set off a call. */
    canCall(): boolean
    callRules(): CallRules
    setup: ConnectionSetup
    /** The secret that each vendor signs with; undefined where it is not connected. */
    webhookSecrets: Record<WebhookVendor, string | undefined>
    clock: Clock
    newId: NewId
    live: Live
  }

/** The owner's calls about the outside world: how each connection stands, and what can be done about it. */
export function connectionRoutes(app: FastifyInstance, parts: ConnectionParts): void {
  const { database, setup, clock, live } = parts
  const answerHere = async ({ path, body, headers }: TestCall) => {
    const answer = await app.inject({
      method: 'POST',
      url: path,
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    return { status: answer.statusCode, text: answer.body }
  }
  serve(app, crmFieldsApi, parts.ownerGate, {
    'POST /api/ghl/create-analytics-fields': () => createAnalyticsFields(parts.crm),
  })
  serve(app, connectionsApi, parts.ownerGate, {
    'GET /api/connections': () => readConnections(parts),
    'GET /api/connections/trouble': async () => {
      const now = clock.now()
      return troubles(await readStandings(database, setup.connected, now), now)
    },
    'POST /api/connections/:vendor/test': ({ vendor }) => testConnection({ ...parts, answerHere }, vendor),
    'POST /api/connections/:vendor/replay': async ({ vendor }) => {
      const replayed = await replayParked(parts, vendor, null)
      live.changed('connections')
      return replayed
    },
    'POST /api/connections/:vendor/parked/:id/replay': async ({ vendor, id }) => {
      const replayed = await replayParked(parts, vendor, id)
      live.changed('connections')
      return replayed
    },
    'POST /api/connections/crm/compare': async () => {
      if (!parts.crm) return { success: false, message: 'No CRM is connected yet.' }
      const isStarted = await startComparison(parts, true)
      live.changed('connections')
      return {
        success: isStarted,
        message: isStarted ? 'The comparison has begun.' : 'A comparison is under way already.',
      }
    },
  })
}
