import { Link } from 'react-router'
import { addressOfTab, rangeInput, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useList } from '#web/dashboard/list/use-list.ts'

/** The way to the first lead: the owner's own test stands among the leads that no number holds. */
export function SeeLead() {
  const address = useAddress()
  const tests = useList(
    'GET /api/customers',
    { ...rangeInput(address), hidden: 'true' as const, limit: 1 },
    60_000,
  )
  if (tests.rows === undefined) return null
  return (
    <Link
      to={{ search: writeAddress({ ...addressOfTab(address, 'leads'), hidden: tests.total > 0 }) }}
      className="inline-flex min-h-11 items-center text-accent-ink underline underline-offset-2 md:min-h-9"
    >
      See it under Leads
    </Link>
  )
}
