import type { Summary } from '#contract/summary.ts'

const percent = new Intl.NumberFormat('en-US', { style: 'percent' })

/** Says, while what was hidden or brought back is counted anew, that the numbers follow step by step. */
export function Recounting({ done, of }: NonNullable<Summary['recounting']>) {
  // Whoever is touched is listed first; all is done only when this line is gone.
  const share = of === 0 ? 0 : Math.min(0.99, done / of)
  return (
    <p role="status" className="border-t border-line px-4 py-2 text-sm text-ink-2 md:px-0">
      Recounting what you hid or brought back. Until this is done, some numbers and lists still show the old
      state.
      {/* Read out once, not at every step. */}
      <span aria-hidden="true" className="text-ink-3 tabular-nums">
        {` ${percent.format(share)} done.`}
      </span>
    </p>
  )
}
