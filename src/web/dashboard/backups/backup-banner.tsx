import { TriangleAlert } from 'lucide-react'
import { useBackups } from './use-backups.ts'

/** Says above everything that a backup failed, or that for more than a day there is no proved one. */
export function BackupBanner({ onDetails }: { onDetails: () => void }) {
  const { data } = useBackups()
  return (
    <div role="status">
      {data?.trouble && (
        <p className="-mx-4 flex items-center gap-2 border-b border-line bg-warning-soft px-4 py-1 text-sm md:-mx-8 md:px-8">
          <TriangleAlert size={15} aria-hidden="true" className="shrink-0 text-warning" />
          <span className="min-w-0 flex-1 break-words tabular-nums">{data.trouble}</span>
          <button
            type="button"
            onClick={onDetails}
            className="inline-flex min-h-11 items-center underline underline-offset-2 md:min-h-8"
          >
            Details<span className="sr-only"> of the backups</span>
          </button>
        </p>
      )}
    </div>
  )
}
