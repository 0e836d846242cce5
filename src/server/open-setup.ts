import { defaultSiteContent, type SiteContent } from '#contract/site-content.ts'
import type { BusyParts } from './calendar/read-busy-times.ts'
import { keepTimezone } from './calendar/store.ts'
import { keepUidHost } from './calendar/uid-host.ts'
import type { Config } from './config.ts'
import { connectVendors, type Vendors } from './connect-vendors.ts'
import type { ConnectionSetup } from './connections/read-connections.ts'
import { connectionSetup } from './connections/setup.ts'
import { type CurrentContent, keepContent } from './content/current-content.ts'
import { readLatelyPublished } from './content/lately-published.ts'
import type { Crm } from './integrations/crm.ts'
import { enteredMailServer } from './mail/mail-server.ts'
import { type CurrentSettings, keepSettings } from './owner/current-settings.ts'
import { findBuiltAssets, storeBuiltAssets } from './pages/built-assets.ts'
import { openSite } from './pages/open-site.ts'
import type { Site } from './pages/site.ts'
import { builtFolder } from './pages/site-build.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import type { Live } from './platform/live.ts'
import { type CurrentVendorSettings, keepVendorSettings } from './vendor-settings/current-vendor-settings.ts'
import { sealOf } from './vendor-settings/seal.ts'
import { type VendorsInUse, vendorsInUse } from './vendor-settings/vendors-in-use.ts'

/** What a start may bring in place of what the owner set up. */
export type SetupOptions = {
  crm?: Crm
  isDemo?: boolean
  /** Site content in place of the stored one; tests set what they look at. */
  content?: SiteContent
  /** How long after a change the pages are compressed as hard as can be; most tests are over before. */
  pressPagesAfterMs?: number
  /** The folder with the browser builds of another release; a test runs two. */
  dist?: string
}

/** What the owner set up, as it holds at the moment of asking: whichever process it was changed in. */
export type Setup = {
  /** The site's own address, without a slash at its end. */
  siteUrl: string
  content: CurrentContent
  site: Site
  settings: CurrentSettings
  /** What the owner entered to connect vendors. */
  vendorSettings: CurrentVendorSettings
  /** With what vendors are connected. */
  inUse: VendorsInUse
  vendors: Vendors
  connections: ConnectionSetup
  /** How the coach's own calendar is read. */
  calendar: BusyParts & { mailFrom(): string | undefined; uidHost: string }
}

/** Reads what the owner set up, and again at each change until what is handed to `onStop` is called. */
export async function openSetup(
  config: Config,
  options: SetupOptions,
  parts: {
    database: Database
    clock: Clock
    live: Live
    secret: string
    onStop(end: () => Promise<void>): void
    onProblem(error: unknown): void
  },
): Promise<Setup> {
  const { database, clock, live, secret, onStop, onProblem } = parts
  const siteUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const delivered = options.content ?? defaultSiteContent
  const content = await keepContent({ database, live, delivered, onProblem })
  onStop(async () => content.stop())
  const publishedBefore = await readLatelyPublished(database, delivered)
  const { dist = builtFolder } = options
  // Without them this release's own pages are whole.
  await storeBuiltAssets({ database, dist, now: clock.now() }).catch(onProblem)
  const site = openSite({
    ...{ dist, assetOfRelease: findBuiltAssets(database) },
    ...{ publicUrl: siteUrl, clock, content: content.now().content, pixelId: config.pixelId },
    publishedBefore,
    newer: content.newer,
    // What a demo invents must reach nobody's advert account.
    ...(options.isDemo && { isPixelMute: true }),
    pressAfterMs: options.pressPagesAfterMs,
  })
  const vendorSettings = await keepVendorSettings({
    ...{ database, live, secret, onProblem },
    now: () => clock.now(),
  })
  onStop(async () => vendorSettings.stop())
  const inUse = vendorsInUse(config.vendors, vendorSettings)
  const connected = connectVendors(config, { database, clock, settings: vendorSettings, inUse })
  const { crm: given } = options
  const vendors: Vendors = given ? { ...connected, crm: () => given } : connected
  const connections = connectionSetup(config, {
    ...{ siteUrl, inUse },
    isCrmConnected: () => vendors.crm() !== undefined,
    hasPixel: () => site.pixelId() !== '',
    isMailConnected: () => vendors.mailer() !== undefined,
  })
  const settings = await keepSettings({ database, clock, live, onProblem })
  onStop(async () => settings.stop())
  await keepTimezone(database, settings.now().timezone)
  const calendar = {
    ...{ database, clock, outside: vendors.outside },
    seal: sealOf(secret),
    ownTimezone: () => settings.now().timezone,
    uidHost: await keepUidHost(database, new URL(siteUrl).hostname),
    mailFrom: () =>
      config.smtp?.from.replace(/^.*<|>.*$/g, '') ?? enteredMailServer(vendorSettings.of('email'))?.fromEmail,
  }
  return { siteUrl, content, site, settings, vendorSettings, inUse, vendors, connections, calendar }
}
