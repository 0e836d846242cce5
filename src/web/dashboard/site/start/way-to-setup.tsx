import { Link } from 'react-router'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useMissing } from './use-missing.ts'

/** The way from a dashboard without numbers to the checklist, until a first lead has come in. */
export function WayToSetup() {
  const address = useAddress()
  const isNew = useMissing().data?.some(({ id, state }) => id === 'lead' && state !== 'done')
  if (!isNew) return null
  return (
    <p className="mt-4">
      <Link
        to={{ search: writeAddress(addressOfTab(address, 'site')) }}
        className="inline-flex min-h-11 items-center rounded-sm bg-accent px-3 font-medium text-on-accent hover:bg-accent-hover md:min-h-9"
      >
        Set up your site and send a test lead
      </Link>
    </p>
  )
}
