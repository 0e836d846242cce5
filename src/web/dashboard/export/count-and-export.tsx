import { CountLine } from '#web/dashboard/list/count-line.tsx'
import type { List } from '#web/dashboard/list/use-list.ts'
import { DownloadLink, type ExportFile } from './download-link.tsx'

type CountAndExportProps = {
  list: List<unknown>
  /** What one of them and many of them are called. */
  noun: [string, string]
  file: ExportFile
  input: Record<string, string | undefined>
}

/** How much of a list is on screen, once that is known, and the way to have all of it as a file. */
export const CountAndExport = ({ list, noun, file, input }: CountAndExportProps) => (
  <>
    {list.rows && (
      <CountLine shown={list.rows.length} total={list.total} isCapped={list.isCapped} noun={noun} />
    )}
    <DownloadLink file={file} input={input}>
      Export
    </DownloadLink>
  </>
)
