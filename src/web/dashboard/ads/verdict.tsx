import { Link } from 'react-router'
import type { AdRow } from '#contract/ad-results.ts'
import { type RangeName, rangeLabels } from '#contract/range.ts'
import { writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { cheapest, costWords, nameOf, verdictCosts } from './ad-words.ts'
import { TooEarly } from './too-early.tsx'
import { useAds } from './use-ads.ts'

const LONGER = 'last-30-days'
const shorterRanges: readonly RangeName[] = [
  ...(['today', 'yesterday', 'last-7-days', 'last-14-days', 'this-week', 'last-week', 'this-month'] as const),
]

/** Which ads are the cheapest. */
type Verdict = {
  told: Told
  /** Whether the last 30 days say so. */
  isOfLonger: boolean
  /** How many ads were compared, those with the most spend; undefined where it were all. */
  mostSpend: number | undefined
  /** Whether an answer to that is on its way. */
  isAsked: boolean
}

/**
 * Which ad is the cheapest by lead, held call and client, and how sure that is: the answer before the table. Where the days
 * shown are too few to tell, the last 30 days answer as far as they can tell more.
 */
export function useVerdict({ isWanted }: { isWanted: boolean }): Verdict {
  const address = useAddress()
  const shown = useAds({ level: 'ad', isWanted })
  const told = verdictsOf(shown.data?.rows ?? [])
  const mayAsk = shown.data !== undefined && shorterRanges.includes(address.range)
  const isTooFew = mayAsk && countSure(told) < verdictCosts.length
  const longer = useAds({ level: 'ad', range: LONGER, isWanted: isWanted && isTooFew })
  const toldLonger = mayAsk ? verdictsOf(longer.data?.rows ?? []) : []
  const tellsMore = countSure(toldLonger) - countSure(told) || toldLonger.length - told.length
  const compared = tellsMore > 0 ? longer.data : shown.data
  return {
    told: tellsMore > 0 ? toldLonger : told,
    isOfLonger: tellsMore > 0,
    mostSpend: compared?.others ? compared.rows.length : undefined,
    isAsked: shown.isPending || (isTooFew && longer.isPending),
  }
}

/** Shows a verdict; nothing where there is none. */
export function VerdictLine({ verdict: { told, isOfLonger, mostSpend } }: { verdict: Verdict }) {
  const address = useAddress()
  const answer = (
    <>
      <Verdicts told={told} />
      {mostSpend !== undefined && told.length > 0 && (
        <p className="pt-2 text-xs text-ink-3">
          Compared are the {mostSpend.toLocaleString('en-US')} ads with the most spend.
        </p>
      )}
    </>
  )
  if (!isOfLonger) return answer
  return (
    <div className="pt-2">
      <p className="text-sm text-ink-2">
        These days hold too few results to compare ads.{' '}
        <Link
          to={{ search: writeAddress({ ...address, range: LONGER }) }}
          className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-2 hover:text-ink md:min-h-6"
        >
          {rangeLabels[LONGER]}
        </Link>
        :
      </p>
      {answer}
    </div>
  )
}

function verdictsOf(rows: AdRow[]) {
  return verdictCosts.flatMap((one) => {
    const row = cheapest(rows, one)
    const words = row && costWords(row[one.cost])
    return row && words ? [{ ...one, row, words, isEarly: row.tooEarly.includes(one.order) }] : []
  })
}

type Told = ReturnType<typeof verdictsOf>

const countSure = (told: Told): number => told.filter(({ isEarly }) => !isEarly).length

const countWords = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

/** What came of an ad: the cheapest leads may bring no client. */
const broughtWords = ({ leads, held, clients }: AdRow): string =>
  `${countWords(leads, 'lead')}, ${countWords(held, 'held call')}, ${countWords(clients, 'client')}`

function Verdicts({ told }: { told: Told }) {
  if (told.length === 0) return null
  return (
    <dl aria-label="Cheapest ads" className="grid border-b border-line sm:grid-cols-3">
      {told.map(({ what, row, words, isEarly, count }) => (
        <div
          key={what}
          className="flex min-w-0 flex-col border-line py-3 max-sm:border-t max-sm:first:border-t-0 sm:px-5 sm:first:pl-0 sm:not-first:border-l"
        >
          <dt className="text-xs text-ink-3">Cheapest per {what}</dt>
          <dd className="text-base font-semibold max-sm:wrap-anywhere sm:truncate" title={nameOf(row)}>
            {nameOf(row)}
          </dd>
          <dd className="text-sm text-ink-2 tabular-nums">
            <span className="font-medium text-ink">{words.each}</span> a {what}
            {words.range && `, likely ${words.range}`}
          </dd>
          <dd className="text-xs text-ink-3 tabular-nums">{broughtWords(row)}</dd>
          {isEarly && (
            <dd className="text-xs text-warning">
              <TooEarly of={`per ${what}`}>
                Too early to compare: {row[count].toLocaleString('en-US')} so far
              </TooEarly>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
