import { createHash } from 'node:crypto'
import type { FileQuestion, NamedColumns, SpendColumn } from '#contract/spend-file.ts'
import { cutText } from '#contract/text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { currencyOfSigns, signsIn } from './currency-signs.ts'
import { mergeRows, type RefusedRow } from './merge-rows.ts'
import { type CsvFile, type CsvRecord, readCsv } from './read-csv.ts'
import {
  areShortYearsLast,
  type DateOrder,
  daysIn,
  findDateOrder,
  hasShortYear,
  readDay,
  readSpan,
} from './read-day.ts'
import { type DecimalMark, findDecimalMark, isEmptyName } from './read-figures.ts'
import { areIdsCut } from './read-ids.ts'
import { type CellOf, readSpendLine } from './read-spend-line.ts'
import { isHeader, placesNamed, plainHeader, type ReadHeader, readHeader } from './spend-headers.ts'
import type { SpendRow } from './spend-row.ts'

/** What the owner said of a file, now or when they last brought one with the same headers. */
export type FileAnswers = {
  platform?: string | undefined
  currency?: string | undefined
  dates?: DateOrder | undefined
  columns?: NamedColumns | undefined
}

/** A file's header as it was found, for whoever has to name its columns, and what was said of it, now or before. */
export type FoundHeader = {
  headers: string[]
  samples: string[][]
  columns: NamedColumns
  headerKey: string
  answers: FileAnswers
}

/** What became of a file: its rows, or what must be said of it first. */
export type ReadFile =
  | (FoundHeader & { needs: FileQuestion; platform: string | null; currency: string | null })
  | (FoundHeader & { needs: null; rows: SpendRow[]; refused: RefusedRow[] })

const HEADER_WITHIN = 25
const SAMPLES = 3
const TOTAL_WORD = '^(grand )?(total|totals|totales|totaux|gesamt|gesamtsumme|insgesamt|المجموع|الإجمالي)'
const TOTAL = new RegExp(`${TOTAL_WORD}(?![\\p{L}\\d])`, 'iu')
// In a column of names it has to go on like a total: 'Total Body Reset' is a campaign.
const TOTAL_AS_NAME = new RegExp(`${TOTAL_WORD}\\s*($|[:(–—-]|((of|de|des|von) )?\\d)`, 'iu')

const refuse = (words: string): Refusal => new Refusal('invalid', words, { fields: { file: words } })

