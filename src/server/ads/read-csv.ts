import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { Refusal } from '#server/platform/refusal.ts'

/** One record of a file with the line it begins on. */
export type CsvRecord = { line: number; cells: string[] }

/** A file as it was read: its records without the empty ones, and what parts their cells. */
export type CsvFile = { records: CsvRecord[]; delimiter: string }

const MOST_RECORDS = 50_000
const MOST_COLUMNS = 200
const LONGEST_CELL = 2000
const LONGEST_RECORD = 64 * 1024
const SLICE = 64 * 1024

const refuse = (words: string): Refusal => new Refusal('invalid', words, { fields: { file: words } })

const ASK_FOR_CSV = 'This is not a CSV file. Choose CSV, not Excel, when you export it from the ad manager.'

/** A file's bytes as text, by its byte order mark, else by what they look like. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  // Excel's files, PDFs and old Excel's.
  if (
    startsWith(bytes, [0x50, 0x4b]) ||
    startsWith(bytes, [0x25, 0x50, 0x44, 0x46]) ||
    startsWith(bytes, [0xd0, 0xcf])
  )
    throw refuse(ASK_FOR_CSV)
  const text = textOf(bytes, first, second)
  if (text.includes('\0')) throw refuse(ASK_FOR_CSV)
  return text
}

function textOf(bytes: Uint8Array, first: number | undefined, second: number | undefined): string {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const head = bytes.subarray(0, 400)
  const zeros = head.reduce((sum, byte, at) => sum + (byte === 0 && at % 2 === 1 ? 1 : 0), 0)
  if (zeros > head.length / 4) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const startsWith = (bytes: Uint8Array, mark: number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte)

/**
 * What parts the cells: of tab, semicolon and comma the one that as many lines near the top as possible have equally often,
 * outside quotes. Names and figures have marks of their own, but not in each line as many.
 */
export function findDelimiter(text: string): string {
  const lines = text
    .slice(0, SLICE)
    .split(/\r\n|\r|\n/, 30)
    .map((line) => line.replace(/"[^"]*"/g, ''))
  let best = { mark: ',', lines: 0, times: 0 }
  for (const mark of ['\t', ';', ',']) {
    const inLines = lines.map((line) => line.split(mark).length - 1).filter((times) => times > 0)
    for (const [times, { length }] of Map.groupBy(inLines, (count) => count))
      if (length > best.lines || (length === best.lines && times > best.times))
        best = { mark, lines: length, times }
  }
  return best.mark
}

/**
 * Reads a CSV's records without holding up anything else; refuses what is longer, wider or larger than any ad manager
 * writes.
 */
export async function readCsv(bytes: Uint8Array): Promise<CsvFile> {
  const whole = decodeText(bytes)
  const said = /^\uFEFF?sep=([;,\t])\r?\n/i.exec(whole)
  const text = said ? whole.slice(said[0].length) : whole
  const delimiter = said?.[1] ?? findDelimiter(text)
  if (text.trim() === '') throw refuse('This file is empty.')
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
  })
  const records: CsvRecord[] = []
  Readable.from(slices(text)).pipe(parser)
  const linesBefore = said ? 1 : 0
  let lastLine = 0
  try {
    for await (const { record, info } of parser) {
      const cells: string[] = record
      // The parser tells the line a record ends on; one may hold line breaks.
      const breaks = cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
      const line = info.lines - breaks + linesBefore
      lastLine = line
      if (cells.every((cell) => cell.trim() === '')) continue
      if (records.length >= MOST_RECORDS)
        throw refuse(
          `This file has more than ${MOST_RECORDS.toLocaleString('en-US')} lines. Export a shorter time.`,
        )
      if (cells.length > MOST_COLUMNS)
        throw refuse(
          `Line ${line} has more than ${MOST_COLUMNS} columns. Choose fewer columns in the ad manager.`,
        )
      if (cells.some((cell) => cell.length > LONGEST_CELL))
        throw refuse(
          `Line ${line} holds a cell that is longer than any name. This is no report of an ad manager.`,
        )
      records.push({ line, cells })
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refuse(
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? `The line after line ${lastLine} does not end. A quotation mark may be missing there.`
        : `The file cannot be read after line ${lastLine}. A quotation mark may be missing there.`,
    )
  } finally {
    parser.destroy()
  }
  return { records, delimiter }
}

function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE) yield text.slice(at, at + SLICE)
}
