import type { Config } from '#server/config.ts'
import type { ConnectionSetup } from './read-connections.ts'

/** What the configuration says of the connections: which are set up, never with what. */
export function connectionSetup(
  config: Pick<Config, 'crm' | 'webhookSecrets' | 'meta' | 'voiceAgent' | 'pixelId' | 'smtp' | 'publicUrl'>,
  known: { siteUrl: string; isCrmConnected: boolean; hasPixel: boolean; isMailConnected(): boolean },
): ConnectionSetup {
  const { webhookSecrets: secrets } = config
  const has = (value: unknown): boolean => value !== undefined
  return {
    connected: {
      crm: known.isCrmConnected,
      typeform: has(secrets.typeform),
      cal: has(secrets.cal),
      stripe: has(secrets.stripe),
      voice: has(secrets.voice),
      calls: has(config.voiceAgent),
      meta: has(config.meta) && known.hasPixel,
      // Entered in the dashboard while everything runs.
      get email() {
        return known.isMailConnected()
      },
      webhook: true,
    },
    isSet: {
      GHL_TOKEN: has(config.crm),
      GHL_LOCATION_ID: has(config.crm),
      TYPEFORM_WEBHOOK_SECRET: has(secrets.typeform),
      CAL_WEBHOOK_SECRET: has(secrets.cal),
      STRIPE_WEBHOOK_SECRET: has(secrets.stripe),
      VOICE_WEBHOOK_SECRET: has(secrets.voice),
      VOICE_WEBHOOK_URL: has(config.voiceAgent),
      META_PIXEL_ID: known.hasPixel,
      META_ACCESS_TOKEN: has(config.meta),
      SMTP_URL: has(config.smtp),
      ALERT_FROM: has(config.smtp?.from),
    },
    siteUrl: known.siteUrl,
    isMetaTestCodeSet: has(config.meta?.testEventCode),
    isAddressKnown: has(config.publicUrl),
  }
}