/** The key under which what was said of a header is remembered. */
const keyOfHeader = (cells: string[]): string => {
  const hex = createHash('md5')
    .update(JSON.stringify(cells.map(plainHeader)))
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * Reads a file of an ad manager, or of our own form: each line right, or refused with its reason. What cannot be known
 * from the file is asked for; `remembered` gives what was answered for the same header before.
 */
export async function readSpendFile(
  bytes: Uint8Array,
  given: FileAnswers,
  about: { today: string; remembered(headerKey: string): Promise<FileAnswers | undefined> },
): Promise<ReadFile> {
  const file = await readCsv(bytes)
  const at = findHeader(file, given)
  const header = file.records[at]
  if (!header) throw refuse('This file has no line with the names of its columns.')
  const headerKey = keyOfHeader(header.cells)
  const before = await about.remembered(headerKey)
  const answers: FileAnswers = {
    platform: given.platform ?? before?.platform,
    currency: given.currency ?? before?.currency,
    dates: given.dates ?? before?.dates,
    columns: given.columns ?? before?.columns,
  }
  const known = readHeader(header.cells)
  const read: ReadHeader = answers.columns
    ? { ...known, places: placesNamed(header.cells, answers.columns) }
    : known
  const lines = file.records.slice(at + 1)
  const found: FoundHeader = {
    headerKey,
    answers,
    headers: header.cells.map((cell) => cutText(cell, 300)),
    samples: lines.slice(0, SAMPLES).map(({ cells }) => cells.map((cell) => cutText(cell, 80))),
    columns: columnsOf(header.cells, read.places),
  }
  return understand({
    file,
    lines,
    titles: file.records.slice(0, at),
    found,
    read,
    answers,
    today: about.today,
  })
}

const columnsOf = (cells: string[], places: ReadHeader['places']): NamedColumns =>
  Object.fromEntries(
    Object.entries(places).map(([column, place]) => [column, cutText(cells[place] ?? '', 300)]),
  )

/** The place of the header row: below titles, where the file has any. */
function findHeader({ records }: CsvFile, given: FileAnswers): number {
  const top = records.slice(0, HEADER_WITHIN)
  const { columns } = given
  const named = columns
    ? top.findIndex(
        ({ cells }) => Object.keys(placesNamed(cells, columns)).length === Object.keys(columns).length,
      )
    : -1
  if (named >= 0) return named
  const known = top.findIndex(({ cells }) => isHeader(readHeader(cells)))
  if (known >= 0) return known
  // Nothing is known of it: titles have fewer cells than the header that follows them.
  const filled = top.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  return filled.indexOf(Math.max(...filled))
}

type Parts = {
  file: CsvFile
  lines: CsvRecord[]
  titles: CsvRecord[]
  found: FoundHeader
  read: ReadHeader
  answers: FileAnswers
  today: string
}

function understand({ file, lines, titles, found, read, answers, today }: Parts): ReadFile {
  const { places } = read
  const cellOf = (record: CsvRecord, column: SpendColumn): string => {
    const place = places[column]
    return place === undefined ? '' : (record.cells[place] ?? '')
  }
  const platform = answers.platform ?? read.platform ?? null
  const signs = signsIn(lines.map((one) => cellOf(one, 'spend')))
  const sign = currencyOfSigns(signs)
  const currency = read.currency ?? answers.currency ?? sign ?? null
  const asking = (needs: FileQuestion): ReadFile => ({ ...found, needs, platform, currency })
  const dates = lines.flatMap((one) => [cellOf(one, 'date'), cellOf(one, 'end')])
  const titleLines = titles.map(({ cells }) => cells.filter(Boolean).join(', '))
  const inTitles = places.date === undefined ? titleLines.flatMap(daysIn) : []
  const order = orderOf([...dates, ...inTitles], read, answers)
  const isYearLast = areShortYearsLast([...dates, ...inTitles], today)
  const spanOf = (line: string) =>
    order ? readSpan(line, order) : (readSpan(line, 'month-first') ?? readSpan(line, 'day-first'))
  const ofTitles = titleLines.flatMap((line) =>
    isYearLast || !daysIn(line).some(hasShortYear) ? (spanOf(line) ?? []) : [],
  )
  if (!isHeader(read)) return asking('columns')
  if (places.date === undefined && ofTitles.length === 0) {
    if (!answers.columns && read.platform === undefined) return asking('columns')
    throw refuse(
      'This file does not say which days it is about. Add the column “Day” in the ad manager and export it again.',
    )
  }
  if (platform === null && places.platform === undefined) return asking('platform')
  if (order === undefined) return asking('dates')
  if (currency === null && places.currency === undefined) return asking('currency')

  const mark = markOf({ file, lines, read, cellOf })
  const isCut = areIdsCut(lines.flatMap((one) => ID_COLUMNS.map((column) => cellOf(one, column))))
  const hasSeveralSigns = signs.size > 1
  const ofDates = { order, areShortYearsLast: isYearLast, span: ofTitles[0] }
  const ofFile = { hasSeveralSigns, cellOf, mark, isCut, ...ofDates, platform, currency, today }
  const rows: SpendRow[] = []
  const refused: RefusedRow[] = []
  for (const record of lines) {
    if (isTotal(record, cellOf, order)) continue
    const row = readSpendLine(record, ofFile)
    if (typeof row === 'string') refused.push({ line: record.line, reason: row })
    else rows.push(row)
  }
  const merged = mergeRows(rows, 'add')
  return { ...found, needs: null, rows: merged.rows, refused: inOrder([...refused, ...merged.refused]) }
}

const inOrder = (refused: RefusedRow[]): RefusedRow[] => refused.sort((one, next) => one.line - next.line)

function orderOf(dates: string[], read: ReadHeader, answers: FileAnswers): DateOrder | undefined {
  const found = findDateOrder(dates)
  if (found === 'day-first' || found === 'month-first') return found
  if (found === 'not-needed') return answers.dates ?? 'month-first'
  return answers.dates ?? (read.isEnglish ? undefined : 'day-first')
}

function markOf(parts: { file: CsvFile; lines: CsvRecord[]; read: ReadHeader; cellOf: CellOf }): DecimalMark {
  const { file, lines, read, cellOf } = parts
  const whole = lines.flatMap((one) => [cellOf(one, 'impressions'), cellOf(one, 'clicks')])
  const money = lines.map((one) => cellOf(one, 'spend'))
  // Our own form has English headers in every language.
  const isEnglish = read.isEnglish && read.places.platform === undefined
  return findDecimalMark({ money, whole }, file.delimiter === ';' && !isEnglish ? ',' : '.')
}

const ID_COLUMNS = ['campaignId', 'adsetId', 'adId'] as const
const NAMING = ['campaignId', 'campaign', 'adsetId', 'adset', 'adId', 'ad'] as const

function isTotal(record: CsvRecord, cellOf: CellOf, order: DateOrder): boolean {
  if (NAMING.every((column) => isEmptyName(cellOf(record, column)))) return true
  const first = record.cells.find((cell) => cell.trim() !== '') ?? ''
  const isName = NAMING.some((column) => cellOf(record, column) === first)
  const says = isName ? TOTAL_AS_NAME : TOTAL
  return says.test(first.trim()) && readDay(cellOf(record, 'date'), order) === undefined
}
