import { Link } from 'react-router'
import {
  addressOfTab,
  narrowingInput,
  rangeInput,
  writeAddress,
} from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import type { CallInput } from '#web/dashboard/api/dashboard-api.ts'
import { useList } from '#web/dashboard/list/use-list.ts'

type Input = Omit<CallInput<'GET /api/visitors'>, 'hidden' | 'limit'>

/** How many visitors no number holds, of those that a list is about; '' where there is none. */
export function useHiddenCount(input: Input, isWanted = true): string {
  const asked = { ...input, hidden: 'true' as const, limit: 1 }
  const { total, isCapped } = useList('GET /api/visitors', asked, 30_000, isWanted)
  return total === 0 ? '' : `${total.toLocaleString('en-US')}${isCapped ? '+' : ''}`
}

/** One quiet line: how many visitors of the chosen days no number holds, and the way to them. Nothing where there is none. */
export function HiddenVisitorsLine() {
  const address = useAddress()
  const narrowing = address.tab === 'overview' ? narrowingInput(address) : {}
  const count = useHiddenCount({ ...rangeInput(address), ...narrowing })
  if (count === '') return null
  const search = writeAddress({ ...addressOfTab(address, 'visitors'), ...narrowing, hidden: true })
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
