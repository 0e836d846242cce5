import { CalendarDays, Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { type RangeName, rangeLabels } from '#contract/range.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { dayIn } from '#web/dashboard/notes/due-words.ts'
import { lastDay, wholeYear } from '#web/dashboard/time/whole-year.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { Popover } from '#web/dashboard/ui/popover.tsx'
import { ownDays } from './days-words.ts'
import { rangeCaption } from './range-caption.ts'

/**
 * First and last day of a range of one's own; without a last day it runs to the end of today
 * (docs/spec.md, 'Date ranges').
 */
function CustomRange({ onDone }: { onDone: () => void }) {
  const address = useAddress()
  const go = useGo()
  const [typed, setTyped] = useState({ from: address.from, to: address.to })
  const [from, to] = [wholeYear(typed.from), wholeYear(typed.to)]
  const backwards = from !== '' && to !== '' && to < from
  // Without an end the days run to today, so that they would run backwards from one that has not come.
  const isAhead = to === '' && from > dayIn(address.tz, Date.now())
  const problem = backwards
    ? 'The last day is before the first.'
    : isAhead
      ? 'The first day has not come yet.'
      : undefined

  return (
    <form
      className="mt-1 grid grid-cols-2 gap-x-2 gap-y-1 border-t border-line px-3 pt-3 pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (problem) return
        go({ range: 'custom', from, to, open: '' })
        onDone()
      }}
    >
      <label className="min-w-0 text-xs text-ink-2">
        From
        <input
          type="date"
          max={lastDay}
          value={typed.from}
          onChange={(event) => setTyped({ ...typed, from: event.currentTarget.value })}
          aria-invalid={isAhead}
          aria-describedby="custom-range-note"
          className={`${fieldLook} mt-1 px-2`}
        />
      </label>
      <label className="min-w-0 text-xs text-ink-2">
        To
        <input
          type="date"
          max={lastDay}
          value={typed.to}
          onChange={(event) => setTyped({ ...typed, to: event.currentTarget.value })}
          aria-invalid={backwards}
          aria-describedby="custom-range-note"
          className={`${fieldLook} mt-1 px-2`}
        />
      </label>
      <p
        id="custom-range-note"
        role="status"
        className={`col-span-2 text-xs ${problem ? 'text-danger' : 'text-ink-3'}`}
      >
        {problem ?? 'Without an end: to today. Without both: the last 7 days.'}
      </p>
      <Button look="primary" type="submit" disabled={problem !== undefined} className="col-span-2 mt-1">
        Show these days
      </Button>
    </form>
  )
}

// The keys of an object literal are its names, in the picker's order.
const rangeNames = Object.keys(rangeLabels) as RangeName[]

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}

type RangePickerProps = {
  from?: string
  to?: string
  /** The days are those of the range before: the server has not read this one yet. */
  isOutdated: boolean
}

/** Chooses the range of days everything on the page is about; `from` and `to` are the days as the server read them. */
export function RangePicker({ from, to, isOutdated }: RangePickerProps) {
  const address = useAddress()
  const { range, tz } = address
  const go = useGo()
  const [custom, setCustom] = useState(false)
  const own = ownDays(address, from && to && !isOutdated ? { from, to } : undefined)
  // The name of a range says its days, but for those of one's own.
  const caption =
    from && to && range !== 'all' && own === '' ? rangeCaption(from, to, dayIn(tz, Date.now())) : ''

  return (
    <Popover
      label="Date range"
      className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-sm border border-line-strong bg-surface px-3 text-sm whitespace-nowrap hover:bg-sunken md:min-h-9"
      onOpenChange={() => setCustom(range === 'custom')}
      button={
        <>
          <CalendarDays size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
          <span className="sr-only">Date range: </span>
          <span className="truncate">{own || rangeLabels[range]}</span>
          {caption && (
            // Their room stays, so that nothing moves.
            <span className={`hidden truncate text-ink-3 lg:inline ${isOutdated ? 'invisible' : ''}`}>
              {caption}
            </span>
          )}
          <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
        </>
      }
    >
      {(close) => (
        <div className="p-2 md:w-84">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons within. */}
          <div className="grid grid-cols-2" onKeyDown={moveFocus}>
            {rangeNames.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={name === range}
                className="flex min-h-11 items-center justify-between rounded-sm px-3 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2 md:min-h-8"
                onClick={() => {
                  if (name === 'custom') return setCustom(true)
                  go({ range: name, open: '' })
                  close()
                }}
              >
                {rangeLabels[name]}
                {name === range && <Check size={16} aria-hidden="true" className="text-accent-ink" />}
              </button>
            ))}
          </div>
          {custom && <CustomRange onDone={close} />}
          <p className="mt-1 border-t border-line px-3 pt-2 pb-1 text-xs text-ink-3">Days in {tz}</p>
        </div>
      )}
    </Popover>
  )
}
