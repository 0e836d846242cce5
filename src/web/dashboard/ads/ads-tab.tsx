import { Link } from 'react-router'
import { AdSpend } from '#web/dashboard/ad-spend/ad-spend.tsx'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { Results } from './results.tsx'

const views = [
  { part: '', label: 'Results' },
  { part: 'spend', label: 'Spend' },
] as const

/** What ads brought, and what they cost: two views of one tab, each under an address of its own. */
export default function AdsTab() {
  const address = useAddress()
  const shown = address.part === 'spend' ? 'spend' : ''
  return (
    <section aria-label="Ads">
      <nav aria-label="Ads" className="flex gap-5 border-b border-line">
        {views.map(({ part, label }) => (
          <Link
            key={label}
            to={{ search: writeAddress({ ...addressOfTab(address, 'ads'), part }) }}
            preventScrollReset
            aria-current={part === shown ? 'page' : undefined}
            className="border-b-2 border-transparent forced-colors:not-aria-[current=page]:border-[Canvas] shrink-0 py-3 text-center text-sm max-md:min-w-11 md:py-2.5 whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      {shown === 'spend' ? <AdSpend /> : <Results />}
    </section>
  )
}
