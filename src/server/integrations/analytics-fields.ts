/**
 * What the CRM keeps of where a lead came from, each in a custom field of that name. A new one is added at the end;
 * a name that has been used never changes, because the fields of earlier contacts go by it.
 */
export const analyticsFields = {
  utm_source: 'UTM Source',
  utm_source_platform: 'UTM Source Platform',
  utm_medium: 'UTM Medium',
  utm_campaign: 'UTM Campaign',
  utm_campaign_id: 'UTM Campaign ID',
  utm_adset: 'UTM Ad Set',
  utm_adset_id: 'UTM Ad Set ID',
  utm_ad: 'UTM Ad',
  utm_ad_id: 'UTM Ad ID',
  utm_placement: 'UTM Placement',
  utm_content: 'UTM Content',
  utm_term: 'UTM Term',
  fbclid: 'FBCLID',
  fbc: 'FBC',
  fbp: 'FBP',
  landing_page: 'Landing Page',
  lead_magnet: 'Lead Magnet',
  device_type: 'Device Type',
  first_page: 'First Page',
  lead_id: 'Lead ID',
} as const

/** One value that the CRM keeps of where a lead came from. */
export type AnalyticsKey = keyof typeof analyticsFields

/** The analytics values of one lead; what is not known is left out. */
export type AnalyticsValues = Partial<Record<AnalyticsKey, string>>
