import { CountLine } from '#web/dashboard/list/count-line.tsx'
import type { List } from '#web/dashboard/list/use-list.ts'
import { DownloadLink, type ExportFile } from './download-link.tsx'

type CountAndExportProps = {
  list: List<unknown>
  /** What one of them and many of them are called. */
  noun: [string, string]
  /** What else is to be known of that number; it stands below it. */
  note?: string | undefined
  file: ExportFile
  input: Record<string, string | undefined>
}

/** How much of a list is on screen, once that is known, and the way to have all of it as a file. */
export const CountAndExport = ({ list, noun, note, file, input }: CountAndExportProps) => (
  <>
    {list.rows && (
      <div>
        <CountLine shown={list.rows.length} total={list.total} isCapped={list.isCapped} noun={noun} />
        {note && <p className="text-xs whitespace-nowrap text-ink-3">{note}</p>}
      </div>
    )}
    <DownloadLink file={file} input={input}>
      Export
    </DownloadLink>
  </>
)
