import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { exportApi } from '#contract/export.ts'
import { useCsvSeparator } from './csv-separator.ts'

type FileOf<Name> = Name extends `GET /api/export/${infer File}.csv` ? File : never

/** The files that can be exported. */
export type ExportFile = FileOf<keyof typeof exportApi>

type DownloadLinkProps = {
  file: ExportFile
  /** Range, search and filters, as the list's own call takes them. */
  input: Record<string, string | undefined>
  children: ReactNode
}

/** Downloads a whole list as a CSV file; the browser writes it to disk as it arrives. */
export function DownloadLink({ file, input, children }: DownloadLinkProps) {
  const separator = useCsvSeparator()
  const wanted = Object.entries(input).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return (
    <a
      href={`/api/export/${file}.csv?${new URLSearchParams([...wanted, ['separator', separator]])}`}
      download
      className="inline-flex min-h-11 items-center gap-2 rounded-sm px-2 text-sm whitespace-nowrap text-ink-2 hover:bg-sunken hover:text-ink md:min-h-9"
    >
      <Download size={15} aria-hidden="true" />
      {children}
    </a>
  )
}
