import { Suspense } from 'react'
import { type DetailKind, readAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { lazyWithRetry } from '#web/dashboard/shell/lazy-with-retry.ts'
import type { TabName } from '#web/dashboard/shell/tabs.ts'

const LeadDetail = lazyWithRetry(() => import('#web/dashboard/leads/lead-detail.tsx'))
const PageDetail = lazyWithRetry(() => import('#web/dashboard/pages/page-detail.tsx'))
const VisitorDetail = lazyWithRetry(() => import('#web/dashboard/visitors/visitor-detail.tsx'))

const details = { lead: LeadDetail, page: PageDetail, visitor: VisitorDetail }

const kindOf = (tab: TabName): DetailKind =>
  tab === 'leads' || tab === 'ads' ? 'lead' : tab === 'overview' || tab === 'pages' ? 'page' : 'visitor'

/** Shows the details of what the address names, if it names something, over whatever view is behind. */
export function OpenDetail() {
  const { tab, open, show } = useAddress()
  const go = useGo()
  if (open === '') return null
  const kind = show === '' ? kindOf(tab) : show
  const Detail = details[kind]
  const close = () => {
    // What takes its time in here may end while something else is open.
    if (readAddress(new URLSearchParams(window.location.search)).open === open) go({ open: '' })
  }
  return (
    <Suspense fallback={null}>
      <Detail key={`${kind} ${open}`} id={open} onClose={close} />
    </Suspense>
  )
}
