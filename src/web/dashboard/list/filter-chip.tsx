import { X } from 'lucide-react'

/** A filter the list stands under, and the way to take it off. */
export function FilterChip({ label, value, onClear }: { label: string; value: string; onClear: () => void }) {
  return (
    <span className="inline-flex max-w-full items-center rounded-sm border border-line-strong pl-3 text-sm">
      <span className="text-ink-3">{label}:&nbsp;</span>
      <span className="min-w-0 truncate" title={value}>
        {value}
      </span>
      <button
        type="button"
        aria-label={`Clear the filter ${label}: ${value}`}
        onClick={onClear}
        className="grid min-h-11 w-11 place-items-center rounded-sm text-ink-3 hover:text-ink md:min-h-8 md:w-8"
      >
        <X size={15} aria-hidden="true" />
      </button>
    </span>
  )
}
