import type { Config } from './config.ts'
import type { Ads } from './integrations/ads.ts'
import type { Crm } from './integrations/crm.ts'
import type { Mailer } from './integrations/mailer.ts'
import { reachOf } from './integrations/public-address.ts'
import { createGoHighLevel } from './integrations/vendors/gohighlevel/gohighlevel.ts'
import { shareAllowance } from './integrations/vendors/gohighlevel/shared-allowance.ts'
import { createMeta } from './integrations/vendors/meta/meta.ts'
import { createVoiceWebhook } from './integrations/vendors/voice-webhook/voice-webhook.ts'
import type { VoiceAgent } from './integrations/voice-agent.ts'
import { currentMailer } from './mail/mail-server.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import type { CurrentVendorSettings } from './vendor-settings/current-vendor-settings.ts'

/** The vendors that the configuration names, or that the owner entered; each is undefined where there is none. */
export type Vendors = {
  crm: Crm | undefined
  ads: Ads | undefined
  voiceAgent: VoiceAgent | undefined
  /** The mail server as it is connected now; undefined while none is. */
  mailer(): Mailer | undefined
  /** Where hooks of the owner's may lie. */
  outside: { allowsLoopback: boolean; clock: Clock }
}

/** Connects the vendors that the configuration names or the owner entered; nothing is asked of them yet. */
export function connectVendors(
  config: Config,
  database: Database,
  clock: Clock,
  vendorSettings: CurrentVendorSettings,
): Vendors {
  const { crm, meta, voiceAgent, smtp } = config
  return {
    crm: crm && createGoHighLevel({ ...crm, sharedAllowance: shareAllowance(database, crm.locationId) }),
    ads: meta && createMeta({ ...meta, now: () => clock.now() }),
    voiceAgent: voiceAgent && createVoiceWebhook({ ...voiceAgent, clock }),
    mailer: currentMailer(vendorSettings, smtp),
    // On a desk the hook may be on the desk, too; a server on the internet never calls itself.
    outside: { allowsLoopback: isOnDesk(config), clock },
  }
}

/** Whether the site is open on the machine it runs on and nowhere else: it listens there, and is known by no other name. */
function isOnDesk({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  const names = [host, publicUrl ? new URL(publicUrl).hostname.replace(/^\[|\]$/g, '') : 'localhost']
  return names.every((name) => name === 'localhost' || reachOf(name) === 'loopback')
}
