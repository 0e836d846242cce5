import type { ReactNode } from 'react'
import { Link } from 'react-router'

const number = new Intl.NumberFormat('en-US')

type ShareRowProps = {
  name: string
  /** The query string the row opens; null where there is nothing to open. */
  to: string | null
  value: number
  /** Part of the whole, 0 to 1, drawn on the row's hairline. */
  part: number
  note: ReactNode
}

/** A row of a short list: name, number, share; the share is the coloured part of the line under it. */
export function ShareRow({ name, to, value, part, note }: ShareRowProps) {
  return (
    <li className="relative border-b border-line hover:bg-sunken">
      <div className="flex min-h-11 items-center gap-3 py-1.5 text-sm md:min-h-9">
        <span className="min-w-0 flex-1 truncate" title={name}>
          {to === null ? (
            name
          ) : (
            <Link
              to={{ search: to }}
              preventScrollReset
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-[var(--color-focus)]"
            >
              {name}
            </Link>
          )}
        </span>
        <span className="font-medium tabular-nums">{number.format(value)}</span>
        <span className="w-13 text-right text-xs text-ink-3 tabular-nums">{note}</span>
      </div>
      <span
        aria-hidden="true"
        className="absolute -bottom-px left-0 h-0.5 bg-accent"
        style={{ width: `${Math.min(100, part * 100)}%` }}
      />
    </li>
  )
}
