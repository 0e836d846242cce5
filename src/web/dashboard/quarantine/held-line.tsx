import { Link } from 'react-router'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useHeld } from './use-held.ts'

/** One quiet line over the leads: how many submits are held back as spam. Nothing where there is none. */
export function HeldLine() {
  const address = useAddress()
  const { total } = useHeld(false)
  if (total === 0) return null
  return (
    <p className="text-sm text-ink-3">
      <Link
        to={{ search: writeAddress({ ...addressOfTab(address, 'leads'), part: 'held' }) }}
        preventScrollReset
        className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-2 hover:text-ink md:min-h-6"
      >
        {total.toLocaleString('en-US')} {total === 1 ? 'submission' : 'submissions'} held back as spam
      </Link>
    </p>
  )
}
