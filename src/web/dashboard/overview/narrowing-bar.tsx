import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, ChevronDown, Filter } from 'lucide-react'
import { useState } from 'react'
import { MOST_FILTER_VALUES } from '#contract/list-limits.ts'
import type { filterDimensions } from '#contract/page-analytics.ts'
import { rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { FilterChip } from '#web/dashboard/list/filter-chips.tsx'
import { counted } from '#web/dashboard/ui/counted.ts'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { Popover } from '#web/dashboard/ui/popover.tsx'
import { useDebouncedValue } from '#web/dashboard/ui/use-debounced-value.ts'

type Dimension = (typeof filterDimensions)[number]

const words: Record<Dimension, { one: string; many: string }> = {
  campaign: { one: 'Campaign', many: 'Campaigns' },
  ad: { one: 'Ad', many: 'Ads' },
  page: { one: 'Page', many: 'Pages' },
}
// The keys of an object literal are its names.
const dimensions = Object.keys(words) as Dimension[]
const nothing = { campaign: '', ad: '', page: '', open: '' }

/** Narrows the overview to one campaign, ad or page, and says to which; the choice stands in the address. */
export function NarrowingBar() {
  const address = useAddress()
  const go = useGo()
  const chosen = dimensions.find((dimension) => address[dimension] !== '')
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Picker chosen={chosen} />
      {chosen && <FilterChip label={words[chosen].one} value={address[chosen]} onClear={() => go(nothing)} />}
      {chosen && <p className="text-xs text-ink-3">The cards above show all traffic.</p>}
    </div>
  )
}

function Picker({ chosen }: { chosen: Dimension | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label="Narrow the overview"
      className="inline-flex min-h-11 items-center gap-2 rounded-sm border border-line-strong bg-surface px-3 text-sm hover:bg-sunken md:min-h-9"
      onOpenChange={setIsOpen}
      button={
        <>
          <Filter size={15} aria-hidden="true" className="text-ink-3" />
          {chosen ? 'Change' : 'All traffic'}
          <ChevronDown size={14} aria-hidden="true" className="text-ink-3" />
        </>
      }
    >
      {(close) => isOpen && <Choices first={chosen ?? 'campaign'} close={close} />}
    </Popover>
  )
}

function Choices({ first, close }: { first: Dimension; close: () => void }) {
  const address = useAddress()
  const go = useGo()
  const [dimension, setDimension] = useState(first)
  const [text, setText] = useState('')
  const input = { ...rangeInput(address), dimension, q: useDebouncedValue(text.trim(), 200) }
  const { data, error, isPlaceholderData } = useQuery({
    ...reading('GET /api/analytics/filter-values', input),
    placeholderData: keepPreviousData,
  })
  const choose = (value: string) => {
    go({ ...nothing, [dimension]: value })
    close()
  }
  const many = words[dimension].many
  return (
    <div className="p-2 md:w-96">
      <div className="grid grid-cols-3 gap-1">
        {dimensions.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === dimension}
            className="min-h-11 rounded-sm px-3 text-sm text-ink-2 hover:bg-sunken focus-visible:-outline-offset-2 aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink md:min-h-8"
            onClick={() => setDimension(name)}
          >
            {words[name].many}
          </button>
        ))}
      </div>
      <input
        type="search"
        aria-label={`Search ${many.toLowerCase()}`}
        placeholder={`Search ${many.toLowerCase()}`}
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        className={`${fieldLook} my-2`}
      />
      {error && (
        <p className="px-3 py-2 text-sm text-danger">{many} could not be read. Try again in a moment.</p>
      )}
      {data?.length === 0 && (
        <p className="px-3 py-4 text-sm text-ink-2">
          {text === ''
            ? `No views with ${many.toLowerCase()} in this period.`
            : 'Nothing matches in this period.'}
        </p>
      )}
      <ul className={`max-h-80 overflow-y-auto ${isPlaceholderData ? 'opacity-60' : ''}`}>
        {data?.map(({ value, views }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={address[dimension] === value}
              className="flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2 md:min-h-8"
              onClick={() => choose(value)}
            >
              <span className="min-w-0 flex-1 py-1 wrap-anywhere">{value}</span>
              {address[dimension] === value && (
                <Check size={16} aria-hidden="true" className="text-accent-ink" />
              )}
              <span className="shrink-0 text-xs text-ink-3 tabular-nums">{counted(views, 'view')}</span>
            </button>
          </li>
        ))}
      </ul>
      {data?.length === MOST_FILTER_VALUES && (
        <p className="px-3 pt-2 pb-1 text-xs text-ink-3">
          The {MOST_FILTER_VALUES} with the most views. Search for any other.
        </p>
      )}
    </div>
  )
}
