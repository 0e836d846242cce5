import { isEnteredVendor } from '#contract/vendor-settings.ts'
import type { Config } from '#server/config.ts'
import type { VendorsInUse } from '#server/vendor-settings/vendors-in-use.ts'
import type { ConnectionSetup } from './read-connections.ts'

/** How vendors are set up at each moment, never with what. */
export function connectionSetup(
  config: Pick<Config, 'pixelId' | 'smtp' | 'publicUrl'>,
  known: {
    siteUrl: string
    inUse: VendorsInUse
    isCrmConnected(): boolean
    hasPixel(): boolean
    isMailConnected(): boolean
  },
): ConnectionSetup {
  const { inUse } = known
  const has = (value: unknown): boolean => value !== undefined
  return {
    connected: () => ({
      crm: known.isCrmConnected(),
      typeform: has(inUse.valuesOf('typeform').secret),
      cal: has(inUse.valuesOf('cal').secret),
      stripe: has(inUse.valuesOf('stripe').secret),
      voice: has(inUse.valuesOf('voice').secret),
      calls: has(inUse.valuesOf('voice').secret) && has(inUse.valuesOf('voice').url),
      meta: has(inUse.valuesOf('meta').token) && known.hasPixel(),
      'meta-ads': has(inUse.valuesOf('meta-ads').token) && has(inUse.valuesOf('meta-ads').accountId),
      email: known.isMailConnected(),
      webhook: true,
    }),
    fieldsOf: (vendor) => (isEnteredVendor(vendor) ? inUse.fieldsOf(vendor) : []),
    otherVariables: {
      meta: [{ name: 'META_PIXEL_ID', isSet: has(config.pixelId) }],
      email: [
        { name: 'SMTP_URL', isSet: has(config.smtp) },
        { name: 'ALERT_FROM', isSet: has(config.smtp?.from) },
      ],
    },
    siteUrl: known.siteUrl,
    isMetaTestCodeSet: () => has(inUse.valuesOf('meta').testEventCode),
    isAddressKnown: has(config.publicUrl),
  }
}
