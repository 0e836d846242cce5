import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'

/** The most rows that one call of a script may bring. */
export const ROWS_A_CALL = 5000

/** A platform's name as it is stored. */
export const PlatformName = z
  .string('must be text')
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9_-]{0,29}$/, 'must be a short name in letters, e.g. meta')

/** A currency by its three letters. */
export const CurrencyCode = z
  .string('must be text')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'must be the three letters of a currency, e.g. USD')

/** One line that was not taken, and why. For a script `line` is the row's place in its call, from 1. */
export const RefusedLine = z.object({ line: z.number(), reason: z.string() })

// Ids of ads have up to 18 digits; of a longer number than this, JSON has lost the last ones before we see it.
const PlatformId = z.union([
  z.string(),
  z.number().refine(Number.isSafeInteger, 'must be text, or a whole number of at most 15 digits'),
])

/** One row as a script brings it. */
export const PushedRow = z.object({
  date: z.string('must be text').regex(/^\d{4}-\d\d-\d\d$/, 'must be a day such as 2026-09-01'),
  platform: PlatformName,
  account: PlatformId.optional(),
  campaignId: PlatformId.nullish(),
  campaign: z.string('must be text').nullish(),
  adsetId: PlatformId.nullish(),
  adset: z.string('must be text').nullish(),
  adId: PlatformId.nullish(),
  ad: z.string('must be text').nullish(),
  /** A number or its digits with a point, e.g. 12.5. */
  spend: z.union([z.number(), z.string()], 'must be a number'),
  currency: CurrencyCode,
  impressions: z.coerce.number<number | string>().int('must be a whole number').min(0).max(1e12).default(0),
  clicks: z.coerce.number<number | string>().int('must be a whole number').min(0).max(1e12).default(0),
})

/** What became of the rows of a call. */
export const PushedRows = z.object({
  rows: z.number(),
  new: z.number(),
  replaced: z.number(),
  unchanged: z.number(),
  refused: z.array(RefusedLine),
})
export type PushedRows = z.output<typeof PushedRows>

/** The one call of scripts. */
export const adSpendRowsApi = {
  'POST /api/ad-spend/rows': {
    for: 'script',
    input: z.object({
      rows: z.array(z.unknown(), 'must be a list').max(ROWS_A_CALL, `holds more than ${ROWS_A_CALL} rows`),
    }),
    output: PushedRows,
    summary:
      'Takes rows of spend from a script with `Authorization: Bearer <import key>`, at most 5,000 a call. A row of the same ad and day replaces the one before; the same call twice changes nothing. Ids go as text: a number of more than 15 digits is refused, as JSON does not keep its last ones.',
  },
} as const satisfies Endpoints
