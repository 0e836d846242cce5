import type { EnteredVendor, VendorValues } from '#contract/vendor-settings.ts'
import type { Config } from './config.ts'
import type { AdReports } from './integrations/ad-reports.ts'
import type { Ads } from './integrations/ads.ts'
import type { Crm } from './integrations/crm.ts'
import type { CrmOutcomes } from './integrations/crm-outcomes.ts'
import type { Mailer } from './integrations/mailer.ts'
import { reachOf } from './integrations/public-address.ts'
import type { Outside } from './integrations/send-outside.ts'
import { createGoHighLevel } from './integrations/vendors/gohighlevel/gohighlevel.ts'
import { createOutcomes } from './integrations/vendors/gohighlevel/outcomes.ts'
import { shareAllowance } from './integrations/vendors/gohighlevel/shared-allowance.ts'
import { createInsights } from './integrations/vendors/meta/insights.ts'
import { createMeta } from './integrations/vendors/meta/meta.ts'
import { createVoiceWebhook } from './integrations/vendors/voice-webhook/voice-webhook.ts'
import type { VoiceAgent } from './integrations/voice-agent.ts'
import { currentMailer } from './mail/mail-server.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import type { CurrentVendorSettings } from './vendor-settings/current-vendor-settings.ts'
import type { VendorsInUse } from './vendor-settings/vendors-in-use.ts'

/**
 * The vendors as they are connected at the moment of asking; each is undefined while it is not. Whoever does one thing
 * with a vendor asks once and finishes with that one.
 */
export type Vendors = {
  crm(): Crm | undefined
  /** What can be read of the CRM about what becomes of leads. */
  crmOutcomes(): CrmOutcomes | undefined
  ads(): Ads | undefined
  /** The advert account with every event marked as a test; undefined while there is no code for that. */
  testAds(): Ads | undefined
  /** What the ads of one account cost, as their platform reports it. */
  adReports(): (AdReports & { accountId: string }) | undefined
  voiceAgent(): VoiceAgent | undefined
  mailer(): Mailer | undefined
  /** Where hooks of the owner's may lie. */
  outside: Outside
  /**
   * Reads anew what the owner entered. Whoever was refused asks for it before it waits: another process may have been told a
   * moment ago, and has what waits tried at once.
   */
  refreshVendors(): Promise<void>
  /** The CRM with values that are about to be kept. */
  tryCrm(values: { token: string; locationId: string }): Crm
  /** An ad account with values that are about to be kept. */
  tryAdReports(values: { token: string; accountId: string }): AdReports
}

/** Connects vendors as their values are in use; nothing is asked of them yet. */
export function connectVendors(
  config: Config,
  parts: { database: Database; clock: Clock; settings: CurrentVendorSettings; inUse: VendorsInUse },
): Vendors {
  const { database, clock, settings, inUse } = parts
  const { crmBaseUrl, metaBaseUrl } = config
  const now = () => clock.now()
  // On a desk the hook may be on the desk, too; a server on the internet never calls itself.
  const outside = { allowsLoopback: isOnDesk(config), clock }
  const from = <Made>(
    vendor: EnteredVendor,
    make: (values: VendorValues) => Made | undefined,
  ): (() => Made | undefined) => keptWhileSame(() => inUse.valuesOf(vendor), make)
  return {
    crm: from('crm', ({ token, locationId }) =>
      token && locationId
        ? createGoHighLevel({
            ...{ token, locationId, baseUrl: crmBaseUrl },
            sharedAllowance: shareAllowance(database, locationId),
          })
        : undefined,
    ),
    crmOutcomes: from('crm', ({ token, locationId }) =>
      token && locationId
        ? createOutcomes({
            // A long list takes longer than one contact.
            ...{ token, locationId, baseUrl: crmBaseUrl, timeoutMs: 30_000 },
            sharedAllowance: shareAllowance(database, locationId),
          })
        : undefined,
    ),
    ads: from('meta', ({ token }) => {
      // Entered in the dashboard the code is for tests alone: whoever forgets it there would report nothing real.
      const testEventCode = config.vendors.meta.testEventCode
      return token ? createMeta({ token, baseUrl: metaBaseUrl, now, testEventCode }) : undefined
    }),
    testAds: from('meta', ({ token, testEventCode }) =>
      token && testEventCode ? createMeta({ token, baseUrl: metaBaseUrl, now, testEventCode }) : undefined,
    ),
    adReports: from('meta-ads', ({ token, accountId: given }) => {
      const accountId = given?.replace(/^act_/i, '')
      return token && accountId
        ? { ...createInsights({ token, accountId, baseUrl: metaBaseUrl }), accountId }
        : undefined
    }),
    voiceAgent: from('voice', ({ url, secret }) => {
      // An engineer's address may lie in their own network; one typed in a browser may not.
      const isTyped = config.vendors.voice.url === undefined
      return url && secret
        ? createVoiceWebhook({ url, secret, clock, ...(isTyped && { outside }) })
        : undefined
    }),
    mailer: currentMailer(settings, config.smtp),
    outside,
    refreshVendors: settings.refresh,
    tryCrm: (values) => createGoHighLevel({ ...values, baseUrl: crmBaseUrl }),
    tryAdReports: (values) => createInsights({ ...values, baseUrl: metaBaseUrl }),
  }
}

/** Makes something of values once, and anew when they are others: it may remember what it learned. */
function keptWhileSame<Values, Made>(read: () => Values, make: (values: Values) => Made): () => Made {
  let madeOf: string | undefined
  let made: Made
  return () => {
    const values = read()
    const key = JSON.stringify(values)
    if (key !== madeOf) {
      made = make(values)
      madeOf = key
    }
    return made
  }
}

/** Whether the site is open on the machine it runs on and nowhere else: it listens there, and is known by no other name. */
function isOnDesk({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  const names = [host, publicUrl ? new URL(publicUrl).hostname.replace(/^\[|\]$/g, '') : 'localhost']
  return names.every((name) => name === 'localhost' || reachOf(name) === 'loopback')
}
