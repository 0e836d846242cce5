import { UserRoundPlus } from 'lucide-react'
import { Link } from 'react-router'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useUnmatched } from './use-unmatched.ts'

/** A strip over the leads: how many people applied, booked or paid and left no lead form. Nothing where there is none. */
export function UnmatchedStrip() {
  const address = useAddress()
  const { total } = useUnmatched()
  if (total === 0) return null
  return (
    <Link
      to={{ search: writeAddress({ ...addressOfTab(address, 'leads'), part: 'unmatched' }) }}
      preventScrollReset
      className="mt-3 flex min-h-11 items-center gap-3 rounded-sm border border-line-strong bg-sunken px-3 py-2 text-sm hover:border-ink-3"
    >
      <UserRoundPlus size={18} aria-hidden="true" className="shrink-0 text-accent-ink" />
      <span className="min-w-0 flex-1">
        <strong className="font-medium">
          {total.toLocaleString('en-US')} {total === 1 ? 'person' : 'people'}
        </strong>{' '}
        applied, booked or paid without filling in a lead form
      </span>
      <span className="shrink-0 text-accent-ink underline underline-offset-2">See who</span>
    </Link>
  )
}
