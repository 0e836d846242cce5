import { z } from 'zod'
import { cutText, reportedText } from './text.ts'

/** Attribution parameters in the order the dashboard shows them (product.md §3), as they stand in an address. */
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

/** One attribution parameter's name. */
export type AttributionKey = (typeof attributionKeys)[number]

/** Where a visit came from: only the parameters that were present. */
export type Attribution = Partial<Record<AttributionKey, string>>

/** `utm_campaign_id` as the dashboard and capture-with-visitor spell it: `utmCampaignId`. */
export const camelKey = (key: string): string =>
  key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())

const fields = Object.fromEntries(
  attributionKeys.flatMap((key) => {
    const field = reportedText(500)
    return [
      [key, field],
      [camelKey(key), field],
    ]
  }),
)

/** Attribution fields of a request body, in snake_case or camelCase; unreadable ones are dropped. */
export const attributionFields = fields as Record<string, ReturnType<typeof reportedText>>

/** Reads the attribution out of a checked body, whichever way its fields are spelled. */
export function attributionOf(body: Record<string, unknown>): Attribution {
  const attribution: Attribution = {}
  for (const key of attributionKeys) {
    const value = body[key] ?? body[camelKey(key)]
    if (typeof value === 'string' && value !== '') attribution[key] = value
  }
  return attribution
}

/** Reads the attribution parameters out of a query string; every other parameter is left behind. */
export function attributionInQuery(query: string): Attribution {
  const parameters = new URLSearchParams(query)
  const attribution: Attribution = {}
  for (const key of attributionKeys) {
    const value = cutText(parameters.get(key) ?? '', 500)
    if (value) attribution[key] = value
  }
  return attribution
}

/** Attribution as the dashboard receives it: camelCase, null where absent (product.md §3 Visitor). */
export const attributionColumns = {
  utmSource: z.string().nullable(),
  utmSourcePlatform: z.string().nullable(),
  utmMedium: z.string().nullable(),
  utmCampaign: z.string().nullable(),
  utmCampaignId: z.string().nullable(),
  utmAdset: z.string().nullable(),
  utmAdsetId: z.string().nullable(),
  utmAd: z.string().nullable(),
  utmAdId: z.string().nullable(),
  utmPlacement: z.string().nullable(),
  utmContent: z.string().nullable(),
  utmTerm: z.string().nullable(),
  fbclid: z.string().nullable(),
  fbc: z.string().nullable(),
  fbp: z.string().nullable(),
}
