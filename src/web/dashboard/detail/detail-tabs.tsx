import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { lazyWithRetry } from '#web/dashboard/shell/lazy-with-retry.ts'

const Journey = lazyWithRetry(() => import('#web/dashboard/journey/journey.tsx'))

type DetailTabsProps = {
  /** What the tab of the details is called. */
  label: string
  /** Whose journey the first tab tells; undefined while that is not known yet. */
  personId: string | null | undefined
  children: ReactNode
}

/** The two tabs of a person's dialog: first the journey, where there is one, and the details. */
export function DetailTabs({ label, personId, children }: DetailTabsProps) {
  const address = useAddress()
  const tabs = [
    { view: 'journey', label: 'Customer Journey' },
    { view: 'details', label },
  ] as const
  const shown = address.view || (personId === null ? 'details' : 'journey')
  return (
    <>
      <nav aria-label="Details" className="mb-5 flex gap-5 border-b border-line">
        {tabs.map((tab) => (
          <Link
            key={tab.view}
            to={{ search: writeAddress({ ...address, view: tab.view }) }}
            replace
            preventScrollReset
            aria-current={tab.view === shown ? 'page' : undefined}
            className="border-b-2 border-transparent forced-colors:not-aria-[current=page]:border-[Canvas] shrink-0 py-3 text-center text-sm max-md:min-w-11 md:py-2.5 whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
          >
            {tab.label}
          </Link>
        ))}
      </nav>
      {shown === 'journey' && personId !== undefined ? (
        <Suspense fallback={<ListSkeleton rows={5} />}>
          <Journey personId={personId} />
        </Suspense>
      ) : (
        children
      )}
    </>
  )
}
