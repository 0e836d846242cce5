import { fullTime } from './clock-time.ts'
import { relativeTime } from './relative-time.ts'
import { useNow } from './use-now.ts'

/** A moment as relative time that keeps itself current; the exact time stands in its title. */
export function Moment({ at, tz }: { at: string; tz: string }) {
  return (
    <time dateTime={at} title={fullTime(at, tz)} className="whitespace-nowrap">
      {relativeTime(at, useNow())}
    </time>
  )
}
