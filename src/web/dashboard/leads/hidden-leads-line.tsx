import { Link } from 'react-router'
import { addressOfTab, rangeInput, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useList } from '#web/dashboard/list/use-list.ts'

/** One quiet line over the leads: how many no number holds, and the way to them and back. Nothing where there is none. */
export function HiddenLeadsLine() {
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
