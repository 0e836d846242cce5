// biome-ignore-all lint/a11y/useSemanticElements: rows placed by hand lose a table element's meaning; roles keep it.
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells are read, the link within is what takes focus.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { usePreferences } from '#web/dashboard/settings/use-preferences.ts'
import { useWideScreen } from '#web/dashboard/ui/use-wide-screen.ts'
import { ariaSort, moveAlongHeadings, SortButton, type SortColumn } from './sort-controls.tsx'

/** One column of a wide list. Numbers stand to the right. `sorts` are what it can be sorted by; else its label heads it. */
export type Column<Row> = {
  label: string
  right?: boolean
  sorts?: SortColumn[]
  cell: (row: Row) => ReactNode
}

type RowListProps<Row> = {
  label: string
  rows: Row[]
  columns: Column<Row>[]
  /** The widths of the columns, as a Tailwind grid-cols class. */
  grid: string
  /** A row on a narrow screen: two lines. */
  lines: (row: Row) => ReactNode
  keyOf: (row: Row) => string
  /** Whether the list stands in the order that the address asks for. */
  isSorted?: boolean
}

/**
 * A long list of which only the rows near the window exist: a table with a sticky header where there is
 * room for columns, a list of two-line rows elsewhere. 'Dense table view' lowers the rows.
 */
export function RowList<Row>({
  label,
  rows,
  columns,
  grid,
  lines,
  keyOf,
  isSorted = true,
}: RowListProps<Row>) {
  const ref = useRef<HTMLDivElement>(null)
  const wide = useWideScreen()
  const { dense } = usePreferences()
  const { sort } = useAddress()
  const [top, setTop] = useState(0)

  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    measure()
    // What stands above may grow or wrap after the rows are there.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (wide ? (dense ? 33 : 49) : dense ? 49 : 61),
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
  })

  const height = wide ? (dense ? 'min-h-8' : 'min-h-12 py-1') : dense ? 'py-1.5' : 'py-3'
  const place = 'absolute top-0 left-0 w-full border-b border-line hover:bg-sunken'
  const items = virtualizer.getVirtualItems().map((item) => {
    const row = rows[item.index]
    if (row === undefined) return null
    const shared = {
      ref: virtualizer.measureElement,
      'data-index': item.index,
      style: { transform: `translateY(${item.start - top}px)` },
    }
    return wide ? (
      <div
        key={item.key}
        role="row"
        aria-rowindex={item.index + 2}
        className={`${place} grid items-center gap-x-6 ${height} ${grid}`}
        {...shared}
      >
        {columns.map((column) => (
          <div
            key={column.label}
            role="cell"
            className={`min-w-0 truncate ${column.right ? 'text-right tabular-nums' : ''}`}
          >
            {column.cell(row)}
          </div>
        ))}
      </div>
    ) : (
      <div
        key={item.key}
        role="listitem"
        aria-setsize={rows.length}
        aria-posinset={item.index + 1}
        className={`${place} ${height}`}
        {...shared}
      >
        {lines(row)}
      </div>
    )
  })
  const first = columns.find(({ sorts }) => sorts)?.sorts?.[0]
  const body = { ref, className: 'relative', style: { height: virtualizer.getTotalSize() } }

  if (!wide) {
    return (
      <div role="list" aria-label={label} {...body}>
        {items}
      </div>
    )
  }
  return (
    <div role="table" aria-label={label} aria-rowcount={rows.length + 1}>
      <div role="rowgroup" className="sticky top-0 z-10 border-b border-line-strong bg-paper">
        <div
          role="row"
          aria-rowindex={1}
          className={`grid items-center gap-x-6 ${grid}`}
          onKeyDown={moveAlongHeadings}
        >
          {columns.map((column) => (
            <div
              key={column.label}
              role="columnheader"
              aria-sort={isSorted ? ariaSort(sort, column.sorts?.map((one) => one.sort) ?? []) : undefined}
              className={`min-w-0 text-xs text-ink-3 ${column.sorts ? 'flex gap-x-3' : 'py-2'} ${column.right ? 'justify-end text-right' : ''}`}
            >
              {column.sorts?.map((one) => <SortButton key={one.sort} {...one} isFirst={one === first} />) ??
                column.label}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" {...body}>
        {items}
      </div>
    </div>
  )
}
