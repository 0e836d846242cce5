import { useAddress } from '#web/dashboard/address/use-address.ts'
import { CountAndExport } from '#web/dashboard/export/count-and-export.tsx'
import { FilterChips } from '#web/dashboard/list/filter-chips.tsx'
import { ListFrame } from '#web/dashboard/list/list-frame.tsx'
import { RowList } from '#web/dashboard/list/row-list.tsx'
import { SearchField } from '#web/dashboard/list/search-field.tsx'
import { HeldLine } from '#web/dashboard/quarantine/held-line.tsx'
import { HeldSubmits } from '#web/dashboard/quarantine/held-submits.tsx'
import { UnmatchedPeople } from '#web/dashboard/unmatched/unmatched-people.tsx'
import { UnmatchedStrip } from '#web/dashboard/unmatched/unmatched-strip.tsx'
import { HiddenLeadsLine } from './hidden-leads-line.tsx'
import { LeadLines, leadColumns, leadGrid } from './lead-columns.tsx'
import { NoLeads } from './no-leads.tsx'
import { useLeads, useLeadsInput } from './use-leads.ts'

/** Who left name, email and phone in the chosen days. */
export function LeadsTab() {
  const { part } = useAddress()
  if (part === 'held') return <HeldSubmits />
  return part === 'unmatched' ? <UnmatchedPeople /> : <Leads />
}

function Leads() {
  const { tz } = useAddress()
  const input = useLeadsInput()
  const list = useLeads()
  return (
    <section aria-label="Leads">
      <UnmatchedStrip />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
        <SearchField label="Search leads" placeholder="Name, email, phone or page" />
        <span className="ml-auto flex items-center gap-2">
          <CountAndExport list={list} noun={['lead', 'leads']} file="leads" input={input} />
        </span>
        <FilterChips />
        <div className="flex basis-full flex-wrap gap-x-6 empty:hidden">
          <HeldLine />
          <HiddenLeadsLine />
        </div>
      </div>
      <ListFrame list={list} what="Leads" empty={<NoLeads />}>
        {(rows) => (
          <RowList
            label="Leads"
            rows={rows}
            columns={leadColumns(tz)}
            grid={leadGrid}
            lines={(lead) => <LeadLines lead={lead} tz={tz} />}
            keyOf={(lead) => lead.id}
          />
        )}
      </ListFrame>
    </section>
  )
}
