import { useQuery } from '@tanstack/react-query'
import { unattributedLabels } from '#contract/ad-levels.ts'
import type { AdCredit } from '#contract/ad-results.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { creditedNames, reasonMeanings } from '#web/dashboard/ads/ad-words.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { FailedPart } from '#web/dashboard/list/list-states.tsx'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { FactLine } from '#web/dashboard/ui/fact-line.tsx'

type Touch = AdCredit['first']

const isSame = ({ first, last }: AdCredit): boolean =>
  first.key === last.key && JSON.stringify(first.evidence) === JSON.stringify(last.evidence)

/** One touch: which ad, when and where, and what says so. */
function Evidence({ label, touch, isCapture }: { label: string; touch: Touch; isCapture: boolean }) {
  const { tz } = useAddress()
  const said = Object.entries(touch.evidence)
  const when = [
    touch.at && `${isCapture ? 'as a lead' : 'clicked'} ${shortTime(touch.at, tz)}`,
    touch.page && `on ${touch.page}`,
  ].filter(Boolean)
  return (
    <li className="border-b border-line py-2.5 text-sm">
      <p className="break-words">
        <span className="text-ink-3">{label} · </span>
        {touch.reason === null ? (
          <FactLine of={creditedNames(touch)} between=" › " />
        ) : (
          unattributedLabels[touch.reason]
        )}
      </p>
      <p className="text-xs wrap-anywhere text-ink-2 tabular-nums">
        {touch.reason === null ? when.join(' ') : reasonMeanings[touch.reason]}
      </p>
      {said.length > 0 && (
        <p className="font-mono text-xs break-words text-ink-3">
          <FactLine of={said.map(([key, value]) => `${key}=${value}`)} />
        </p>
      )}
      {touch.clickId !== null && touch.reason === null && (
        <p className="truncate font-mono text-xs text-ink-3" title={touch.clickId}>
          click {touch.clickId}
        </p>
      )}
    </li>
  )
}

/** Which ad a person is credited to in the table of ads, and what says so. */
export function AdCreditSection({ personId }: { personId: string }) {
  const { data, error, refetch } = useQuery(reading('GET /api/ads/credit/:personId', { personId }))
  if (!data && error) return <FailedPart what="Which ad it was" error={error} retry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="ad-credit" className="mb-8">
      <h3 id="ad-credit" className="text-sm font-semibold">
        Why this ad
      </h3>
      {data.map((credit) => (
        <ul key={credit.leadId} className="mt-1.5 border-t border-line">
          {data.length > 1 && <li className="pt-2 text-xs break-all text-ink-2">As {credit.email}</li>}
          <Evidence
            label={isSame(credit) ? 'First and last ad' : 'First ad'}
            touch={credit.first}
            isCapture={false}
          />
          {!isSame(credit) && <Evidence label="Last ad before the form" touch={credit.last} isCapture />}
        </ul>
      ))}
    </section>
  )
}
