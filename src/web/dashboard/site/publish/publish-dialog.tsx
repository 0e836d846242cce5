import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { ClaimsToAnswer } from '#web/dashboard/site/claims/claims-to-answer.tsx'
import { useDraft, useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { NotSaved } from '#web/dashboard/site/draft/draft-state.ts'
import { places } from '#web/dashboard/site/places.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { keptInTab } from '#web/dashboard/ui/kept-in-tab.ts'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import { ChangeList, visibleChanges } from './change-list.tsx'
import { changeName } from './change-name.ts'
import { SampleFilm, samplesToConfirm } from './sample-film.tsx'
import { readSiteAgain, undoPublish } from './undo-publish.ts'

const keptNote = keptInTab('publish-note', (value) => z.string().safeParse(value).data)

/** Takes back everything that is not published, after asking. */
function DiscardChanges({ count, onDiscarded }: { count: number; onDiscarded: () => void }) {
  const draft = useDraft()
  const question = useAsking()
  if (count === 0) return null
  return (
    <section aria-label="Discard changes" className="mt-8 border-t border-line pt-4">
      {question.asking ? (
        <>
          <h3 className="text-sm font-semibold">
            Discard {count === 1 ? 'this change' : `all ${count} changes`}?
          </h3>
          <p className="mt-1 text-sm text-ink-2">
            The draft goes back to what visitors see now. What you have changed since is lost.
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              look="danger"
              onClick={() => {
                void draft.discard()
                keptNote.forget()
                showToast({ title: 'Changes discarded', message: 'The draft now matches what visitors see.' })
                onDiscarded()
              }}
            >
              Discard
            </Button>
            <Button ref={question.no} look="quiet" onClick={question.keep}>
              Keep them
            </Button>
          </div>
        </>
      ) : (
        <Button ref={question.ask} look="quiet" className="-ml-3" onClick={question.raise}>
          Discard changes…
        </Button>
      )}
    </section>
  )
}

type PublishDialogProps = { onField: (path: string) => void; onClose: () => void }

/** Shows what will change for visitors, what must be put right first, and publishes it. */
export function PublishDialog({ onField, onClose }: PublishDialogProps) {
  const client = useQueryClient()
  const draft = useDraft()
  const content = useDraftPart((state) => state.content)
  const published = useDraftPart((state) => state.published)
  const problems = useDraftPart((state) => state.problems)
  const guarded = useDraftPart((state) => state.guarded)
  const isTooLarge = useDraftPart((state) => state.saving === 'too-large')
  const [note, setNote] = useState(() => keptNote.read() ?? '')
  const typeNote = (text: string) => {
    setNote(text)
    if (text === '') keptNote.forget()
    else keptNote.write(text)
  }
  const [isSampleFine, setSampleFine] = useState(false)
  const asksForSample = useDraftPart((state) => samplesToConfirm(state).length > 0)
  const changes = visibleChanges(published, content)
  const blocked = Object.entries({ ...guarded, ...problems })
  const [firstBlocked] = blocked[0] ?? []
  const first = places.find(
    ({ key, path }) => path !== null && changes.some((change) => change.startsWith(`${key}.`)),
  )
  const jump = (path: string) => {
    onClose()
    onField(path)
  }
  const publish = useMutation({
    mutationFn: () => draft.publish(note.trim()),
    onSuccess: (version) => {
      keptNote.forget()
      showToast({
        title: 'Published',
        message: 'Visitors see it now.',
        link: { href: first?.path ?? '/', label: 'Open the page' },
        action: { label: 'Undo', press: () => void undoPublish(draft, client, version) },
      })
      readSiteAgain(client)
      onClose()
    },
  })
  const { error } = publish

  return (
    <Dialog title="Publish your changes" shape="panel" onClose={onClose}>
      {blocked.length > 0 && (
        <section aria-labelledby="blocked" className="mb-5 rounded-md bg-warning-soft px-3 py-3">
          <h3 id="blocked" className="text-sm font-medium">
            {blocked.length === 1 ? 'One thing to fix first' : `${blocked.length} things to fix first`}
          </h3>
          <ul className="mt-1">
            {blocked.map(([path, words]) => (
              <li key={path}>
                <button
                  type="button"
                  onClick={() => jump(path)}
                  className="block w-full py-1.5 text-left text-sm hover:underline"
                >
                  <span className="font-medium">{changeName(path)}</span>
                  <span className="block text-ink-2">{words}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ClaimsToAnswer />
      <SampleFilm isFine={isSampleFine} onFine={setSampleFine} onField={jump} />
      <h3 className="mb-2 text-sm font-medium">
        {changes.length === 1 ? '1 change' : `${changes.length} changes`}, visible to everyone at once
      </h3>
      <ChangeList before={published} after={content} onField={jump} />
      <form
        className="mt-5 space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          publish.mutate()
        }}
      >
        <TextField
          label="Note for yourself (optional)"
          value={note}
          onChange={typeNote}
          maxLength={300}
          placeholder="e.g. New headline for the summer campaign"
        />
        {error && !isSignedOut(error) && (
          <p role="alert" className="text-sm text-danger">
            {!(error instanceof NotSaved)
              ? sentenceOf(error)
              : isTooLarge
                ? 'There is more on the site than the server takes. Shorten or remove something first; what you typed is kept here.'
                : 'Not everything is saved yet. Wait a moment, or fix what is named above.'}
          </p>
        )}
        {firstBlocked && (
          <p id="why-not" className="text-sm text-warning">
            It cannot be published yet:{' '}
            <button
              type="button"
              onClick={() => jump(firstBlocked)}
              className="-my-3 inline-flex min-h-11 items-center text-left underline underline-offset-2"
            >
              fix {blocked.length === 1 ? 'one thing' : `${blocked.length} things`} first
            </button>
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            type="submit"
            aria-describedby={
              firstBlocked ? 'why-not' : asksForSample && !isSampleFine ? 'sample-film' : undefined
            }
            disabled={
              publish.isPending ||
              blocked.length > 0 ||
              changes.length === 0 ||
              (asksForSample && !isSampleFine)
            }
          >
            {publish.isPending ? 'Publishing…' : 'Publish'}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Keep working
          </Button>
        </div>
      </form>
      <DiscardChanges count={changes.length} onDiscarded={onClose} />
    </Dialog>
  )
}
