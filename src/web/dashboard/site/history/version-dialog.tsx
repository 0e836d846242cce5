import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { useDraft, useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { places } from '#web/dashboard/site/places.ts'
import { PreviewFrame } from '#web/dashboard/site/preview/preview-frame.tsx'
import { ChangeList, visibleChanges } from '#web/dashboard/site/publish/change-list.tsx'
import { readSiteAgain } from '#web/dashboard/site/publish/undo-publish.ts'
import { fullTime } from '#web/dashboard/time/clock-time.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import { useVersion } from './use-versions.ts'

/** Brings an earlier version back, after one question. */
function RestoreVersion({ version, onRestored }: { version: number; onRestored: () => void }) {
  const draft = useDraft()
  const client = useQueryClient()
  const lost = useDraftPart((state) => visibleChanges(state.published, state.content).length)
  const question = useAsking()
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
  if (!question.asking)
    return (
      <Button ref={question.ask} onClick={question.raise}>
        Bring this version back…
      </Button>
    )
  return (
    <section aria-label="Bring it back" className="rounded-md border border-line-strong px-4 py-3">
      <h3 className="text-sm font-semibold">Show visitors this version?</h3>
      <p className="mt-1 text-sm text-ink-2">
        It becomes public at once, as a new version. What is public now stays in this list.
        {lost > 0 &&
          ` Your ${lost === 1 ? 'change that is' : `${lost} changes that are`} not published yet would be lost.`}
      </p>
      <Failure of={restore.error} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="primary" disabled={restore.isPending} onClick={() => restore.mutate()}>
          {restore.isPending ? 'Bringing it back…' : 'Bring it back'}
        </Button>
        <Button ref={question.no} look="quiet" onClick={question.keep}>
          Leave things as they are
        </Button>
      </div>
    </section>
  )
}

/** One published version: what it changed, how the pages looked, and the way back to it. */
export function VersionDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const { tz } = useAddress()
  const { data, error, refetch } = useVersion(version)
  const before = useVersion(version - 1).data
  // What a version was stays; which one visitors see changes with each publishing.
  const isLive = useDraftPart(({ publishedVersion }) => publishedVersion === version)
  const [path, setPath] = useState('/')
  return (
    <Dialog
      title={version === 0 ? 'The original site' : `Version ${version}`}
      shape="panel"
      onClose={onClose}
    >
      {!data &&
        (error ? (
          <FailedList what="This version" error={error} retry={() => void refetch()} />
        ) : (
          <ListSkeleton rows={4} />
        ))}
      {data && (
        <div className="space-y-6">
          <div className="text-sm">
            {version === 0 && (
              <p className="text-ink-2">The whole site as it was before your first change.</p>
            )}
            {data.publishedAt && (
              <p className="text-ink-2">
                Published {fullTime(data.publishedAt, tz)}
                {data.publishedBy && ` with ${data.publishedBy}`}
              </p>
            )}
            {data.restoredFrom !== null && (
              <p className="text-ink-2">It brought back version {data.restoredFrom}.</p>
            )}
            {data.note && version > 0 && <p className="mt-1">{data.note}</p>}
            {isLive && <p className="mt-1 text-ink-2">This is what visitors see now.</p>}
          </div>
          {!isLive && <RestoreVersion version={version} onRestored={onClose} />}
          {before && data.changedCount > 0 && (
            <section>
              <h3 className="mb-2 text-sm font-medium">What it changed</h3>
              <ChangeList before={before.content} after={data.content} />
            </section>
          )}
          <section>
            <div className="mb-2 flex items-center justify-between gap-3">
              <h3 className="text-sm font-medium">How it looked</h3>
              <select
                aria-label="Page"
                value={path}
                onChange={({ currentTarget }) => setPath(currentTarget.value)}
                className={`${fieldLook} max-w-48`}
              >
                {places.flatMap((place) =>
                  place.path === null
                    ? []
                    : [
                        <option key={place.key} value={place.path}>
                          {place.title}
                        </option>,
                      ],
                )}
              </select>
            </div>
            <div className="h-128 overflow-hidden rounded-md border border-line">
              <PreviewFrame
                path={path}
                version={version}
                revision={`version-${version}`}
                title={`How ${path} looked`}
                width={undefined}
                scale={1}
              />
            </div>
          </section>
        </div>
      )}
    </Dialog>
  )
}
