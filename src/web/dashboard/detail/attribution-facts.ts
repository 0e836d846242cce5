import type { attributionColumns } from '#contract/attribution.ts'
import type { Lead } from '#contract/lead.ts'
import type { Fact } from './facts.tsx'

type Attributed = Pick<Lead, keyof typeof attributionColumns>

/** Marketing attribution in its order (docs/spec.md, 'Records'); what was not sent reads 'N/A'. */
export const attributionFacts = (from: Attributed): Fact[] =>
  [
    { label: 'UTM source', value: from.utmSource },
    { label: 'Source platform', value: from.utmSourcePlatform },
    { label: 'Medium', value: from.utmMedium },
    { label: 'Campaign', value: from.utmCampaign },
    { label: 'Campaign ID', value: from.utmCampaignId },
    { label: 'Content', value: from.utmContent },
    { label: 'Term', value: from.utmTerm },
    { label: 'Ad set', value: from.utmAdset },
    { label: 'Ad set ID', value: from.utmAdsetId },
    { label: 'Ad', value: from.utmAd },
    { label: 'Ad ID', value: from.utmAdId },
    { label: 'Placement', value: from.utmPlacement },
  ].map((fact) => ({ ...fact, missing: 'N/A' }))

/** Facebook's click and browser ids; empty where none was sent. */
export function facebookFacts({ fbclid, fbc, fbp }: Attributed): Fact[] {
  if (!fbclid && !fbc && !fbp) return []
  return [
    { label: 'fbclid', value: fbclid, missing: 'N/A' },
    { label: 'fbc', value: fbc, missing: 'N/A' },
    { label: 'fbp', value: fbp, missing: 'N/A' },
  ]
}
