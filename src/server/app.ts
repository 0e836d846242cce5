import type { FastifyInstance } from 'fastify'
import { calendarInUse } from '#contract/calendar-in-use.ts'
import type { WebhookVendor } from '#contract/webhooks.ts'
import { readMetaState } from '#server/ads/meta-state.ts'
import { adSpendRoutes } from '#server/ads/routes.ts'
import { alertRoutes } from '#server/alerts/routes.ts'
import type { AlertWays } from '#server/alerts/send-alert.ts'
import { collectCalls } from '#server/api-docs/collect-calls.ts'
import { docsRoutes } from '#server/api-docs/routes.ts'
import { applicationRoutes } from '#server/applications/routes.ts'
import { type BackupRouteParts, backupRoutes } from '#server/backup/routes.ts'
import { blockingRoutes } from '#server/blocking/routes.ts'
import { outcomeRoutes } from '#server/bookings/routes.ts'
import { bookingTokens } from '#server/calendar/booking-token.ts'
import { hostOf } from '#server/calendar/host-of.ts'
import { manageUrlOf } from '#server/calendar/ical-routes.ts'
import { calendarOwnerRoutes } from '#server/calendar/owner-routes.ts'
import { calendarRoutes } from '#server/calendar/routes.ts'
import { tellByMail } from '#server/calendar/tell-by-mail.ts'
import { captureLead } from '#server/capture/capture-lead.ts'
import { captureTokens } from '#server/capture/capture-token.ts'
import { ownLeadRoutes } from '#server/capture/own-lead-routes.ts'
import { releaseCapture } from '#server/capture/release-capture.ts'
import { replayDelivery, replayFailed } from '#server/capture/replay-deliveries.ts'
import { leadRoutes } from '#server/capture/routes.ts'
import type { Submit } from '#server/capture/submit.ts'
import { deliverHeldLeads } from '#server/capture/test-lead.ts'
import { unconfirmedRoutes } from '#server/capture/unconfirmed-routes.ts'
import { mailServerRoutes } from '#server/connections/mail-server-routes.ts'
import { connectionRoutes } from '#server/connections/routes.ts'
import { vendorSettingsRoutes } from '#server/connections/vendor-settings-routes.ts'
import { contentRoutes } from '#server/content/routes.ts'
import { adsRoutes } from '#server/conversions/routes.ts'
import { crmReadingRoutes } from '#server/crm-outcomes/routes.ts'
import { exportRoutes } from '#server/exports/routes.ts'
import { unmatchedRoutes } from '#server/external-events/routes.ts'
import { filmFolder } from '#server/films/film-folder.ts'
import { missingFilmFiles } from '#server/films/missing-film-files.ts'
import { filmRoutes } from '#server/films/routes.ts'
import { isInternetAddress } from '#server/integrations/public-address.ts'
import { senderOf } from '#server/mail/sender-of.ts'
import { unsubscribeRoutes } from '#server/mail/unsubscribe-routes.ts'
import { followCaptures } from '#server/milestones/follow-captures.ts'
import { funnelRoutes } from '#server/milestones/routes.ts'
import { noteRoutes } from '#server/notes/routes.ts'
import { knownDevices } from '#server/owner/known-device.ts'
import { ownerRoutes } from '#server/owner/routes.ts'
import { ownerSessions } from '#server/owner/sessions.ts'
import { settingsRoutes } from '#server/owner/settings-routes.ts'
import { paymentRoutes } from '#server/payments/routes.ts'
import type { Clock } from '#server/platform/clock.ts'
import { checkAnswers } from '#server/platform/http/check-answers.ts'
import type { ArrivalLimits } from '#server/platform/http/limit-slowness.ts'
import { openApp } from '#server/platform/http/open-app.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import { createLimits, storedKeys } from '#server/platform/rate-limit.ts'
import { choosePlace } from '#server/platform/replica/choose-place.ts'
import { liveOfReplica } from '#server/platform/replica/live-of-replica.ts'
import type { WorkLog } from '#server/platform/work-log.ts'
import type { RetentionParts } from '#server/privacy/keep-to-time.ts'
import { readNext, retentionRoutes } from '#server/privacy/retention-routes.ts'
import { peopleRoutes } from '#server/privacy/routes.ts'
import { adRoutes } from '#server/reports/ad-routes.ts'
import { listRules } from '#server/reports/list-auto-tags.ts'
import { liveRoute } from '#server/reports/live-route.ts'
import { readVisitor } from '#server/reports/read-journey.ts'
import { reportRoutes } from '#server/reports/routes.ts'
import { healthRoutes } from '#server/status/health-routes.ts'
import type { Heart } from '#server/status/keep-beating.ts'
import { logRequests } from '#server/status/log-requests.ts'
import { metricsRoutes } from '#server/status/metrics-routes.ts'
import { refuseWhenFull } from '#server/status/refuse-when-full.ts'
import { statusRoutes } from '#server/status/routes.ts'
import type { DiskWatch } from '#server/status/watch-disks.ts'
import { taggingRoutes } from '#server/tagging/routes.ts'
import type { ErasedVisitors } from '#server/tracking/erased-visitors.ts'
import { handOffs } from '#server/tracking/hand-off.ts'
import { handOffRoutes } from '#server/tracking/hand-off-routes.ts'
import { isOwnBrowser } from '#server/tracking/marked-store.ts'
import { ownBrowserRoutes } from '#server/tracking/own-browser-routes.ts'
import type { TrackingEvent } from '#server/tracking/record-events.ts'
import { trackingRoutes } from '#server/tracking/routes.ts'
import { takeEvents } from '#server/tracking/take-events.ts'
import { visitorCookie } from '#server/tracking/visitor-cookie.ts'
import { decideOnPrograms } from '#server/tracking/why-excluded.ts'
import { callRoutes } from '#server/voice/routes.ts'
import { webhookRoutes } from '#server/webhooks/routes.ts'
import type { Setup } from './open-setup.ts'
import type { Storage } from './open-storage.ts'

