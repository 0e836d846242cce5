import type { Attribution } from '#contract/attribution.ts'
import { attributionKeys, camelKey } from '#contract/attribution-keys.ts'
import type { Visitor } from '#contract/visitor.ts'

type Columns = Pick<
  Visitor,
  | 'utmSource'
  | 'utmSourcePlatform'
  | 'utmMedium'
  | 'utmCampaign'
  | 'utmCampaignId'
  | 'utmAdset'
  | 'utmAdsetId'
  | 'utmAd'
  | 'utmAdId'
  | 'utmPlacement'
  | 'utmContent'
  | 'utmTerm'
  | 'fbclid'
  | 'fbc'
  | 'fbp'
>

/** A stored attribution as the dashboard's columns, null where absent. */
export function columnsOf(attribution: Attribution): Columns {
  // The contract lists the same keys for both spellings, so every column is filled.
  return Object.fromEntries(
    attributionKeys.map((key) => [camelKey(key), attribution[key] ?? null]),
  ) as Columns
}
