import type { attributionColumns } from '#contract/attribution.ts'
import type { Lead } from '#contract/lead.ts'
import { sourceName } from '#contract/source-name.ts'

type Attributed = Pick<Lead, keyof typeof attributionColumns>

/** Where somebody came from, from wide to narrow: source, campaign and ad, as far as they are known. */
export const originOf = (from: Attributed): string[] =>
  [sourceName(from), from.utmCampaign, from.utmAd].flatMap((part) => part || [])

/** The ad that brought somebody; the campaign where no ad was named, null where neither was. */
export const adOf = ({ utmAd, utmCampaign }: Pick<Attributed, 'utmAd' | 'utmCampaign'>): string | null =>
  utmAd || utmCampaign || null
