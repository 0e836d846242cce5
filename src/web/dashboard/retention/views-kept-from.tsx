import { dayWords } from '#web/dashboard/time/day-words.ts'

/** Says since when page views are kept, where somebody was there before. */
export function ViewsKeptFrom({ at, className = '' }: { at: string | null; className?: string }) {
  if (at === null) return null
  return (
    <p className={`${className} text-xs text-ink-3`}>
      Page views from before {dayWords(at.slice(0, 10))} are no longer kept.
    </p>
  )
}
