import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CsvSeparator } from '#contract/csv-separator.ts'
import type { Exchange } from '#server/platform/http/serve.ts'
import { byteOrderMark, type CsvColumn, csvLine } from './csv.ts'

/**
 * Streams a list as a CSV file, no faster than the browser takes it. A failure on the way breaks the download
 * off, so that half a file is never taken for a whole one. Resolves to '' once all is sent.
 */
export async function sendCsv<Row>(
  { request, reply }: Exchange,
  { name, columns, separator }: { name: string; columns: CsvColumn<Row>[]; separator: CsvSeparator },
  pages: AsyncGenerator<Row[]>,
): Promise<string> {
  // The first rows are read before anything is sent: what fails there is still answered as an error.
  const first = await pages.next()
  reply.hijack()
  for (const [header, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(header, value)
  reply.raw.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
  })
  const linesOf = (rows: Row[]) =>
    rows
      .map((row) =>
        csvLine(
          columns.map((column) => column.value(row)),
          separator,
        ),
      )
      .join('')
  async function* text() {
    yield byteOrderMark +
      csvLine(
        columns.map(({ heading }) => heading),
        separator,
      )
    if (!first.done) yield linesOf(first.value)
    for await (const rows of pages) yield linesOf(rows)
  }
  try {
    await pipeline(Readable.from(text()), reply.raw)
  } catch (error) {
    request.log.warn({ err: error }, 'an export ended early')
    reply.raw.destroy()
  }
  return ''
}
