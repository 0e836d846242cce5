import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { troubleLine } from './connection-labels.ts'
import { useTroubles } from './use-connections.ts'

/** Says above everything which vendor has been failing for more than five minutes; gone once it works again. */
export function TroubleBanner() {
  const address = useAddress()
  const now = useNow()
  const { data } = useTroubles()
  return (
    <div role="status">
      {data?.map((trouble) => (
        <p
          key={trouble.vendor}
          className="-mx-4 flex items-center gap-2 border-b border-line bg-warning-soft px-4 py-1 text-sm md:-mx-8 md:px-8"
        >
          <TriangleAlert size={15} aria-hidden="true" className="shrink-0 text-warning" />
          <span className="min-w-0 flex-1 tabular-nums">{troubleLine(trouble, now)}</span>
          {address.tab !== 'connections' && (
            <Link
              to={{ search: writeAddress(addressOfTab(address, 'connections')) }}
              className="inline-flex min-h-11 items-center underline underline-offset-2 md:min-h-8"
            >
              Details<span className="sr-only"> in Connections</span>
            </Link>
          )}
        </p>
      ))}
    </div>
  )
}
