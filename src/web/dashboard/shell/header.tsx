import './header.css'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, RefreshCw, Settings } from 'lucide-react'
import { useState } from 'react'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { useLiveUp } from '#web/dashboard/live/live-state.ts'
import { RangePicker } from '#web/dashboard/range/range-picker.tsx'
import { minuteOfDay } from '#web/dashboard/time/clock-time.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { IconButton } from '#web/dashboard/ui/button.tsx'
import { Popover } from '#web/dashboard/ui/popover.tsx'
import { tabsWithoutRange } from './tabs.ts'
import { useSummary } from './use-summary.ts'
import { Wordmark } from './wordmark.tsx'

/** Reads everything on screen again and says how that went (docs/spec.md, 'Notices'). */
function RefreshButton() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  const refresh = async () => {
    setBusy(true)
    const toast = showToast({ title: 'Refreshing...' })
    try {
      await client.refetchQueries({ type: 'active' }, { throwOnError: true })
      toast.update({ title: '✅ Data Refreshed' })
    } catch (error) {
      // The gate says what there is to say about an ended session.
      if (isSignedOut(error)) return toast.dismiss()
      toast.update({
        title: '❌ Refresh Error',
        message: 'Some data may not have updated properly',
        bad: true,
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <IconButton label="Refresh" disabled={busy} onClick={() => void refresh()}>
      <RefreshCw
        size={17}
        aria-hidden="true"
        className={busy ? 'motion-safe:animate-[spin_1s_linear_infinite]' : ''}
      />
    </IconButton>
  )
}

/** That the page does not hear of changes by itself; a press tells what it does instead. */
const Paused = () => (
  <Popover
    label="Why it says paused"
    className="-my-3.5 inline-flex min-h-11 items-center gap-0.5 rounded-sm underline decoration-line-strong underline-offset-2 hover:text-ink md:-my-1 md:min-h-6"
    button={
      <>
        paused
        <span className="sr-only"> – why?</span>
        <ChevronDown size={12} aria-hidden="true" />
      </>
    }
  >
    {() => (
      <p className="p-4 text-sm whitespace-normal md:max-w-72">
        Live updates are down; the page refreshes every 30 seconds.
      </p>
    )}
  </Popover>
)

type LiveStatusProps = { activeNow: number | undefined; updatedAt: number; tz: string }

/** How many visitors are active now, whether the page hears of changes by itself, and when it last did. */
function LiveStatus({ activeNow, updatedAt, tz }: LiveStatusProps) {
  const up = useLiveUp()
  const updated = updatedAt === 0 ? null : new Date(updatedAt).toISOString()
  return (
    <div className="grid min-w-0 grid-cols-[auto_1fr] items-center gap-x-2 text-sm whitespace-nowrap tabular-nums md:flex">
      <span
        key={updatedAt}
        aria-hidden="true"
        className={`size-2 shrink-0 rounded-full ${up ? 'live-dot mark bg-success' : 'edged bg-control'}`}
      />
      <span>
        <span className="font-medium">{activeNow?.toLocaleString('en-US') ?? '–'}</span> active now
      </span>
      <span className="col-start-2 min-w-0 truncate text-xs text-ink-3">
        {up === null ? '' : up ? 'live' : <Paused />}
        {updated && (
          <>
            {up !== null && ' · '}
            <span className="max-lg:sr-only">updated </span>
            <time dateTime={updated}>{minuteOfDay(updated, tz)}</time>
          </>
        )}
      </span>
    </div>
  )
}

/** Word mark, who is here now, the range of days, refresh and settings. */
export function Header({ demo, onSettings }: { demo: boolean; onSettings: () => void }) {
  const { tz, tab } = useAddress()
  const { data, dataUpdatedAt, isPlaceholderData } = useSummary()
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 md:py-4">
      <h1 className="flex items-center gap-2">
        <Wordmark />
        <span className="sr-only">analytics</span>
      </h1>
      {demo && <Badge>Demo data</Badge>}
      <div className="ml-auto flex items-center md:order-last md:ml-0">
        <RefreshButton />
        <IconButton label="Settings" onClick={onSettings}>
          <Settings size={17} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="flex min-w-0 items-center justify-between gap-3 max-md:w-full md:ml-auto md:gap-4">
        <LiveStatus activeNow={data?.activeNow} updatedAt={dataUpdatedAt} tz={tz} />
        {!tabsWithoutRange.includes(tab) && (
          <RangePicker from={data?.from} to={data?.to} isOutdated={isPlaceholderData} />
        )}
      </div>
    </header>
  )
}
