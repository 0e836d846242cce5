import type { ReactNode } from 'react'
import { Link } from 'react-router'

type IconLinkProps = { label: string; search: string; children: ReactNode }

/** A link that shows an icon only; `label` is its name for everyone else. */
export function IconLink({ label, search, children }: IconLinkProps) {
  return (
    <Link
      to={{ search }}
      aria-label={label}
      title={label}
      className="inline-flex min-h-11 w-11 shrink-0 items-center justify-center rounded-sm text-ink-2 transition-colors hover:bg-sunken hover:text-ink md:min-h-9 md:w-9"
    >
      {children}
    </Link>
  )
}
