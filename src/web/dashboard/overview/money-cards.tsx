import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AdFigures, AdResults } from '#contract/ad-results.ts'
import { addressOfTab, rangeInput, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { allSpend, amounts, comparedAmounts, costWords, ratesWords } from '#web/dashboard/ads/ad-words.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { usePolling } from '#web/dashboard/live/use-polling.ts'
import { useIsRunning, useSummary } from '#web/dashboard/shell/use-summary.ts'
import { changeOf } from './change.ts'
import { useOverview } from './use-overview.ts'

const DAY_MS = 86_400_000

/** What all ads of the range brought and cost; undefined until it is read. */
export function useMoney(): AdResults | undefined {
  const address = useAddress()
  return useQuery({ ...reading('GET /api/ads', rangeInput(address)), ...usePolling(30_000) }).data
}

/** The same of as many days right before the range; undefined where not all of those were recorded, as for the cards above. */
function useMoneyBefore(): AdFigures | undefined {
  const { tz } = useAddress()
  const summary = useSummary()
  const overview = useOverview({ isNarrowed: false })
  const { from, to } = summary.data ?? {}
  const first = Date.parse(from ?? '')
  const days = Math.round((Date.parse(to ?? '') - first) / DAY_MS) + 1
  const day = (back: number) =>
    days > 0 ? new Date(first - back * DAY_MS).toISOString().slice(0, 10) : undefined
  const isOfRange = !summary.isPlaceholderData && !overview.isPlaceholderData
  const enabled = isOfRange && days > 0 && overview.data?.isPreviousWhole === true
  const { data } = useQuery({
    ...reading('GET /api/ads', { range: 'custom', tz, from: day(days), to: day(1) }),
    enabled,
  })
  return enabled ? data?.total : undefined
}

const isCompared = ({ now, before }: Told): boolean => now !== null && before !== null && before > 0

type Told = { label: string; value: string; note: ReactNode; now: number | null; before: number | null }

const of = (figures: AdFigures | undefined, cost: 'costPerLead' | 'costPerHeld' | 'costPerClient') =>
  figures?.[cost]?.value ?? null

function costCard(
  label: string,
  cost: 'costPerLead' | 'costPerHeld' | 'costPerClient',
  now: AdFigures,
  before: AdFigures | undefined,
): Told {
  const words = costWords(now[cost])
  const isSame = now[cost]?.currency === before?.[cost]?.currency
  return {
    label,
    value: words?.each ?? '–',
    note: words?.range ? `likely ${words.range}` : '',
    now: of(now, cost),
    before: isSame ? of(before, cost) : null,
  }
}

/** What ads cost and brought in the range, against the days before; each opens the table. Nothing where no money is known. */
export function MoneyCards() {
  const address = useAddress()
  const results = useMoney()
  const now = results?.total
  const before = useMoneyBefore()
  // What was paid is known by whole days only, so it is set against such.
  const isRunning = useIsRunning()
  if (!now || (now.spend === null && now.netCash.length === 0)) return null
  const search = writeAddress(addressOfTab(address, 'ads'))
  const spend = allSpend(now)
  const told: Told[] = [
    {
      label: 'Ad spend',
      value: spend.length > 0 ? amounts(spend) : '–',
      note: '',
      ...comparedAmounts(spend, before ? allSpend(before) : []),
    },
    costCard('Cost per lead', 'costPerLead', now, before),
    costCard('Cost per held call', 'costPerHeld', now, before),
    costCard('Cost per client', 'costPerClient', now, before),
    {
      label: 'Net cash',
      value: now.netCash.length > 0 ? amounts(now.netCash) : '–',
      note: 'of these leads',
      ...comparedAmounts(now.netCash, before?.netCash ?? []),
    },
  ]
  return (
    <section aria-label="Money" className="mb-6 border-b border-line">
      <dl className="grid grid-cols-2 gap-x-6 sm:grid-cols-3 lg:grid-cols-5">
        {told.map(({ label, value, note, now: amountNow, before: amountBefore }) => (
          <div key={label} className="group relative flex min-w-0 flex-col py-3">
            <dt className="order-2 text-sm text-ink-2 group-hover:text-ink">
              <Link
                to={{ search }}
                className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-[var(--color-focus)]"
              >
                {label}
              </Link>
            </dt>
            <dd className="order-1 text-lg font-semibold wrap-anywhere tabular-nums">{value}</dd>
            <dd className="order-3 min-h-4 text-xs text-ink-3 tabular-nums">
              {note}
              {amountNow !== null && amountBefore !== null && amountBefore > 0 && (
                <span className={note === '' ? '' : 'block'}>
                  {changeOf(amountNow, amountBefore).text} vs the days before
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isRunning && told.some(isCompared) && (
        <p className="pb-3 text-xs text-ink-3">
          Today is not over yet: what it has so far is compared with whole days before.
        </p>
      )}
      {results.rates.length > 0 && <p className="pb-3 text-xs text-ink-3">{ratesWords(results.rates)}</p>}
    </section>
  )
}
