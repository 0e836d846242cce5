import type { FastifyInstance } from 'fastify'
import { connectionsApi, type Vendor } from '#contract/connections.ts'
import { type CreatedFields, crmFieldsApi } from '#contract/crm-fields.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { WebhookVendor } from '#contract/webhooks.ts'
import { endReadingPause } from '#server/ads/reading-store.ts'
import type { AlertWays } from '#server/alerts/send-alert.ts'
import { sendTest } from '#server/alerts/send-test.ts'
import type { ReplayParts } from '#server/capture/replay-deliveries.ts'
import { startComparison } from '#server/capture/start-comparison.ts'
import type { AdReports } from '#server/integrations/ad-reports.ts'
import type { Ads } from '#server/integrations/ads.ts'
import type { Crm } from '#server/integrations/crm.ts'
import { isOwnersToMend, VendorError } from '#server/integrations/vendor-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CallRules } from '#server/voice/why-not-called.ts'
import { checkCrm } from './check-crm.ts'
import { noteChannelTested, noteCrmTested } from './note-tested.ts'
import { type ConnectionSetup, readConnections } from './read-connections.ts'
import { readStatuses, troubles } from './read-statuses.ts'
import { replayParked } from './replay-parked.ts'
import { testAdReports } from './test-ad-reports.ts'
import { type MetaTestParts, testMeta } from './test-meta.ts'
import { testVoice, type VoiceTestParts } from './test-voice.ts'
import { type TestCall, testWebhook, type WebhookTestParts } from './test-webhook.ts'
import { whoDoesWhat } from './who-does-what.ts'

/** Asks a vendor something harmless and says in words how it went. */
async function testConnection(
  parts: AlertWays &
    MetaTestParts &
    VoiceTestParts &
    WebhookTestParts & {
      database: Database
      newId: NewId
      crm(): Crm | undefined
      adReports(): AdReports | undefined
    },
  vendor: Vendor,
): Promise<{ success: boolean; message: string }> {
  if (vendor === 'email' || vendor === 'webhook') {
    const tested = await sendTest(parts, vendor)
    if (tested.success) await noteChannelTested(parts.database, vendor)
    return tested
  }
  if (vendor === 'meta') return testMeta(parts)
  if (vendor === 'meta-ads') {
    const { success, message } = await testAdReports(parts.adReports())
    if (success) await endReadingPause(parts.database)
    return { success, message }
  }
  if (vendor === 'voice') return testVoice(parts)
  if (vendor !== 'crm') return testWebhook(parts, vendor)
  const crm = parts.crm()
  if (!crm) return { success: false, message: 'No CRM is connected yet.' }
  const { what, message } = await checkCrm(crm)
  if (what === 'accepted') await noteCrmTested(parts.database)
  return { success: what === 'accepted', message }
}

/** Makes sure that the CRM has every analytics field and says what became of each. */
async function createAnalyticsFields(crm: Crm | undefined): Promise<CreatedFields> {
  if (!crm) throw new Refusal('conflict', 'No CRM is connected yet.')
  const outcomes = await crm.ensureAnalyticsFields().catch((error: unknown) => {
    throw error instanceof VendorError ? asRefusal(error) : error
  })
  const results = outcomes.flatMap((one) =>
    'outcome' in one ? [{ name: one.name, outcome: one.outcome }] : [],
  )
  const errors = outcomes.flatMap((one) => ('reason' in one ? [{ name: one.name, error: one.reason }] : []))
  return { success: errors.length === 0, results, errors }
}

/** A vendor's failure as the owner's call answers it: try again later, or something to put right. */
const asRefusal = ({ message, retryable, kind }: VendorError): Refusal =>
  retryable && !isOwnersToMend(kind)
    ? new Refusal('busy', message, { retryAfterSeconds: 30 })
    : new Refusal('conflict', message)

/** What the calls about connections need. */
export type ConnectionParts = ReplayParts &
  AlertWays & {
    ownerGate: OwnerGate
    crm(): Crm | undefined
    adReports(): AdReports | undefined
    /** The advert account with every event marked as a test, and its pixel. */
    testAds(): Ads | undefined
    pixelId(): string
    /** Whether anything here can set off a call. */
    canCall(): boolean
    callRules(): CallRules
    /** The site's content as it is published. */
    shownContent(): SiteContent
    setup: ConnectionSetup
    /** The secret that a vendor signs with; undefined while it is not connected. */
    secretOf(vendor: WebhookVendor): string | undefined
    clock: Clock
    newId: NewId
    live: Live
  }

/** The owner's calls about the outside world: how each connection stands, and what can be done about it. */
export function connectionRoutes(app: FastifyInstance, parts: ConnectionParts): void {
  const { database, setup, clock, live } = parts
  const jobs = () =>
    whoDoesWhat(parts.shownContent(), {
      connected: setup.connected(),
      hasCallTag: parts.callRules().setup.tag !== '',
      hasPixel: parts.pixelId() !== '',
    })
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
    'POST /api/ghl/create-analytics-fields': () => createAnalyticsFields(parts.crm()),
  })
  serve(app, connectionsApi, parts.ownerGate, {
    'GET /api/connections': () => readConnections({ ...parts, jobs }),
    'GET /api/connections/trouble': async () => {
      const now = clock.now()
      return troubles(await readStatuses(database, setup.connected(), now), now)
    },
    'GET /api/connections/crm/state': async () => ({ isConnected: setup.connected().crm }),
    'POST /api/connections/:vendor/test': async ({ vendor }) => {
      const tested = await testConnection({ ...parts, answerHere }, vendor)
      live.changed('connections')
      return tested
    },
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
      if (!parts.crm()) return { success: false, message: 'No CRM is connected yet.' }
      const isStarted = await startComparison(parts, true)
      live.changed('connections')
      return {
        success: isStarted,
        message: isStarted ? 'The comparison has begun.' : 'A comparison is under way already.',
      }
    },
  })
}
