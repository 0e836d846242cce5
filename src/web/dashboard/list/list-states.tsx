import type { ReactNode } from 'react'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { Button } from '#web/dashboard/ui/button.tsx'

/** What a list shows in place of rows: one plain sentence, what it means, and a way on where there is one. */
export function EmptyList({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto max-w-112 px-4 py-16 text-center">
      <h2 className="text-base font-medium">{title}</h2>
      <div className="mt-1.5 text-sm text-ink-2">{children}</div>
    </div>
  )
}

/** A list that could not be read, with the reason and another try. */
export function FailedList({ what, error, retry }: { what: string; error: Error; retry: () => void }) {
  return (
    <div role="alert" className="mx-auto max-w-112 px-4 py-16 text-center">
      <h2 className="text-base font-medium">{what} could not be loaded</h2>
      <p className="mt-1.5 mb-4 text-sm break-words text-ink-2">{sentenceOf(error)}</p>
      <Button onClick={retry}>Try again</Button>
    </div>
  )
}

/** A line above rows that are still shown but could not be renewed. */
export function StaleNotice({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1 text-sm text-warning"
    >
      <span className="min-w-0 break-words">Not up to date: {sentenceOf(error)}</span>
      <Button look="quiet" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

/** A line in place of a part of a detail that could not be read: where nothing stands, nothing is there. */
export function FailedPart({ what, error, retry }: { what: string; error: Error; retry: () => void }) {
  return (
    <div
      role="alert"
      className="mt-7 flex flex-wrap items-center justify-between gap-x-4 border-y border-line py-1 text-sm text-ink-2"
    >
      <span className="min-w-0 break-words">
        {what} could not be loaded: {sentenceOf(error)}
      </span>
      <Button look="quiet" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

/** The shape of rows that are on their way. */
export function ListSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a skeleton have no other identity.
        <div key={row} className="flex items-center gap-8 border-b border-line py-3.5">
          <div className="flex-1 space-y-2">
            <div className={`skeleton h-3 ${row % 3 === 0 ? 'w-40' : row % 3 === 1 ? 'w-32' : 'w-48'}`} />
            <div className="skeleton h-2.5 w-28" />
          </div>
          <div className="skeleton hidden h-3 w-24 md:block" />
          <div className="skeleton h-3 w-14" />
        </div>
      ))}
    </div>
  )
}
