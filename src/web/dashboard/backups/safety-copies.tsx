import { Download } from 'lucide-react'
import type { CopiesOfOthers, SafetyCopy } from '#contract/backups.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { copiesOfOthersLine, copyLine } from './backup-words.ts'

/** What the server kept by itself before an upgrade or a restore: the way back. */
export function SafetyCopies(props: {
  copies: SafetyCopy[]
  ofOthers: CopiesOfOthers | null
  canDownload: boolean
  tz: string
  onRestore: ((one: { file: string; at: string }) => void) | null
}) {
  const { copies, ofOthers, canDownload, tz, onRestore } = props
  return (
    <section aria-labelledby="safety-copies" className="mt-4">
      <h4 id="safety-copies" className="text-sm font-medium">
        Kept before an upgrade or a restore
      </h4>
      <p className="mt-1 text-xs text-ink-3">
        Made automatically by the server, without the videos, which stay where they are. The last five of each
        are kept.
      </p>
      <ul aria-labelledby="safety-copies" className="mt-1 empty:hidden">
        {copies.map((copy) => {
          const at = shortTime(copy.madeAt, tz)
          return (
            <li
              key={copy.file}
              className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-0"
            >
              <div className="min-w-0">
                <p className="text-sm tabular-nums">{at}</p>
                <p className="text-xs break-words text-ink-2">{copyLine(copy)}</p>
              </div>
              <div className="flex shrink-0 flex-wrap justify-end">
                {onRestore && (
                  <Button look="quiet" onClick={() => onRestore({ file: copy.file, at })}>
                    Restore<span className="sr-only"> the copy of {at}</span>
                  </Button>
                )}
                {canDownload && (
                  <a
                    href={`/api/backups/copies/${encodeURIComponent(copy.file)}`}
                    download
                    className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-sm px-2 text-sm text-ink-2 hover:bg-sunken hover:text-ink md:min-h-9"
                  >
                    <Download size={15} aria-hidden="true" />
                    Download<span className="sr-only"> the copy of {at}</span>
                  </a>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {ofOthers && <p className="mt-2 text-xs text-ink-2">{copiesOfOthersLine(ofOthers, tz)}</p>}
    </section>
  )
}
