import { useState } from 'react'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { places } from '#web/dashboard/site/places.ts'
import { PreviewFrame } from '#web/dashboard/site/preview/preview-frame.tsx'
import { ChangeList } from '#web/dashboard/site/publish/change-list.tsx'
import { fullTime } from '#web/dashboard/time/clock-time.ts'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { RestoreVersion } from './restore-version.tsx'
import { useVersion } from './use-versions.ts'

/** One published version: what it changed, how the pages looked, and the way back to it. */
export function VersionDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const { tz } = useAddress()
  const { data, error, refetch } = useVersion(version)
  const before = useVersion(version - 1).data
  // What a version was stays; which one visitors see changes with each publishing.
  const isLive = useDraftPart(({ publishedVersion }) => publishedVersion === version)
  const [path, setPath] = useState('/')
  return (
    <Dialog title={version === 0 ? 'As delivered' : `Version ${version}`} shape="panel" onClose={onClose}>
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
