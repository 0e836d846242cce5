import { ArrowDown, ArrowUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { useChosen } from '#web/dashboard/address/use-chosen.ts'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { useWideScreen } from '#web/dashboard/ui/use-wide-screen.ts'
import { nextSorting } from './sorting.ts'

/** A column that a list can be sorted by, as the owner calls it. */
export type SortColumn = { sort: string; label: string; isNumber?: boolean }

/** Arrow keys move along the headings of a list: to the keyboard they are one stop on the way to its rows. */
export function moveAlongHeadings(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}

/** A column's heading as the button that sorts by it; the first of a list's takes part in the order of Tab. */
export function SortButton({ sort, label, isNumber = false, isFirst }: SortColumn & { isFirst: boolean }) {
  const now = useAddress().sort
  const go = useGo()
  const isUp = now === sort
  const isDown = now === `-${sort}`
  const Arrow = isDown ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      tabIndex={isFirst ? 0 : -1}
      title={`Sort by ${label.toLowerCase()}`}
      onClick={() => go({ sort: nextSorting(now, sort, isNumber) })}
      className={`inline-flex min-h-8 items-center gap-1 rounded-sm hover:text-ink focus-visible:-outline-offset-2 ${isUp || isDown ? 'font-medium text-ink' : ''}`}
    >
      {label}
      {(isUp || isDown) && <Arrow size={12} aria-hidden="true" />}
    </button>
  )
}

/** What `aria-sort` says of a heading that holds one or two columns. */
export function ariaSort(now: string, sorts: string[]): 'ascending' | 'descending' | undefined {
  if (sorts.includes(now)) return 'ascending'
  return now.startsWith('-') && sorts.includes(now.slice(1)) ? 'descending' : undefined
}

/** The same choice where there is no room for headings: by which column, and the way round. */
export function SortSelect({
  columns,
  first = 'Newest first',
}: {
  columns: SortColumn[]
  /** The list's own order. */
  first?: string
}) {
  const address = useAddress()
  const go = useGo()
  const [sort, choose] = useChosen(address.sort, (chosen) => go({ sort: chosen }))
  if (useWideScreen()) return null
  return (
    <select
      aria-label="Sort by"
      value={sort}
      onChange={(event) => choose(event.currentTarget.value)}
      className={`${fieldLook} w-auto max-w-52 min-w-0`}
    >
      <option value="">{first}</option>
      {columns.flatMap(({ sort: name, label, isNumber }) => {
        const [up, down] = isNumber ? ['low to high', 'high to low'] : ['A to Z', 'Z to A']
        return [
          <option key={name} value={name}>{`${label}, ${up}`}</option>,
          <option key={`-${name}`} value={`-${name}`}>{`${label}, ${down}`}</option>,
        ]
      })}
    </select>
  )
}

/** Says that a list is too long for the order that was asked for, and what to do. Nothing where it is not. */
export function SortNote({ isSkipped }: { isSkipped: boolean }) {
  const go = useGo()
  if (!isSkipped) return null
  return (
    <p role="status" className="pb-2 text-sm text-ink-2">
      Newest first: up to 1,000 rows can be sorted by a column. Choose fewer days, filter or search, or{' '}
      <button
        type="button"
        onClick={() => go({ sort: '' })}
        className="-my-3 inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-2 hover:text-ink md:-my-1 md:min-h-6"
      >
        keep them newest first
      </button>
      .
    </p>
  )
}
