import { lazy } from 'react'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { OpenDetail } from '#web/dashboard/detail/open-detail.tsx'
import { CountLine } from '#web/dashboard/list/count-line.tsx'
import { ListFrame } from '#web/dashboard/list/list-frame.tsx'
import { RowList } from '#web/dashboard/list/row-list.tsx'
import { SearchField } from '#web/dashboard/list/search-field.tsx'
import { LeadLines, leadColumns, leadGrid } from './lead-columns.tsx'
import { NoLeads } from './no-leads.tsx'
import { useLeads } from './use-leads.ts'

const LeadDetail = lazy(() => import('./lead-detail.tsx'))

/** Who left name, email and phone in the chosen days (product.md §2 Leads). */
export function LeadsTab() {
  const { tz } = useAddress()
  const list = useLeads()
  return (
    <section aria-label="Leads">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
        <SearchField label="Search leads" placeholder="Name, email, phone or page" />
        {list.rows && <CountLine shown={list.rows.length} total={list.total} noun={['lead', 'leads']} />}
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
      {list.rows && (
        <OpenDetail what="Lead" rows={list.rows} idOf={(lead) => lead.id}>
          {(lead, close) => <LeadDetail lead={lead} onClose={close} />}
        </OpenDetail>
      )}
    </section>
  )
}
