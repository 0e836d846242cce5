import { useLiveUp } from '#web/dashboard/live/live-state.ts'
import { timeOfDay } from '#web/dashboard/time/clock-time.ts'

type LiveStatusProps = { activeNow: number | undefined; updatedAt: number; tz: string }

/** How many visitors are active now, whether the page hears of changes by itself, and when it last did. */
export function LiveStatus({ activeNow, updatedAt, tz }: LiveStatusProps) {
  const up = useLiveUp()
  const updated = updatedAt === 0 ? null : new Date(updatedAt).toISOString()
  return (
    <p className="grid min-w-0 grid-cols-[auto_1fr] items-center gap-x-2 text-sm whitespace-nowrap tabular-nums md:flex">
      <span
        aria-hidden="true"
        className={`size-2 shrink-0 rounded-full ${up ? 'live-dot bg-success' : 'bg-control'}`}
      />
      <span>
        <span className="font-medium">{activeNow ?? '–'}</span> active now
      </span>
      <span
        className="col-start-2 min-w-0 truncate text-xs text-ink-3"
        title={up === false ? 'The live stream is down; the page reads again every 30 seconds.' : undefined}
      >
        {up === null ? '' : up ? 'live' : 'paused'}
        {updated && (
          <>
            {up !== null && ' · '}
            <span className="max-lg:sr-only">updated </span>
            <time dateTime={updated}>{timeOfDay(updated, tz)}</time>
          </>
        )}
      </span>
    </p>
  )
}
