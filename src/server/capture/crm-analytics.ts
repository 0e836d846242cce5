import { attributionKeys } from '#contract/attribution-keys.ts'
import type { AnalyticsValues } from '#server/integrations/analytics-fields.ts'

type Touch = Partial<Record<string, string>>

/** What a lead's delivery knows of where it came from. */
export type LeadOrigin = {
  id: string
  slug: string
  lead_magnet: string | null
  landing_path: string | null
  device_type: string | null
  first_touch: Touch
  last_touch: Touch
}

/** The analytics values the CRM keeps with a contact: those of the visit that last brought the lead here. */
export function analyticsOf(lead: LeadOrigin): AnalyticsValues {
  const touch = Object.keys(lead.last_touch).length > 0 ? lead.last_touch : lead.first_touch
  const values: AnalyticsValues = { landing_page: lead.slug, lead_id: lead.id }
  for (const key of attributionKeys) if (touch[key]) values[key] = touch[key]
  if (lead.lead_magnet) values.lead_magnet = lead.lead_magnet
  if (lead.device_type) values.device_type = lead.device_type
  if (lead.landing_path) values.first_page = lead.landing_path
  return values
}

/** Where a lead first came from, in words: what it asked for, and the source and campaign of its first visit. */
export function sourceInWords(lead: Pick<LeadOrigin, 'slug' | 'lead_magnet' | 'first_touch'>): string {
  const { utm_source: source, utm_campaign: campaign } = lead.first_touch
  const origin = [source, campaign].filter(Boolean).join(' / ')
  const asked = lead.lead_magnet ?? lead.slug
  return origin ? `${asked} (${origin})` : asked
}
