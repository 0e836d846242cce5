import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { WebhookVendor } from '#contract/webhooks.ts'
import { alertRoutes } from '#server/alerts/routes.ts'
import type { AlertWays } from '#server/alerts/send-alert.ts'
import { collectCalls } from '#server/api-docs/collect-calls.ts'
import { docsRoutes } from '#server/api-docs/routes.ts'
import { blockingRoutes } from '#server/blocking/routes.ts'
import { captureLead } from '#server/capture/capture-lead.ts'
import { captureTokens } from '#server/capture/capture-token.ts'
import { ownLeadRoutes } from '#server/capture/own-lead-routes.ts'
import { releaseCapture } from '#server/capture/release-capture.ts'
import { replayDelivery } from '#server/capture/replay-delivery.ts'
import { replayFailed } from '#server/capture/replay-failed.ts'
import { leadRoutes } from '#server/capture/routes.ts'
import type { Submit } from '#server/capture/submit.ts'
import { unconfirmedRoutes } from '#server/capture/unconfirmed-routes.ts'
import type { ConnectionSetup } from '#server/connections/read-connections.ts'
import { connectionRoutes } from '#server/connections/routes.ts'
import type { CurrentContent } from '#server/content/current-content.ts'
import { contentRoutes } from '#server/content/routes.ts'
import { adsRoutes } from '#server/conversions/routes.ts'
import { exportRoutes } from '#server/exports/routes.ts'
import { unmatchedRoutes } from '#server/external-events/routes.ts'
import type { Ads } from '#server/integrations/ads.ts'
import type { Crm } from '#server/integrations/crm.ts'
import { isInternetAddress } from '#server/integrations/public-address.ts'
import { followCaptures } from '#server/milestones/follow-captures.ts'
import { funnelRoutes } from '#server/milestones/routes.ts'
import type { CurrentSettings } from '#server/owner/current-settings.ts'
import { knownDevices } from '#server/owner/known-device.ts'
import { ownerRoutes } from '#server/owner/routes.ts'
import { ownerSessions } from '#server/owner/sessions.ts'
import { settingsRoutes } from '#server/owner/settings-routes.ts'
import type { Site } from '#server/pages/site.ts'
import { paymentRoutes } from '#server/payments/routes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { createFloodLimit } from '#server/platform/flood-limit.ts'
import { createGroupCommit } from '#server/platform/group-commit.ts'
import { checkAnswers } from '#server/platform/http/check-answers.ts'
import { healthRoutes } from '#server/platform/http/health-routes.ts'
import type { ArrivalLimits } from '#server/platform/http/limit-slowness.ts'
import { openApp } from '#server/platform/http/open-app.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import { createLimits, storedKeys } from '#server/platform/rate-limit.ts'
import { peopleRoutes } from '#server/privacy/routes.ts'
import { listRules } from '#server/reports/list-auto-tags.ts'
import { liveRoute } from '#server/reports/live-route.ts'
import { readVisitor } from '#server/reports/read-journey.ts'
import { reportRoutes } from '#server/reports/routes.ts'
import { taggingRoutes } from '#server/tagging/routes.ts'
import type { ErasedVisitors } from '#server/tracking/erased-visitors.ts'
import { handOffs } from '#server/tracking/hand-off.ts'
import { handOffRoutes } from '#server/tracking/hand-off-routes.ts'
import { isOwnBrowser } from '#server/tracking/marked-store.ts'
import { ownBrowserRoutes } from '#server/tracking/own-browser-routes.ts'
import type { TrackingEvent } from '#server/tracking/record-events.ts'
import { trackingRoutes } from '#server/tracking/routes.ts'
import { visitorCookie } from '#server/tracking/visitor-cookie.ts'
import { decideOnPrograms } from '#server/tracking/why-excluded.ts'
import { callRoutes } from '#server/voice/routes.ts'
import { webhookRoutes } from '#server/webhooks/routes.ts'

