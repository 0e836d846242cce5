import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'

/** Leads from a part of the leads back to the list of them. */
export function BackToLeads() {
  const address = useAddress()
  return (
    <Link
      to={{ search: writeAddress(addressOfTab(address, 'leads')) }}
      className="inline-flex min-h-11 items-center gap-1.5 text-sm text-ink-2 hover:text-ink md:min-h-9"
    >
      <ArrowLeft size={15} aria-hidden="true" />
      Leads
    </Link>
  )
}
