import type { Visitor } from '#contract/visitor.ts'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useOwnBrowser } from './use-own-browser.ts'

const otherReasons: Record<string, string> = {
  bot: 'A crawler or link preview: it is not counted anyway.',
  program: 'A program or automated browser: it is not counted anyway.',
  owner: 'You signed in with this browser: it is not counted anyway.',
  prefetch: 'Only a preview of a link: it is not counted anyway.',
}

/** 'This is me': leaves a browser out of every number, and takes that back. */
export function OwnBrowser({ visitor, isMarkedOwn }: { visitor: Visitor; isMarkedOwn: boolean }) {
  const mark = useOwnBrowser()
  const other = visitor.excluded === null ? undefined : otherReasons[visitor.excluded]
  const failed = mark.error && !isSignedOut(mark.error)
  if (other && !isMarkedOwn)
    return <p className="mb-6 rounded-md bg-sunken px-4 py-3 text-sm text-ink-2">{other}</p>
  return (
    <section aria-label="Is this you?" className="mb-6 rounded-md bg-sunken px-4 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="py-1.5 text-sm text-ink-2">
          {isMarkedOwn
            ? 'This is you: nothing of this browser counts, its leads included.'
            : 'Is this your own browser? Leave it out of the numbers.'}
        </p>
        <Button
          disabled={mark.isPending}
          onClick={() => mark.mutate({ id: visitor.id, excluded: !isMarkedOwn })}
        >
          {mark.isPending ? 'Counting anew…' : isMarkedOwn ? 'Count it again' : 'This is me'}
        </Button>
      </div>
      {failed && (
        <p role="alert" className="pb-2 text-sm text-danger">
          That did not work. Please try again.
        </p>
      )}
    </section>
  )
}