/** Everything the app is built from. */
export type AppParts = {
  database: Database
  pool: Pool
  queue: Queue
  live: Live
  clock: Clock
  newId: NewId
  secret: string
  site: Site
  /** The site's content as the owner published it. */
  content: CurrentContent
  isDemo: boolean
  /** Whether leads are delivered to a CRM; without one they wait. */
  isCrmConnected: boolean
  crm: Crm | undefined
  /** By what the owner's alerts go out. */
  alertWays: AlertWays
  connections: ConnectionSetup
  /** Whether the server reports events to the advert account too. */
  isMetaConnected: boolean
  /** The advert account, for the owner's tests of it. */
  ads: Ads | undefined
  /** Whether an address is set to which calls by the voice agent are posted. */
  isVoiceAgentConnected: boolean
  /** The site's own address, without a slash at its end. */
  siteUrl: string
  settings: CurrentSettings
  erasedVisitors: ErasedVisitors
  /** Stores a batch of tracking events; resolves once it is on disk. */
  storeEvents(batch: TrackingEvent[]): Promise<void>
  /** Told of each answer that departs from its contract; without it no answer is checked. */
  checksAnswers?: (problem: string) => void
  config: {
    trustProxy: false | number | string
    publicUrl: string | undefined
    logLevel: string
    defaultCountry: string
    webhookSecrets: Record<WebhookVendor, string | undefined>
  }
  /** How long a request may take to arrive. */
  arrivalLimits?: ArrivalLimits | undefined
}

// Many phones share one address of their carrier; this is far above what a crowd of them sends.
const TRACKING_PER_ADDRESS = { max: 3000, seconds: 60 }
const MAX_BATCH = 500
// While the database writes one batch the next waits at its door; each costs a commit, so a handful waits for more.
const ON_THEIR_WAY = 2
const WORTH_SENDING = 12
const MAX_WAITING = 5000
const ANSWER_WITHIN_MS = 1800

