import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { readAddress, writeAddress } from '#web/dashboard/address/address-state.ts'

/** The link that opens a row's details; its whole row reacts to a press. */
export function RowLink({ id, children }: { id: string; children: ReactNode }) {
  const { search } = useLocation()
  const to = writeAddress({ ...readAddress(new URLSearchParams(search)), open: id, show: '', view: '' })
  return (
    <Link
      to={{ search: to }}
      preventScrollReset
      className="font-medium text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-[var(--color-focus)]"
    >
      {children}
    </Link>
  )
}
