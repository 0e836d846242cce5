import { type ReactNode, Suspense } from 'react'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { NotInList } from './not-in-list.tsx'

type OpenDetailProps<Row> = {
  what: string
  rows: Row[]
  idOf: (row: Row) => string
  children: (row: Row, onClose: () => void) => ReactNode
}

/** Shows the details of the row the address names, if it names one. */
export function OpenDetail<Row>({ what, rows, idOf, children }: OpenDetailProps<Row>) {
  const { open } = useAddress()
  const go = useGo()
  if (open === '') return null
  const close = () => go({ open: '' })
  const row = rows.find((candidate) => idOf(candidate) === open)
  return (
    <Suspense fallback={null}>
      {row === undefined ? <NotInList what={what} onClose={close} /> : children(row, close)}
    </Suspense>
  )
}
