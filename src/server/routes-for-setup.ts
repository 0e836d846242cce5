import type { FastifyInstance } from 'fastify'
import { alertRoutes } from '#server/alerts/routes.ts'
import { calendarOwnerRoutes } from '#server/calendar/owner-routes.ts'
import { mailServerRoutes } from '#server/connections/mail-server-routes.ts'
import { noteChannelTested } from '#server/connections/note-tested.ts'
import { connectionRoutes } from '#server/connections/routes.ts'
import { vendorSettingsRoutes } from '#server/connections/vendor-settings-routes.ts'
import { contentRoutes } from '#server/content/routes.ts'
import { crmReadingRoutes } from '#server/crm-outcomes/routes.ts'
import { filmFolder } from '#server/films/film-folder.ts'
import { missingFilmFiles } from '#server/films/missing-film-files.ts'
import { filmRoutes } from '#server/films/routes.ts'
import { knownDevices } from '#server/owner/known-device.ts'
import { ownerRoutes } from '#server/owner/routes.ts'
import { settingsRoutes } from '#server/owner/settings-routes.ts'
import type { AppParts, SharedParts } from './app-parts.ts'

/** What the owner sets up: who is let in, the site, the calendar, vendors and alerts. */
export async function routesForSetup(
  app: FastifyInstance,
  parts: AppParts,
  shared: SharedParts,
): Promise<void> {
  const { config, content, database, secret, site, siteUrl, vendors } = parts
  const { base, sessions, isCrmConnected, isMailConnected } = shared
  const devices = knownDevices(secret, shared.isHttps)
  ownerRoutes(app, { ...base, sessions, devices, cookie: shared.browsers.cookie, isDemo: parts.isDemo })
  settingsRoutes(app, {
    ...base,
    sessions,
    devices,
    settings: parts.settings,
    ownNames: () => {
      const { name, coach, program } = content.now().content.brand
      return [name, coach, program, new URL(siteUrl).hostname]
    },
  })
  connectionRoutes(app, {
    ...base,
    ...vendors,
    ...shared.calling,
    isCrmConnected,
    setup: parts.connections,
    shownContent: shared.shownContent,
    pixelId: site.pixelId,
    secretOf: shared.secretOf,
  })
  vendorSettingsRoutes(app, { ...base, ...vendors, vendorSettings: parts.vendorSettings, inUse: parts.inUse })
  crmReadingRoutes(app, { ...base, isCrmConnected })
  mailServerRoutes(app, { ...base, ...parts, ...vendors })
  alertRoutes(app, {
    ...base,
    ...vendors,
    async noteTested(channel) {
      await noteChannelTested(database, channel)
      base.live.changed('connections')
    },
  })
  calendarOwnerRoutes(app, { ...base, ...parts.calendar, siteUrl, tokens: shared.bookingTokens })
  await contentRoutes(app, {
    ...base,
    ...{ site, content, isCrmConnected, isMailConnected, publicUrl: config.publicUrl },
    missingFilmFiles: (films) => missingFilmFiles(database, filmFolder(config.mediaDir), films),
    isBackedUp: () => parts.backups.backups.passphrase().passphrase !== undefined,
  })
  await filmRoutes(app, { ...base, site, mediaDir: config.mediaDir })
}
