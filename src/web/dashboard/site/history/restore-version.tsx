import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { useDraft, useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { visibleChanges } from '#web/dashboard/site/publish/change-list.tsx'
import { readSiteAgain } from '#web/dashboard/site/publish/undo-publish.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'

/** Brings an earlier version back, after one question. */
export function RestoreVersion({ version, onRestored }: { version: number; onRestored: () => void }) {
  const draft = useDraft()
  const client = useQueryClient()
  const lost = useDraftPart((state) => visibleChanges(state.published, state.content).length)
  const [asking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const restore = useMutation({
    mutationFn: () => draft.restore(version),
    onSuccess: () => {
      readSiteAgain(client)
      showToast({
        title: 'Brought back',
        message: 'Visitors see it now.',
        link: { href: '/', label: 'Open the home page' },
      })
      onRestored()
    },
  })
  useEffect(() => {
    if (asking) keep.current?.focus()
  }, [asking])
  if (!asking) return <Button onClick={() => setAsking(true)}>Bring this version back…</Button>
  return (
    <section aria-label="Bring it back" className="rounded-md border border-line-strong px-4 py-3">
      <h3 className="text-sm font-semibold">Show visitors this version?</h3>
      <p className="mt-1 text-sm text-ink-2">
        It becomes public at once, as a new version. What is public now stays in this list.
        {lost > 0 &&
          ` Your ${lost === 1 ? 'change that is' : `${lost} changes that are`} not public yet would be gone.`}
      </p>
      {restore.error && !isSignedOut(restore.error) && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {sentenceOf(restore.error)}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="primary" disabled={restore.isPending} onClick={() => restore.mutate()}>
          {restore.isPending ? 'Bringing it back…' : 'Bring it back'}
        </Button>
        <Button ref={keep} look="quiet" onClick={() => setAsking(false)}>
          Leave things as they are
        </Button>
      </div>
    </section>
  )
}
