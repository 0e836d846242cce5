import { unattributedLabels } from '#contract/ad-levels.ts'
import type { CreditedAd } from '#contract/ad-results.ts'
import { FactLine } from '#web/dashboard/ui/fact-line.tsx'
import { creditedNames, reasonMeanings } from './ad-words.ts'

/** Why an ad is somebody's: what their visit said, or why nothing is known. */
export function WhyThisAd({ credited }: { credited: CreditedAd }) {
  const { reason, evidence } = credited
  if (reason !== null)
    return (
      <span title={reasonMeanings[reason]}>
        {unattributedLabels[reason]}
        <span className="block text-xs text-ink-3 max-lg:whitespace-normal lg:truncate">
          {reasonMeanings[reason]}
        </span>
      </span>
    )
  const said = Object.entries(evidence).map(([key, value]) => `${key}=${value}`)
  return (
    <span title={said.join('\n')}>
      <span className="block max-lg:wrap-anywhere lg:truncate">
        <FactLine of={creditedNames(credited)} between=" › " />
      </span>
      <span className="block truncate font-mono text-xs text-ink-3">
        <FactLine of={said} />
      </span>
    </span>
  )
}
