import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOfDetail, type DetailKind, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'

/** The link that opens a visitor, lead or page over the current view; its whole row reacts to a press. */
export function DetailLink({ kind, id, children }: { kind: DetailKind; id: string; children: ReactNode }) {
  return (
    <Link
      to={{ search: writeAddress(addressOfDetail(useAddress(), kind, id)) }}
      preventScrollReset
      className="font-medium text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-[var(--color-focus)]"
    >
      {children}
    </Link>
  )
}
