import { fullTime } from './clock-time.ts'
import { relativeTime } from './relative-time.ts'
import { useNow } from './use-now.ts'

/** A moment as relative time that keeps itself current, `within` a sentence in small letters; the exact time stands in its title. */
export function Moment({ at, tz, within = false }: { at: string; tz: string; within?: boolean }) {
  const text = relativeTime(at, useNow())
  return (
    <time dateTime={at} title={fullTime(at, tz)} className="whitespace-nowrap">
      {within ? text.toLowerCase() : text}
    </time>
  )
}
