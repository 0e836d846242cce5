// Apart from the schemas of attribution.ts: a visitor's phone needs the names, not a validator.

/**
 * Attribution parameters as they stand in an address, in the order in which files and ad links have them; the dashboard
 * has an order of its own (docs/spec.md, 'Records').
 */
export const attributionKeys = [
  'utm_source',
  'utm_source_platform',
  'utm_medium',
  'utm_campaign',
  'utm_campaign_id',
  'utm_adset',
  'utm_adset_id',
  'utm_ad',
  'utm_ad_id',
  'utm_placement',
  'utm_content',
  'utm_term',
  'fbclid',
  'fbc',
  'fbp',
] as const

/** `utm_campaign_id` as the dashboard and capture-with-visitor spell it: `utmCampaignId`. */
export const camelKey = (key: string): string =>
  key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