/** The Fastify app with every feature's routes, not yet listening. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, database, clock, newId, live } = parts
  const app = await openApp(config, parts.arrivalLimits)
  decideOnPrograms(app, isInternetAddress(config.publicUrl))
  if (parts.checksAnswers) checkAnswers(app, parts.checksAnswers)
  const calls = collectCalls(app)

  const isHttps = config.publicUrl?.startsWith('https:') ?? false
  const visitors = visitorCookie(parts.secret, newId, isHttps, {
    whomToAsk: () => parts.site.adConsent().ask,
    isErased: parts.erasedVisitors.has,
  })
  const sessions = ownerSessions(database, clock, isHttps)
  const ownerGate = sessions.gate
  const events = createGroupCommit<TrackingEvent>({
    commit: parts.storeEvents,
    maxBatch: MAX_BATCH,
    onTheirWay: ON_THEIR_WAY,
    worthSending: WORTH_SENDING,
    maxWaiting: MAX_WAITING,
    answerWithinMs: ANSWER_WITHIN_MS,
  })
  app.addHook('onClose', () => events.drain())
  const tokens = captureTokens(parts.secret)
  const { queue } = parts
  const capturing = { database, queue, newId, followers: followCaptures }
  const capture = { database, queue, newId, captureLead: (submit: Submit) => captureLead(capturing, submit) }

  const storedKey = storedKeys(parts.secret)
  const flood = createFloodLimit(database, clock, TRACKING_PER_ADDRESS, storedKey, (error) =>
    app.log.warn({ err: error }, 'tracking calls could not be counted'),
  )
  flood.start()
  app.addHook('onClose', () => flood.stop())

  const storesUserAgents = () => parts.settings.now().trackUserAgents
  trackingRoutes(app, {
    ownerGate,
    cookie: visitors,
    events,
    clock,
    newId,
    live,
    flood,
    storesUserAgents,
    isOwnBrowser: (visitorId) => isOwnBrowser(database, visitorId),
  })
  const limit = createLimits(database, clock, storedKey)
  leadRoutes(app, {
    ...capture,
    captureTokens: tokens,
    ownerGate,
    cookie: visitors,
    clock,
    live,
    limit,
    defaultCountry: config.defaultCountry,
    storesUserAgents,
    pages: parts.site,
  })
  unconfirmedRoutes(app, { ...capturing, ownerGate, clock, live })
  funnelRoutes(app, {
    ...capture,
    ownerGate,
    cookie: visitors,
    clock,
    live,
    limit,
    defaultCountry: config.defaultCountry,
  })
  adsRoutes(app, {
    database,
    ownerGate,
    cookie: visitors,
    clock,
    newId,
    limit,
    pixelPlan: parts.site.pixelPlan,
    adConsent: parts.site.adConsent,
    twins: () =>
      parts.isMetaConnected
        ? { queue: parts.queue, pixelId: parts.site.pixelId(), siteUrl: parts.siteUrl }
        : undefined,
  })
  ownLeadRoutes(app, { ownerGate, captureTokens: tokens, cookie: visitors, database, limit })
  const canCall = () => parts.isVoiceAgentConnected || parts.site.callSetup().tag !== ''
  const callRules = () => ({ setup: parts.site.callSetup(), ownCountry: config.defaultCountry })
  callRoutes(app, {
    ownerGate,
    cookie: visitors,
    database,
    clock,
    limit,
    canCall,
    callRules,
  })
  handOffRoutes(app, {
    ownerGate,
    cookie: visitors,
    limit,
    live,
    storesUserAgents,
    handOffs: handOffs({ database, clock, newId, secret: parts.secret }),
  })
  const devices = knownDevices(parts.secret, isHttps)
  ownerRoutes(app, { database, clock, sessions, cookie: visitors, devices, isDemo: parts.isDemo })
  settingsRoutes(app, {
    ...{ database, clock, sessions, devices, settings: parts.settings },
    ownNames: () => {
      const { name, coach, program } = parts.content.now().content.brand
      return [name, coach, program, new URL(parts.siteUrl).hostname]
    },
  })
  reportRoutes(app, {
    ...capture,
    releaseCapture: (id) => releaseCapture(capturing, id, clock.now()),
    ownerGate,
    clock,
    live,
    publicUrl: config.publicUrl,
    pageSetup: {
      pixelId: parts.site.pixelId,
      pixelPlan: parts.site.pixelPlan,
      isCrmConnected: parts.isCrmConnected,
    },
  })
  liveRoute(app, { ownerGate, sessionOf: sessions.tokenHashOf, database, clock, live })
  exportRoutes(app, { ownerGate, database, clock, isCrmConnected: parts.isCrmConnected })
  taggingRoutes(app, {
    ...capture,
    ownerGate,
    clock,
    live,
    isCrmConnected: parts.isCrmConnected,
    listRules: (ruleId) => listRules(database, ruleId),
    replayDelivery: (logId) => replayDelivery({ ...capture, isCrmConnected: parts.isCrmConnected }, logId),
    replayFailed: () => replayFailed({ ...capture, isCrmConnected: parts.isCrmConnected }),
  })
  ownBrowserRoutes(app, {
    ownerGate,
    database,
    clock,
    live,
    readVisitor: (id) => readVisitor(database, id),
  })
  blockingRoutes(app, { ownerGate, database, clock, newId, live })
  await webhookRoutes(app, {
    database,
    queue: parts.queue,
    newId,
    clock,
    ownerGate,
    secrets: config.webhookSecrets,
  })
  peopleRoutes(app, {
    ...{ ...capture, ownerGate, clock, live, storedKey, isCrmConnected: parts.isCrmConnected },
    erasedVisitors: parts.erasedVisitors,
  })
  connectionRoutes(app, {
    ...{ ...capture, ...parts.alertWays, ownerGate, clock, live, crm: parts.crm },
    ...{ setup: parts.connections, isCrmConnected: parts.isCrmConnected, canCall, callRules },
    ...{ ads: parts.ads, pixelId: parts.site.pixelId, webhookSecrets: config.webhookSecrets },
  })
  alertRoutes(app, { ...parts.alertWays, ownerGate, database, queue: parts.queue, clock, newId })
  unmatchedRoutes(app, { ...capture, ownerGate, clock, live })
  paymentRoutes(app, { ownerGate, database, queue: parts.queue, clock, newId, live })
  await contentRoutes(app, {
    ...{ ownerGate, database, clock, site: parts.site, content: parts.content },
    isCrmConnected: parts.isCrmConnected,
    publicUrl: config.publicUrl,
  })
  docsRoutes(app, { ownerGate, calls })
  healthRoutes(app, parts.pool)
  await parts.site.register(app)
  return app
}
