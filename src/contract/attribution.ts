import { z } from 'zod'
import { attributionKeys, camelKey } from './attribution-keys.ts'
import { cutText, reportedText } from './text.ts'

/** One attribution parameter's name. */
export type AttributionKey = (typeof attributionKeys)[number]

/** Where a visit came from: only the parameters that were present. */
export type Attribution = Partial<Record<AttributionKey, string>>

/** So much of an attribution parameter is kept. */
export const ATTRIBUTION_CHARACTERS = 500

const spellings = attributionKeys.map((key) => ({ key, camel: camelKey(key) }))

const fields = Object.fromEntries(
  spellings.flatMap(({ key, camel }) => {
    const field = reportedText(ATTRIBUTION_CHARACTERS)
    return [
      [key, field],
      [camel, field],
    ]
  }),
)

/** Attribution fields of a request body, in snake_case or camelCase; unreadable ones are dropped. */
export const attributionFields = fields as Record<string, ReturnType<typeof reportedText>>

/** Reads the attribution out of a checked body, whichever way its fields are spelled. */
export function attributionOf(body: Record<string, unknown>): Attribution {
  const attribution: Attribution = {}
  for (const { key, camel } of spellings) {
    const value = body[key] ?? body[camel]
    if (typeof value === 'string' && value !== '') attribution[key] = value
  }
  return attribution
}

/** Reads the attribution parameters out of a query string; every other parameter is left behind. */
export function attributionInQuery(query: string): Attribution {
  const parameters = new URLSearchParams(query)
  const attribution: Attribution = {}
  for (const key of attributionKeys) {
    const value = cutText(parameters.get(key) ?? '', ATTRIBUTION_CHARACTERS)
    if (value) attribution[key] = value
  }
  return attribution
}

/** What is known of a visitor or lead beyond its columns: by what it came back last, once it has; null before. */
export const AdditionalData = z
  .object({ lastTouch: z.partialRecord(z.enum(attributionKeys), z.string()) })
  .nullable()

/** Attribution as the dashboard receives it: camelCase, null where absent (docs/spec.md, 'Records'). */
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
