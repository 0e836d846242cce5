import { useState } from 'react'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useVersions } from './use-versions.ts'
import { VersionDialog } from './version-dialog.tsx'

/** Every published version of the site: who, when, why, and the way back to it. */
export function Versions() {
  const { tz } = useAddress()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useVersions()
  const [open, setOpen] = useState<number | null>(null)
  const versions = data?.pages.flatMap(({ rows }) => rows)
  return (
    <div className="max-w-160 pb-10">
      <h2 className="text-lg font-semibold">Versions</h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">
        Each time you publish, the site as it then is is kept. Any of them can be brought back.
      </p>
      {!versions &&
        (error ? (
          <FailedList what="The versions" error={error} retry={() => void refetch()} />
        ) : (
          <ListSkeleton rows={4} />
        ))}
      {versions && (
        <ul className="border-t border-line">
          {versions.map((version) => (
            <li key={version.version} className="border-b border-line">
              <button
                type="button"
                onClick={() => setOpen(version.version)}
                className="block w-full py-3 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
                  <span className="font-medium">
                    {version.version === 0 ? 'As delivered' : `Version ${version.version}`}
                  </span>
                  {version.isLive && <Badge>Visitors see this</Badge>}
                  <span className="text-xs text-ink-3 md:ml-auto">
                    {version.publishedAt && <Moment at={version.publishedAt} tz={tz} />}
                    {version.publishedBy && ` · ${version.publishedBy}`}
                  </span>
                </span>
                {version.version > 0 && (
                  <span className="mt-0.5 block text-ink-2">
                    {version.note ||
                      (version.restoredFrom === null
                        ? `${version.changedCount} ${version.changedCount === 1 ? 'change' : 'changes'}`
                        : `Brought back version ${version.restoredFrom}`)}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-3" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading…' : 'Older versions'}
        </Button>
      )}
      {open !== null && <VersionDialog version={open} onClose={() => setOpen(null)} />}
    </div>
  )
}
