import { X } from 'lucide-react'
import { stageLabels } from '#contract/lead.ts'
import type { AddressState } from '#web/dashboard/address/address-state.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { sinceWords } from '#web/dashboard/news/since-words.ts'

/** A filter the list stands under, and the way to take it off. */
export function FilterChip({ label, value, onClear }: { label: string; value: string; onClear: () => void }) {
  return (
    <span className="inline-flex max-w-full items-center rounded-sm border border-line-strong pl-3 text-sm">
      <span className="text-ink-3">{label}:&nbsp;</span>
      <span className="min-w-0 py-1 wrap-anywhere">{value}</span>
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

const labels = {
  source: 'Source',
  page: 'Page',
  campaign: 'Campaign',
  ad: 'Ad',
  tag: 'Tag',
  step: 'Step',
  since: 'Since',
} as const

// The keys of an object literal are its names.
const names = Object.keys(labels) as (keyof typeof labels)[]

function shownValue(name: keyof typeof labels, address: AddressState): string {
  if (name === 'step' && address.step !== '') return stageLabels[address.step]
  return name === 'since' ? sinceWords(address.since, address.tz, Date.now()) : address[name]
}

/** The filters the list stands under, each with the way to take it off; nothing where there is none. */
export function FilterChips() {
  const address = useAddress()
  const go = useGo()
  const set = names.filter((name) => address[name] !== '')
  if (set.length === 0) return null
  return (
    <div className="flex basis-full flex-wrap gap-2">
      {set.map((name) => (
        <FilterChip
          key={name}
          label={labels[name]}
          value={shownValue(name, address)}
          onClear={() => go({ [name]: '', open: '' })}
        />
      ))}
    </div>
  )
}
