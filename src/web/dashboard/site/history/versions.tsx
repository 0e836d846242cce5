import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { SiteVersion } from '#contract/content-api.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { readMore } from '#web/dashboard/list/read-more.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { changedPlaces } from './changed-places.ts'
import { useVersions } from './use-versions.ts'
import { VersionDialog } from './version-dialog.tsx'

function wordsOf(version: SiteVersion): string {
  if (version.version === 0) return 'The site before your first change'
  if (version.note) return version.note
  if (version.restoredFrom !== null) return `Brought back version ${version.restoredFrom}`
  return changedPlaces(version)
}

/** Every published version of the site: who, when, why, and the way back to it. */
export function Versions() {
  const { tz } = useAddress()
  const list = useVersions()
  const { data, error, refetch, hasNextPage, isFetchingNextPage } = list
  const [open, setOpen] = useState<number | null>(null)
  const versions = data?.pages.flatMap(({ rows }) => rows)
  return (
    <div className="max-w-160 pb-10">
      <h2 className="text-lg font-semibold">Versions</h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">
        Each time you publish, a copy of the whole site is kept. Look at any of them, and bring it back if you
        like it better.
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
                className="flex w-full items-center gap-3 py-3 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <span className="min-w-0 flex-1">
                  <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
                    <span className="font-medium">
                      {version.version === 0 ? 'The original site' : `Version ${version.version}`}
                    </span>
                    {version.isLive && <Badge>Visitors see this</Badge>}
                    <span className="text-xs text-ink-3 md:ml-auto">
                      {version.publishedAt && <Moment at={version.publishedAt} tz={tz} />}
                      {version.publishedBy && ` · ${version.publishedBy}`}
                    </span>
                  </span>
                  <span className="mt-0.5 block text-ink-2">{wordsOf(version)}</span>
                </span>
                <ChevronRight size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-3" disabled={isFetchingNextPage} onClick={() => void readMore(list)}>
          {isFetchingNextPage ? 'Loading…' : 'Older versions'}
        </Button>
      )}
      {open !== null && <VersionDialog version={open} onClose={() => setOpen(null)} />}
    </div>
  )
}
