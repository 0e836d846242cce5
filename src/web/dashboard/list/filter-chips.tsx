import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { FilterChip } from './filter-chip.tsx'

const labels = {
  source: 'Source',
  page: 'Page',
  campaign: 'Campaign',
  ad: 'Ad',
  tag: 'Tag',
  step: 'Step',
} as const
const stepWords = { 'saw-pitch': 'Saw the pitch', applied: 'Applied', booked: 'Booked a call' } as const

// The keys of an object literal are its names.
const names = Object.keys(labels) as (keyof typeof labels)[]

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
          value={name === 'step' && address.step !== '' ? stepWords[address.step] : address[name]}
          onClear={() => go({ [name]: '', open: '' })}
        />
      ))}
    </div>
  )
}
