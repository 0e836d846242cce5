import type { ReactNode } from 'react'
import { Link } from 'react-router'

const number = new Intl.NumberFormat('en-US')

type ShareRowProps = {
  name: string
  /** The query string the row opens; null where there is nothing to open. */
  to: string | null
  value: number
  /** Part of the whole, 0 to 1, drawn as the tint behind the row. */
  part: number
  note: ReactNode
}

/** A row of a short list: name, number, share; the share is the tint behind it. */
export function ShareRow({ name, to, value, part, note }: ShareRowProps) {
  return (
    <li className="relative border-b border-line hover:bg-sunken">
      <span
        aria-hidden="true"
        className="edged absolute inset-y-0.5 left-0 min-w-0.5 rounded-sm bg-accent opacity-15"
        style={{ width: `${Math.min(100, part * 100)}%` }}
      />
      <div className="relative flex min-h-11 items-center gap-3 px-2 py-1.5 text-sm md:min-h-9">
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
        <span className="w-13 text-right text-xs text-ink-2 tabular-nums">{note}</span>
      </div>
    </li>
  )
}