/** Everything the app is built from. */
export type AppParts = Pick<Storage, 'database' | 'pool' | 'isPooled' | 'reads' | 'replica'> &
  Setup & {
    queue: Queue
    live: Live
    clock: Clock
    newId: NewId
    secret: string
    isDemo: boolean
    /** Whether the mail server is the configuration's. */
    isMailConfigured: boolean
    erasedVisitors: ErasedVisitors
    /** This process's row in the database. */
    heart: Heart
    /** How this process's regular work goes. */
    work: WorkLog
    disks: DiskWatch
    /** Whether the database is the embedded one. */
    isEmbedded: boolean
    /** How the product backs itself up. */
    backups: Pick<BackupRouteParts, 'backups' | 'keeper' | 'copies' | 'restoreDesk' | 'stopping'>
    retention: RetentionParts
    /** Stores a batch of tracking events; resolves once it is on disk. */
    storeEvents(batch: TrackingEvent[]): Promise<void>
    /** Told of each answer that departs from its contract; without it no answer is checked. */
    checksAnswers?: (problem: string) => void
    config: {
      trustProxy: false | number | string
      publicUrl: string | undefined
      mediaDir: string
      databaseReadMaxLagSeconds: number
      logLevel: string
      metricsToken: string | undefined
      defaultCountry: string
    }
    /** How long a request may take to arrive. */
    arrivalLimits?: ArrivalLimits | undefined
  }

