import { PhoneCall } from 'lucide-react'
import { Link } from 'react-router'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useOpenCalls } from './use-outcomes.ts'

/** A strip: how many past calls have no outcome, and the way to say it. Nothing where there is none. */
export function OutcomesStrip() {
  const address = useAddress()
  const { total } = useOpenCalls()
  if (total === 0) return null
  return (
    <Link
      to={{ search: writeAddress({ ...addressOfTab(address, 'leads'), part: 'outcomes' }) }}
      className="mt-3 mb-4 flex min-h-11 items-center gap-3 rounded-sm border border-line-strong bg-sunken px-3 py-2 text-sm hover:border-ink-3"
    >
      <PhoneCall size={18} aria-hidden="true" className="shrink-0 text-accent-ink" />
      <span className="min-w-0 flex-1">
        <strong className="font-medium">
          {total.toLocaleString('en-US')} {total === 1 ? 'call' : 'calls'}
        </strong>{' '}
        without an outcome
      </span>
      <span className="shrink-0 text-accent-ink underline underline-offset-2">Say how they went</span>
    </Link>
  )
}
