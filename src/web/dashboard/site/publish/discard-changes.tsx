import { useEffect, useRef, useState } from 'react'
import { useDraft } from '#web/dashboard/site/draft/draft-context.tsx'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'

/** Takes back everything that is not published, after asking. */
export function DiscardChanges({ count, onDiscarded }: { count: number; onDiscarded: () => void }) {
  const draft = useDraft()
  const [asking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asking) keep.current?.focus()
  }, [asking])
  if (count === 0) return null
  return (
    <section aria-label="Discard changes" className="mt-8 border-t border-line pt-4">
      {asking ? (
        <>
          <h3 className="text-sm font-semibold">
            Discard {count === 1 ? 'this change' : `all ${count} changes`}?
          </h3>
          <p className="mt-1 text-sm text-ink-2">
            The draft becomes what visitors see now. What you have changed since is gone.
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              look="danger"
              onClick={() => {
                void draft.discard()
                showToast({ title: 'Changes discarded', message: 'The draft is what visitors see.' })
                onDiscarded()
              }}
            >
              Discard
            </Button>
            <Button ref={keep} look="quiet" onClick={() => setAsking(false)}>
              Keep them
            </Button>
          </div>
        </>
      ) : (
        <Button look="quiet" className="-ml-3" onClick={() => setAsking(true)}>
          Discard changes…
        </Button>
      )}
    </section>
  )
}
