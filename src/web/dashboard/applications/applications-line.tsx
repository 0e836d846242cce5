import { Link } from 'react-router'
import { addressOfTab, rangeInput, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useList } from '#web/dashboard/list/use-list.ts'

/** One quiet line over the leads: how many began the application form, and how many left it unfinished. Nothing where nobody did. */
export function ApplicationsLine() {
  const address = useAddress()
  const range = rangeInput(address)
  const { total } = useList('GET /api/applications', { ...range, limit: 1 }, 60_000)
  const left = useList('GET /api/applications', { ...range, state: 'left' as const, limit: 1 }, 60_000).total
  if (total === 0) return null
  return (
    <p className="text-sm text-ink-3">
      <Link
        to={{ search: writeAddress({ ...addressOfTab(address, 'leads'), part: 'applications' }) }}
        preventScrollReset
        className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-2 hover:text-ink md:min-h-6"
      >
        {total.toLocaleString('en-US')} {total === 1 ? 'application' : 'applications'}
        {left > 0 && `, ${left.toLocaleString('en-US')} left unfinished`}
      </Link>
    </p>
  )
}
