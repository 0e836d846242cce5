import type { Summary } from '#contract/summary.ts'

const percent = new Intl.NumberFormat('en-US', { style: 'percent' })

/** Says, while the chosen timezone is being counted, in which one all numbers, lists and files are read meanwhile. */
export function CountingTimezone({ readIn, progress }: NonNullable<Summary['countingTimezone']>) {
  return (
    <p role="status" className="border-t border-line px-4 py-2 text-sm text-ink-2 md:px-0">
      {`Your timezone is being counted. Until then, days are those of ${readIn.replace(/.*\//, '').replace('_', ' ')}.`}
      {/* Read out once, not at every portion. */}
      <span aria-hidden="true" className="text-ink-3 tabular-nums">
        {` ${percent.format(progress)} done.`}
      </span>
    </p>
  )
}
