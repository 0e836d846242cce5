import type { AttributionKey } from '#contract/attribution.ts'

const words: Partial<Record<AttributionKey, string>> = {
  utm_source: 'Source',
  utm_source_platform: 'Platform',
  utm_medium: 'Medium',
  utm_campaign: 'Campaign',
  utm_campaign_id: 'Campaign’s id',
  utm_adset: 'Ad set',
  utm_adset_id: 'Ad set’s id',
  utm_ad: 'Ad',
  utm_ad_id: 'Ad’s id',
  utm_placement: 'Placement',
  utm_content: 'Content',
  utm_term: 'Search term',
  fbclid: 'Facebook’s click',
}

/** What a parameter of an address is called in plain words. */
export const parameterWords = (key: AttributionKey): string => words[key] ?? key
