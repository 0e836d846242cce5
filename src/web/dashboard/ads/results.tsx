import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { type AdLevel, adLevels, UNATTRIBUTED } from '#contract/ad-levels.ts'
import type { AdResults } from '#contract/ad-results.ts'
import { sourceLabel } from '#contract/source-label.ts'
import { type AddressState, addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { DownloadLink } from '#web/dashboard/export/download-link.tsx'
import { EmptyList, FailedList, ListSkeleton, StaleNotice } from '#web/dashboard/list/list-states.tsx'
import { SortSelect } from '#web/dashboard/list/sort-controls.tsx'
import { readSorting } from '#web/dashboard/list/sorting.ts'
import { useSteadyError } from '#web/dashboard/list/use-steady-error.ts'
import { siteAddress } from '#web/dashboard/site/site-address.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { HiddenVisitorsLine } from '#web/dashboard/visitors/hidden-visitors.tsx'
import { AdPeople } from './ad-people.tsx'
import { AdSwitches } from './ad-switches.tsx'
import { AdVisitors } from './ad-visitors.tsx'
import { isEmpty, levelWords, nameOf, nameOfPath, ratesWords } from './ad-words.ts'
import { AdsTable } from './ads-table.tsx'
import { adSortColumns, adSorts, sortAds } from './sort-ads.ts'
import { UnmatchedAds } from './unmatched-ads.tsx'
import { adsInput, levelShown, useAds } from './use-ads.ts'
import { useVerdict, VerdictLine } from './verdict.tsx'

const wayLook =
  'inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-2 hover:text-ink md:min-h-6'

const spendAddress = (address: AddressState): string =>
  writeAddress({ ...addressOfTab(address, 'ads'), part: 'spend' })

/** The two ways to results: what was paid, and links that say which ad they stand in. */
function NoResults() {
  const address = useAddress()
  const go = useGo()
  return (
    <EmptyList title="No ad results in this period">
      <p>
        Once visits say which ad they came from and you have added what you paid, this table shows which ad
        brings calls and clients, and what each costs.
      </p>
      <p className="mt-4 flex flex-wrap justify-center gap-x-6">
        <Link to={{ search: spendAddress(address) }} className={wayLook}>
          Add what you paid
        </Link>
        <Link to={{ search: siteAddress(address, 'ad-links') }} className={wayLook}>
          Make links for your ads
        </Link>
      </p>
      {address.range !== 'all' && (
        <Button className="mt-4" onClick={() => go({ range: 'all' })}>
          Look at all days
        </Button>
      )}
    </EmptyList>
  )
}

/** Where the table stands, each step the way back to it. */
function Path({ path }: { path: AdResults['path'] }) {
  const address = useAddress()
  const steps = [{ key: '', name: 'All sources' }, ...path]
  return (
    <nav aria-label="Breadcrumb" className="flex flex-wrap items-center gap-x-1.5 text-sm">
      {steps.map(({ key, name }, place) => {
        const label = place === 1 && name !== null ? sourceLabel(name) : (name ?? '–')
        return (
          <span key={key} className="inline-flex min-w-0 items-center gap-x-1.5">
            {place > 0 && <ChevronRight size={14} aria-hidden="true" className="shrink-0 text-ink-3" />}
            {place === steps.length - 1 ? (
              <span aria-current="page" className="min-w-0 font-medium wrap-anywhere">
                {label}
              </span>
            ) : (
              <Link
                to={{ search: writeAddress({ ...address, within: key, level: '', sort: '' }) }}
                className="inline-flex min-h-11 min-w-0 items-center text-ink-2 wrap-anywhere hover:text-ink md:min-h-8"
              >
                {label}
              </Link>
            )}
          </span>
        )
      })}
    </nav>
  )
}

/** Which level everything is shown at, where nothing is opened. */
function Levels({ shown }: { shown: AdLevel }) {
  const address = useAddress()
  return (
    <nav aria-label="Level" className="flex flex-wrap gap-x-1">
      {adLevels.map((level) => (
        <Link
          key={level}
          to={{
            search: writeAddress({
              ...address,
              within: '',
              level: level === 'source' ? '' : level,
              sort: '',
            }),
          }}
          aria-current={level === shown ? 'page' : undefined}
          className="inline-flex min-h-11 items-center rounded-sm px-2.5 text-sm text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink md:min-h-8"
        >
          {levelWords[level].many}
        </Link>
      ))}
    </nav>
  )
}

/** What each source, campaign, ad set and ad brought and cost. */
export function Results() {
  const address = useAddress()
  const level = levelShown(address)
  const { data, error: failure, refetch, isPlaceholderData } = useAds()
  const verdict = useVerdict({ isWanted: address.figure === '' })
  const error = useSteadyError(failure, data !== undefined)
  const retry = () => void refetch()
  if (!data && error) return <FailedList what="The results of ads" error={error} retry={retry} />
  if (!data) return <ListSkeleton />
  const rows = sortAds(data.rows, readSorting(address.sort, adSorts))
  if (address.figure !== '') {
    const row = data.rows.find(({ key }) => key === address.of)
    const name = address.of === UNATTRIBUTED ? 'Unattributed' : row ? nameOf(row) : nameOfPath(data.path)
    if (address.figure === 'visitors') return <AdVisitors name={name} />
    return <AdPeople step={address.figure} name={name} />
  }
  // It stands above the table, which would move from under a finger if it came later.
  if (verdict.isAsked) return <ListSkeleton />
  const input = { ...adsInput(address), level, ...(address.within === '' ? {} : { parent: address.within }) }
  const isNothing = data.rows.length === 0 && isEmpty(data.total)
  return (
    <section
      aria-label="Results"
      aria-busy={isPlaceholderData}
      className={`transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {error && <StaleNotice error={error} retry={retry} />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        {data.path.length > 0 ? <Path path={data.path} /> : <Levels shown={level} />}
        <AdSwitches />
        <span className="flex min-w-0 items-center gap-2 max-lg:w-full max-lg:justify-between">
          <SortSelect columns={Object.values(adSortColumns)} first="Most spend first" />
          <DownloadLink file="ads" input={input}>
            Export
          </DownloadLink>
        </span>
      </div>
      {isNothing ? (
        <NoResults />
      ) : (
        <>
          <VerdictLine verdict={verdict} />
          {data.total.spend === null && (
            <p className="border-b border-line py-3 text-sm md:py-1 text-ink-2">
              What each result costs shows here once you have added what you paid:{' '}
              <Link to={{ search: spendAddress(address) }} className={`${wayLook} -my-3 md:my-0`}>
                add spend
              </Link>
            </p>
          )}
          <AdsTable key={`${level} ${address.within}`} data={data} rows={rows} />
          <Legend data={data} level={level} />
          <UnmatchedAds />
        </>
      )}
      {address.within === '' && <HiddenVisitorsLine />}
    </section>
  )
}

/** How the figures are to be read. */
function Legend({ data, level }: { data: AdResults; level: AdLevel }) {
  const { cohort } = useAddress()
  const { rates, rows, others } = data
  return (
    <p className="max-w-200 pt-3 text-xs text-ink-3">
      {others &&
        `The ${rows.length.toLocaleString('en-US')} ${levelWords[level].many.toLowerCase()} with the most spend are listed; all others are one row. Export has each of them. `}
      {cohort === ''
        ? 'People are the leads of these days, with everything that has come of them so far. '
        : 'Each figure counts what happened in this period, whoever it was. '}
      The range below each cost shows where it likely lies: a few results say little.{' '}
      {cohort === '' &&
        'Then come leads as a share of visitors, booked calls of leads and held calls of booked ones, each with its range. '}
      Visitors are listed under the ad that first brought their browser. Press a number to see the people
      behind it. {ratesWords(rates)}
    </p>
  )
}
