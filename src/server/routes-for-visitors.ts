import type { FastifyInstance } from 'fastify'
import { calendarInUse } from '#contract/calendar-in-use.ts'
import { applicationRoutes } from '#server/applications/routes.ts'
import { manageUrlOf } from '#server/calendar/ical-routes.ts'
import { calendarRoutes } from '#server/calendar/routes.ts'
import { tellByMail } from '#server/calendar/tell-by-mail.ts'
import { ownLeadRoutes } from '#server/capture/own-lead-routes.ts'
import { leadRoutes } from '#server/capture/routes.ts'
import { undoneFollowers } from '#server/capture/undo-hand-off.ts'
import { adsRoutes } from '#server/conversions/routes.ts'
import { senderOf } from '#server/mail/sender-of.ts'
import { unsubscribeRoutes } from '#server/mail/unsubscribe-routes.ts'
import { funnelRoutes } from '#server/milestones/routes.ts'
import { handOffs } from '#server/tracking/hand-off.ts'
import { handOffRoutes } from '#server/tracking/hand-off-routes.ts'
import { isOwnBrowser } from '#server/tracking/marked-store.ts'
import { trackingRoutes } from '#server/tracking/routes.ts'
import type { takeEvents } from '#server/tracking/take-events.ts'
import { callRoutes } from '#server/voice/routes.ts'
import type { AppParts, SharedParts } from './app-parts.ts'

/** The calls that the public pages and the portal make. */
export function routesForVisitors(
  app: FastifyInstance,
  parts: AppParts,
  shared: SharedParts,
  tracking: ReturnType<typeof takeEvents>,
): void {
  const { database, queue, clock, newId, secret, site, vendors, siteUrl } = parts
  const { captureLead, calling } = shared
  const visitors = { ...shared.base, ...shared.browsers }
  trackingRoutes(app, {
    ...visitors,
    ...tracking,
    isOwnBrowser: (visitorId) => isOwnBrowser(database, visitorId),
  })
  leadRoutes(app, { ...visitors, captureLead, pages: site })
  funnelRoutes(app, visitors)
  applicationRoutes(app, { ...visitors, captureLead, pages: site })
  adsRoutes(app, {
    ...visitors,
    pixelPlan: site.pixelPlan,
    adConsent: site.adConsent,
    twins: () => (vendors.ads() ? { queue, pixelId: site.pixelId(), siteUrl } : undefined),
  })
  ownLeadRoutes(app, visitors)
  callRoutes(app, { ...visitors, ...calling })
  handOffRoutes(app, {
    ...visitors,
    handOffs: handOffs({ database, clock, newId, secret, undone: undoneFollowers(shared.capturing) }),
  })
  bookingRoutes(app, parts, shared)
  unsubscribeRoutes(app, { database, clock, secret, sender: () => senderOf(parts.content.now().content) })
}

/** The coach's own calendar, as whoever books meets it. */
function bookingRoutes(app: FastifyInstance, parts: AppParts, shared: SharedParts): void {
  const { ownTimezone } = parts.calendar
  const { bookingTokens: tokens, calendarHost: host, shownContent: content } = shared
  calendarRoutes(app, {
    ...shared.base,
    ...shared.browsers,
    tokens,
    host,
    ownTimezone,
    isOpen: () => calendarInUse(content().calendar) === 'own',
    isMailConnected: shared.isMailConnected,
    told: (transaction, about) =>
      tellByMail(
        { content, host, ownTimezone, manageUrlOf: (call) => manageUrlOf(host(), tokens, call) },
        transaction,
        about,
      ),
    sendBooking: (reply, booking, status) => parts.site.pages().sendBooking(reply, booking, status),
  })
}
