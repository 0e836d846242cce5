import { Link } from 'react-router'
import { addressOfTab, rangeInput, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useList } from '#web/dashboard/list/use-list.ts'

/** How many visitors of the chosen days no number holds; '' where there is none. */
export function useHiddenCount(isWanted = true): string {
  // Whom a filter leaves of them is looked up one by one: too much to be asked for beside every number.
  const asked = { ...rangeInput(useAddress()), hidden: 'true' as const, limit: 1 }
  const { total, isCapped } = useList('GET /api/visitors', asked, 30_000, { enabled: isWanted })
  return total === 0 ? '' : `${total.toLocaleString('en-US')}${isCapped ? '+' : ''}`
}

/** One quiet line: how many visitors of the chosen days no number holds, and the way to them. Nothing where there is none. */
export function HiddenVisitorsLine() {
  const address = useAddress()
  const count = useHiddenCount()
  if (count === '') return null
  const search = writeAddress({ ...addressOfTab(address, 'visitors'), hidden: true })
  return (
    <p className="mt-6 text-sm text-ink-3">
      <Link
        to={{ search }}
        className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-2 hover:text-ink md:min-h-6"
      >
        {`${count} ${count === '1' ? 'visitor is' : 'visitors are'} not counted: your own browsers, bots and link previews, or hidden by a block`}
      </Link>
    </p>
  )
}
