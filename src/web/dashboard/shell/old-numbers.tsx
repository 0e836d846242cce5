import { useSyncExternalStore } from 'react'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { numbersShownAt, onShownAt } from '#web/dashboard/api/read-from.ts'
import { minuteOfDay } from '#web/dashboard/time/clock-time.ts'
import { useNow } from '#web/dashboard/time/use-now.ts'

const MINUTE = 60_000

const agoWords = (ms: number): string =>
  ms < 2 * MINUTE ? `${Math.round(ms / 1000)} s ago` : `${Math.round(ms / MINUTE)} min ago`

/** Says of which moment the numbers are while the copy of the database that they are read from is behind. */
export function OldNumbers() {
  const { tz } = useAddress()
  const shownAt = useSyncExternalStore(onShownAt, numbersShownAt)
  const now = useNow()
  if (shownAt === null) return null
  const ago = agoWords(Math.max(now, shownAt.toldAt) - shownAt.at)
  const time = minuteOfDay(new Date(shownAt.at).toISOString(), tz)
  return (
    <p role="status" className="border-t border-line px-4 py-2 text-sm text-ink-2 md:px-0">
      Numbers and lists are a little behind and will catch up automatically. What you change shows at once.
      {/* Read out once, not at every second. */}
      <span aria-hidden="true" className="text-ink-3 tabular-nums">
        {` As\u00a0of ${time}, ${ago}.`}
      </span>
    </p>
  )
}
