import type { ReactNode } from 'react'
import { Button } from '#web/dashboard/ui/button.tsx'
import { FailedList, ListSkeleton, StaleNotice } from './list-states.tsx'
import type { List } from './use-list.ts'

type ListFrameProps<Row> = {
  list: List<Row>
  /** What the list holds, at the beginning of a sentence: 'Visitors'. */
  what: string
  empty: ReactNode
  /** Whether its place is not certain yet, as lines above it are on their way. */
  isHeld?: boolean
  children: (rows: Row[]) => ReactNode
}

/** A list in whatever state it is: loading, failed, empty, or its rows with 'Load more' under them. */
export function ListFrame<Row>({ list, what, empty, isHeld, children }: ListFrameProps<Row>) {
  const { rows, error, retry, outdated } = list
  if (!rows) {
    return error ? <FailedList what={what} error={error} retry={retry} /> : <ListSkeleton />
  }
  if (isHeld) return <ListSkeleton />
  return (
    <div aria-busy={outdated} className={`transition-opacity ${outdated ? 'opacity-60' : ''}`}>
      {error && <StaleNotice error={error} retry={retry} />}
      {rows.length === 0 ? empty : children(rows)}
      {list.more && (
        <div className="flex justify-center py-6">
          <Button onClick={list.readMore} disabled={list.readingMore}>
            {list.readingMore ? 'Loading…' : 'Load more'}
          </Button>
        </div>
      )}
    </div>
  )
}
