import { Link } from 'react-router'
import { type Lead, leadSorts } from '#contract/lead.ts'
import { addressOfTab, filterInput, rangeInput, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { Applications } from '#web/dashboard/applications/applications.tsx'
import { ApplicationsLine } from '#web/dashboard/applications/applications-line.tsx'
import { useHasCrm } from '#web/dashboard/connections/use-has-crm.ts'
import { CountAndExport } from '#web/dashboard/export/count-and-export.tsx'
import { FilterChips } from '#web/dashboard/list/filter-chips.tsx'
import { ListFrame } from '#web/dashboard/list/list-frame.tsx'
import { EmptyList } from '#web/dashboard/list/list-states.tsx'
import { RowList } from '#web/dashboard/list/row-list.tsx'
import { SearchField } from '#web/dashboard/list/search-field.tsx'
import { SortNote, SortSelect } from '#web/dashboard/list/sort-controls.tsx'
import { readSorting } from '#web/dashboard/list/sorting.ts'
import { useAwaitsFirst } from '#web/dashboard/list/use-awaits-first.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'
import { useNews } from '#web/dashboard/news/use-news.ts'
import { NextStepsLine } from '#web/dashboard/notes/next-steps-line.tsx'
import { NextStepsScreen } from '#web/dashboard/notes/next-steps-screen.tsx'
import { OutcomesScreen } from '#web/dashboard/outcomes/outcomes-screen.tsx'
import { OutcomesStrip } from '#web/dashboard/outcomes/outcomes-strip.tsx'
import { HeldLine } from '#web/dashboard/quarantine/held-line.tsx'
import { HeldSubmits } from '#web/dashboard/quarantine/held-submits.tsx'
import { usePreferences } from '#web/dashboard/settings/use-preferences.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { UnmatchedPeople } from '#web/dashboard/unmatched/unmatched-people.tsx'
import { UnmatchedStrip } from '#web/dashboard/unmatched/unmatched-strip.tsx'
import { LeadLines, leadColumns, leadGrid, leadGridWithoutCrm, leadSortColumns } from './lead-columns.tsx'

/** Why the leads list is empty: nothing found, or nothing captured yet. */
function NoLeads() {
  const address = useAddress()
  const { q, range, tag, step, since } = address
  const go = useGo()
  if (q !== '') {
    return (
      <EmptyList title={`No lead matches “${q}”`}>
        <p>
          The search looks at name, email, phone, page and answers to the application within the chosen days.
        </p>
        <Button className="mt-4" onClick={() => go({ q: '' })}>
          Clear the search
        </Button>
      </EmptyList>
    )
  }
  if (
    tag !== '' ||
    step !== '' ||
    since !== '' ||
    Object.values(filterInput(address)).some((value) => value !== undefined)
  ) {
    return (
      <EmptyList title={tag === '' ? 'No lead matches these filters' : 'No lead has this tag'}>
        <p>No lead of the chosen days is among them so far.</p>
        <Button
          className="mt-4"
          onClick={() => go({ tag: '', step: '', since: '', source: '', page: '', campaign: '', ad: '' })}
        >
          Show all leads
        </Button>
      </EmptyList>
    )
  }
  if (address.hidden) {
    return (
      <EmptyList title="Every lead counts">
        <p>There is no test of yours in the chosen days, and no block hides a lead.</p>
      </EmptyList>
    )
  }
  return (
    <EmptyList title="No Lead Data Yet">
      <p>Anyone who leaves their name, email and phone on one of your pages appears here at once.</p>
      {range !== 'all' && (
        <Button className="mt-4" onClick={() => go({ range: 'all' })}>
          Look at all days
        </Button>
      )}
    </EmptyList>
  )
}

/** What the leads list asks for: the range, search and filters of the address. */
function useLeadsInput() {
  const address = useAddress()
  return {
    ...rangeInput(address),
    q: address.q || undefined,
    tag: address.tag || undefined,
    step: address.step || undefined,
    since: address.since || undefined,
    ...filterInput(address),
    include: 'records' as const,
    ...(address.hidden ? { hidden: 'true' as const } : {}),
  }
}

/**
 * Leads of both sources, customers and analytics records, merged by the server into one list
 * (docs/spec.md, 'Records').
 */
function useLeads(): List<Lead> {
  const { sort } = useAddress()
  return useList('GET /api/customers', { ...useLeadsInput(), ...readSorting(sort, leadSorts) }, 60_000)
}

/** One quiet line over the leads: how many no number holds, and the way to them and back. Nothing where there is none. */
function HiddenLeadsLine() {
  const address = useAddress()
  const { total } = useList(
    'GET /api/customers',
    { ...rangeInput(address), hidden: 'true' as const, limit: 1 },
    60_000,
  )
  const { hidden } = address
  if (total === 0 && !hidden) return null
  return (
    <p className="text-sm text-ink-3">
      {hidden ? 'Not in any number: your own tests, and leads that a block hides. ' : ''}
      <Link
        to={{ search: writeAddress({ ...addressOfTab(address, 'leads'), hidden: !hidden }) }}
        preventScrollReset
        className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-2 hover:text-ink md:min-h-6"
      >
        {hidden
          ? 'Back to the leads that count'
          : `${total.toLocaleString('en-US')} ${total === 1 ? 'lead is' : 'leads are'} not counted: your own tests, or hidden by a block`}
      </Link>
    </p>
  )
}

/** Who left name, email and phone in the chosen days. */
export function LeadsTab() {
  const { part } = useAddress()
  if (part === 'held') return <HeldSubmits />
  if (part === 'due') return <NextStepsScreen />
  if (part === 'outcomes') return <OutcomesScreen />
  if (part === 'applications') return <Applications />
  return part === 'unmatched' ? <UnmatchedPeople /> : <Leads />
}

/** What decides on the lines above the leads. */
const linesAbove = [
  'GET /api/bookings/without-outcome',
  'GET /api/unmatched',
  'GET /api/next-steps',
  'GET /api/applications',
  'GET /api/quarantine',
  'GET /api/customers',
] as const

function Leads() {
  const { tz, sort } = useAddress()
  const file = { ...useLeadsInput(), ...readSorting(sort, leadSorts) }
  const list = useLeads()
  const { dense } = usePreferences()
  const since = useNews()?.since ?? null
  const hasCrm = useHasCrm()
  const isHeld = useAwaitsFirst(linesAbove, list.rows !== undefined)
  const sortColumns = Object.values(leadSortColumns).filter(({ sort }) => hasCrm || sort !== 'crm')
  return (
    <section aria-label="Leads">
      {/* All of what stands above the list comes at once, so that nothing moves more than one time. */}
      <div hidden={isHeld}>
        <OutcomesStrip />
        <UnmatchedStrip />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
        <SearchField label="Search leads" placeholder="Name, email, phone, page or answer" />
        <span className="flex min-w-0 flex-1 items-center gap-2 max-lg:basis-full max-lg:justify-between lg:justify-end">
          <SortSelect columns={sortColumns} />
          <CountAndExport list={list} noun={['lead', 'leads']} file="leads" input={file} />
        </span>
        <FilterChips />
        <div hidden={isHeld} className="flex basis-full flex-wrap gap-x-6 empty:hidden">
          <NextStepsLine />
          <ApplicationsLine />
          <HeldLine />
          <HiddenLeadsLine />
        </div>
      </div>
      <SortNote isSkipped={list.isSortSkipped} />
      <ListFrame list={list} what="Leads" empty={<NoLeads />} isHeld={isHeld}>
        {(rows) => (
          <RowList
            label="Leads"
            rows={rows}
            columns={leadColumns({ tz, dense, since, hasCrm })}
            grid={hasCrm ? leadGrid : leadGridWithoutCrm}
            lines={(lead) => <LeadLines lead={lead} tz={tz} since={since} hasCrm={hasCrm} />}
            isSorted={!list.isSortSkipped}
            keyOf={(lead) => lead.id}
          />
        )}
      </ListFrame>
    </section>
  )
}
