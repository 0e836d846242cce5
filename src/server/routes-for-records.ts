import type { FastifyInstance } from 'fastify'
import { readMetaState } from '#server/ads/meta-state.ts'
import { adSpendRoutes } from '#server/ads/routes.ts'
import { blockingRoutes } from '#server/blocking/routes.ts'
import { outcomeRoutes } from '#server/bookings/routes.ts'
import { releaseCapture } from '#server/capture/release-capture.ts'
import { replayDelivery, replayFailed } from '#server/capture/replay-deliveries.ts'
import { deliverHeldLeads } from '#server/capture/test-lead.ts'
import { unconfirmedRoutes } from '#server/capture/unconfirmed-routes.ts'
import { exportRoutes } from '#server/exports/routes.ts'
import { unmatchedRoutes } from '#server/external-events/routes.ts'
import { noteRoutes } from '#server/notes/routes.ts'
import { paymentRoutes } from '#server/payments/routes.ts'
import { liveOfReplica } from '#server/platform/replica/live-of-replica.ts'
import { peopleRoutes } from '#server/privacy/routes.ts'
import { adRoutes } from '#server/reports/ad-routes.ts'
import { listRules } from '#server/reports/list-auto-tags.ts'
import { liveRoute } from '#server/reports/live-route.ts'
import { readVisitor } from '#server/reports/read-journey.ts'
import { reportRoutes } from '#server/reports/routes.ts'
import { taggingRoutes } from '#server/tagging/routes.ts'
import { ownBrowserRoutes } from '#server/tracking/own-browser-routes.ts'
import { webhookRoutes } from '#server/webhooks/routes.ts'
import type { AppParts, SharedParts } from './app-parts.ts'

/** What was recorded: the numbers, lists and files that the owner reads, what they correct in them, and what vendors report. */
export async function routesForRecords(
  app: FastifyInstance,
  parts: AppParts,
  shared: SharedParts,
): Promise<void> {
  const { database, queue, clock, live, reads, replica, site, vendors } = parts
  const { base, capturing, captureLead, isCrmConnected } = shared
  reportRoutes(app, {
    ...base,
    reads,
    publicUrl: parts.config.publicUrl,
    releaseCapture: (id) => releaseCapture(capturing, id, clock.now()),
    pageSetup: { pixelId: site.pixelId, pixelPlan: site.pixelPlan, isCrmConnected },
  })
  adRoutes(app, { ...base, reads })
  liveRoute(app, {
    ...base,
    live: replica ? liveOfReplica(live, replica) : live,
    sessionOf: shared.sessions.tokenHashOf,
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
  unconfirmedRoutes(app, { ...base, ...capturing })
  peopleRoutes(app, {
    ...base,
    isCrmConnected,
    storedKey: shared.storedKey,
    erasedVisitors: parts.erasedVisitors,
  })
  noteRoutes(app, base)
  unmatchedRoutes(app, { ...base, captureLead })
  paymentRoutes(app, base)
  outcomeRoutes(app, base)
  await adSpendRoutes(app, {
    ...base,
    limit: shared.browsers.limit,
    metaState: () => readMetaState(database, vendors.adReports() !== undefined, clock.now()),
  })
  await webhookRoutes(app, {
    ...base,
    secretOf: shared.secretOf,
    isSecretLost: (vendor) =>
      parts.inUse.fieldsOf(vendor).some(({ name, isReadable }) => name === 'secret' && !isReadable),
  })
}
