import { Plug, Settings } from 'lucide-react'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { RangePicker } from '#web/dashboard/range/range-picker.tsx'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { IconButton } from '#web/dashboard/ui/button.tsx'
import { IconLink } from './icon-link.tsx'
import { LiveStatus } from './live-status.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { useSummary } from './use-summary.ts'
import { Wordmark } from './wordmark.tsx'

/** Word mark, who is here now, the range of days, refresh and settings. */
export function Header({ demo, onSettings }: { demo: boolean; onSettings: () => void }) {
  const address = useAddress()
  const { tz, tab } = address
  const { data, dataUpdatedAt } = useSummary()
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 md:py-4">
      <h1 className="flex items-center gap-2">
        <Wordmark />
        <span className="sr-only">analytics</span>
      </h1>
      {demo && <Badge>Demo data</Badge>}
      <div className="ml-auto flex items-center md:order-last md:ml-0">
        <RefreshButton />
        <IconLink label="Connections" search={writeAddress(addressOfTab(address, 'connections'))}>
          <Plug size={17} aria-hidden="true" />
        </IconLink>
        <IconButton label="Settings" onClick={onSettings}>
          <Settings size={17} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="flex min-w-0 items-center justify-between gap-3 max-md:w-full md:ml-auto md:gap-4">
        <LiveStatus activeNow={data?.activeNow} updatedAt={dataUpdatedAt} tz={tz} />
        {tab !== 'site' && tab !== 'connections' && <RangePicker from={data?.from} to={data?.to} />}
      </div>
    </header>
  )
}
