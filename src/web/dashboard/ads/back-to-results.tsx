import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'

/** Whose figure is open, and the way back to the table. */
export function BackToResults({ what, whose }: { what: string; whose: string }) {
  const address = useAddress()
  return (
    <div className="flex flex-wrap items-center gap-x-4 pt-2">
      <Link
        to={{ search: writeAddress({ ...address, figure: '', of: '', q: '', open: '' }) }}
        className="inline-flex min-h-11 items-center gap-1.5 text-sm text-ink-2 hover:text-ink md:min-h-9"
      >
        <ArrowLeft size={15} aria-hidden="true" />
        All results
      </Link>
      <h2 className="min-w-0 text-base wrap-anywhere font-semibold">
        {what}
        <span className="font-normal text-ink-2">{whose}</span>
      </h2>
    </div>
  )
}