/** The Fastify app with every feature's routes, not yet listening. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, database, queue, clock, newId, live, secret, site, vendors } = parts
  const { publicUrl, defaultCountry } = config
  // Asked anew at each use: the owner connects and removes vendors while everything runs.
  const isCrmConnected = () => vendors.crm() !== undefined
  const secretOf = (vendor: WebhookVendor) => parts.inUse.valuesOf(vendor).secret
  const isSecretLost = (vendor: WebhookVendor) =>
    parts.inUse.fieldsOf(vendor).some(({ name, isReadable }) => name === 'secret' && !isReadable)
  const alertWays: AlertWays = vendors
  const app = await openApp(config, parts.arrivalLimits)
  let trackingWaiting = () => 0
  logRequests(app)
  metricsRoutes(app, { ...parts, trackingWaiting: () => trackingWaiting() })
  refuseWhenFull(app, parts.disks.isFull)
  decideOnPrograms(app, isInternetAddress(publicUrl))
  if (parts.checksAnswers) checkAnswers(app, parts.checksAnswers)
  const calls = collectCalls(app)

  const isHttps = publicUrl?.startsWith('https:') ?? false
  const { reads, replica } = parts
  if (replica) choosePlace(app, replica, { isHttps })
  const sessions = ownerSessions(database, clock, isHttps)
  const ownerGate = sessions.gate
  const devices = knownDevices(secret, isHttps)
  const storedKey = storedKeys(secret)
  const base = { ownerGate, database, queue, newId, clock, live }
  // What the calls of browsers need beside that.
  const browsers = {
    cookie: visitorCookie(secret, newId, isHttps, {
      whomToAsk: () => site.adConsent().ask,
      isErased: parts.erasedVisitors.has,
    }),
    limit: createLimits(database, clock, storedKey),
    storesUserAgents: () => parts.settings.now().trackUserAgents,
    captureTokens: captureTokens(secret),
    defaultCountry,
  }
  const { cookie } = browsers
  const capturing = { database, queue, newId, followers: followCaptures }
  const capture = (submit: Submit) => captureLead(capturing, submit)
  const calling = {
    canCall: () => vendors.voiceAgent() !== undefined || (isCrmConnected() && site.callSetup().tag !== ''),
    callRules: () => ({ setup: site.callSetup(), ownCountry: defaultCountry }),
  }

  const taking = takeEvents(app, { database, clock, storedKey, storeEvents: parts.storeEvents })
  trackingWaiting = taking.events.waiting
  trackingRoutes(app, {
    ...base,
    ...browsers,
    isOwnBrowser: (visitorId) => isOwnBrowser(database, visitorId),
    ...taking,
  })
  leadRoutes(app, { ...base, ...browsers, captureLead: capture, pages: site })
  unconfirmedRoutes(app, { ...base, ...capturing })
  funnelRoutes(app, { ...base, ...browsers })
  applicationRoutes(app, { ...base, ...browsers, captureLead: capture, pages: site })
  adsRoutes(app, {
    ...base,
    ...browsers,
    pixelPlan: site.pixelPlan,
    adConsent: site.adConsent,
    twins: () => (vendors.ads() ? { queue, pixelId: site.pixelId(), siteUrl: parts.siteUrl } : undefined),
  })
  ownLeadRoutes(app, { ...base, ...browsers })
  callRoutes(app, { ...base, ...browsers, ...calling, isOnInternet: isInternetAddress(publicUrl) })
  handOffRoutes(app, { ...base, ...browsers, handOffs: handOffs({ database, clock, newId, secret }) })
  ownerRoutes(app, { ...base, sessions, cookie, devices, isDemo: parts.isDemo })
  settingsRoutes(app, {
    ...base,
    sessions,
    devices,
    settings: parts.settings,
    ownNames: () => {
      const { name, coach, program } = parts.content.now().content.brand
      return [name, coach, program, new URL(parts.siteUrl).hostname]
    },
  })
  reportRoutes(app, {
    ...base,
    reads,
    publicUrl,
    releaseCapture: (id) => releaseCapture(capturing, id, clock.now()),
    pageSetup: { pixelId: site.pixelId, pixelPlan: site.pixelPlan, isCrmConnected },
  })
  adRoutes(app, { ...base, reads })
  liveRoute(app, {
    ...base,
    live: replica ? liveOfReplica(live, replica) : live,
    sessionOf: sessions.tokenHashOf,
  })
  exportRoutes(app, {
    ...base,
    reads,
    isCrmConnected,
    applicationQuestions: () => site.applicationForm().content.questions.map(({ label }) => label),
  })
  taggingRoutes(app, {
    ...base,
    listRules: (ruleId) => listRules(database, ruleId),
    replayDelivery: (logId) => replayDelivery({ ...base, isCrmConnected }, logId),
    replayFailed: () => replayFailed({ ...base, isCrmConnected }),
  })
  ownBrowserRoutes(app, {
    ...base,
    readVisitor: (id) => readVisitor(database, id),
    deliverHeld: (transaction, visitorId) => deliverHeldLeads(queue, transaction, visitorId),
  })
  blockingRoutes(app, base)
  await webhookRoutes(app, { ...base, secretOf, isSecretLost })
  peopleRoutes(app, { ...base, storedKey, isCrmConnected, erasedVisitors: parts.erasedVisitors })
  const shownContent = () => site.pages().shown().content
  connectionRoutes(app, {
    ...base,
    ...vendors,
    ...calling,
    isCrmConnected,
    setup: parts.connections,
    shownContent,
    pixelId: site.pixelId,
    secretOf,
  })
  crmReadingRoutes(app, { ...base, isCrmConnected })
  vendorSettingsRoutes(app, { ...base, ...vendors, vendorSettings: parts.vendorSettings, inUse: parts.inUse })
  const tokens = bookingTokens(secret)
  const { siteUrl } = parts
  const { uidHost, mailFrom } = parts.calendar
  const host = () => hostOf(shownContent(), { siteUrl, uidHost, mailFrom: mailFrom() })
  calendarRoutes(app, {
    ...base,
    ...browsers,
    tokens,
    host,
    isOpen: () => calendarInUse(shownContent().calendar) === 'own',
    isMailConnected: () => vendors.mailer() !== undefined,
    ownTimezone: parts.calendar.ownTimezone,
    told: (transaction, about) =>
      tellByMail(
        {
          content: shownContent,
          host,
          ownTimezone: parts.calendar.ownTimezone,
          manageUrlOf: (call) => manageUrlOf(host(), tokens, call),
        },
        transaction,
        about,
      ),
    sendBooking: (reply, booking, status) => site.pages().sendBooking(reply, booking, status),
  })
  calendarOwnerRoutes(app, { ...base, ...parts.calendar, tokens, siteUrl })
  mailServerRoutes(app, { ...base, ...parts, ...alertWays })
  unsubscribeRoutes(app, {
    ...{ database, clock, secret },
    sender: () => senderOf(parts.content.now().content),
  })
  noteRoutes(app, base)
  alertRoutes(app, { ...base, ...alertWays })
  unmatchedRoutes(app, { ...base, captureLead: capture })
  paymentRoutes(app, base)
  await adSpendRoutes(app, {
    ...{ ...base, limit: browsers.limit },
    metaState: () => readMetaState(database, vendors.adReports() !== undefined, clock.now()),
  })
  outcomeRoutes(app, base)
  await contentRoutes(app, {
    ...base,
    ...{ site, content: parts.content, isCrmConnected, publicUrl },
    isMailConnected: () => vendors.mailer() !== undefined,
    missingFilmFiles: (films) => missingFilmFiles(database, filmFolder(config.mediaDir), films),
    isBackedUp: () => parts.backups.backups.passphrase().passphrase !== undefined,
  })
  await filmRoutes(app, { ...base, site, mediaDir: config.mediaDir })
  await backupRoutes(app, {
    ...{ ownerGate, vendorSettings: parts.vendorSettings, sessionOf: sessions.tokenHashOf },
    ...parts.backups,
  })
  retentionRoutes(app, { ownerGate, retention: parts.retention })
  docsRoutes(app, { ownerGate, calls })
  healthRoutes(app, { beat: parts.heart.beat, isDiskFull: parts.disks.isFull })
  statusRoutes(app, {
    ...{ ...parts, ownerGate, mediaDir: config.mediaDir },
    maxReplicaAgeSeconds: config.databaseReadMaxLagSeconds,
    readKept: (database) => readNext({ ...parts.retention, database }),
  })
  await site.register(app)
  return app
}
