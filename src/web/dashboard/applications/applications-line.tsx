import { Link } from 'react-router'
import { addressOfTab, rangeInput, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useList } from '#web/dashboard/list/use-list.ts'

const look =
  'inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-2 hover:text-ink md:min-h-6'

/** One quiet line: how many applications of the chosen days count nowhere, and the way to them and back. Nothing where there is none. */
export function HiddenApplicationsLine() {
  const address = useAddress()
  const { total } = useList(
    'GET /api/applications',
    { ...rangeInput(address), hidden: 'true' as const, limit: 1 },
    60_000,
  )
  const isShown = address.part === 'applications' && address.hidden
  if (total === 0 && !isShown) return null
  const to = { ...addressOfTab(address, 'leads'), part: 'applications' as const, hidden: !isShown }
  return (
    <p className="text-sm text-ink-3">
      {isShown && 'In no number: your own tests, what is held back as spam, and what a block hides. '}
      <Link to={{ search: writeAddress(to) }} preventScrollReset className={look}>
        {isShown
          ? 'Back to the applications that count'
          : `${total.toLocaleString('en-US')} ${total === 1 ? 'application is' : 'applications are'} not counted: your own tests, held back as spam, or hidden by a block`}
      </Link>
    </p>
  )
}

/** One quiet line over the leads: how many began the application form, and how many left it unfinished; else how many count nowhere. */
export function ApplicationsLine() {
  const address = useAddress()
  const range = rangeInput(address)
  const { total } = useList('GET /api/applications', { ...range, limit: 1 }, 60_000)
  const left = useList('GET /api/applications', { ...range, state: 'left' as const, limit: 1 }, 60_000).total
  if (total === 0) return <HiddenApplicationsLine />
  return (
    <p className="text-sm text-ink-3">
      <Link
        to={{ search: writeAddress({ ...addressOfTab(address, 'leads'), part: 'applications' }) }}
        preventScrollReset
        className={look}
      >
        {total.toLocaleString('en-US')} {total === 1 ? 'application' : 'applications'}
        {left > 0 && `, ${left.toLocaleString('en-US')} left unfinished`}
      </Link>
    </p>
  )
}
