import type { FastifyInstance } from 'fastify'
import { collectCalls } from '#server/api-docs/collect-calls.ts'
import { docsRoutes } from '#server/api-docs/routes.ts'
import { isInternetAddress } from '#server/integrations/public-address.ts'
import { checkAnswers } from '#server/platform/http/check-answers.ts'
import { openApp } from '#server/platform/http/open-app.ts'
import { choosePlace } from '#server/platform/replica/choose-place.ts'
import { logRequests } from '#server/status/log-requests.ts'
import { metricsRoutes } from '#server/status/metrics-routes.ts'
import { refuseWhenFull } from '#server/status/refuse-when-full.ts'
import { takeEvents } from '#server/tracking/take-events.ts'
import { decideOnPrograms } from '#server/tracking/why-excluded.ts'
import { type AppParts, shareParts } from './app-parts.ts'
import { routesForRecords } from './routes-for-records.ts'
import { routesForSetup } from './routes-for-setup.ts'
import { routesForUpkeep } from './routes-for-upkeep.ts'
import { routesForVisitors } from './routes-for-visitors.ts'

/** The Fastify app with every feature's routes, not yet listening. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const shared = shareParts(parts)
  const app = await openApp(parts.config, parts.arrivalLimits)
  const tracking = takeEvents(app, { ...parts, storedKey: shared.storedKey })
  watchRequests(app, parts, tracking.events.waiting)
  const calls = collectCalls(app)
  if (parts.replica) choosePlace(app, parts.replica, shared)
  routesForVisitors(app, parts, shared, tracking)
  await routesForRecords(app, parts, shared)
  await routesForSetup(app, parts, shared)
  await routesForUpkeep(app, parts, shared)
  docsRoutes(app, { ...shared.base, calls })
  await parts.site.register(app, shared.calling.announcesCalls)
  return app
}

/** What is done with every request, whichever route answers it. */
function watchRequests(app: FastifyInstance, parts: AppParts, trackingWaiting: () => number): void {
  logRequests(app)
  metricsRoutes(app, { ...parts, trackingWaiting })
  refuseWhenFull(app, parts.disks.isFull)
  decideOnPrograms(app, isInternetAddress(parts.config.publicUrl))
  if (parts.checksAnswers) checkAnswers(app, parts.checksAnswers)
}
