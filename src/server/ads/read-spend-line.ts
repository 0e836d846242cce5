import type { SpendColumn } from '#contract/spend-file.ts'
import { CurrencyCode, PlatformName } from '#contract/spend-rows.ts'
import { cutText } from '#contract/text.ts'
import { isOfAnother } from './currency-signs.ts'
import type { CsvRecord } from './read-csv.ts'
import { type DateOrder, hasShortYear, readDay } from './read-day.ts'
import { type DecimalMark, isEmptyCell, isEmptyName, readMicros, readWhole } from './read-figures.ts'
import { accountOf, idOf, isLongId } from './read-ids.ts'
import { levelOf, type SpendRow } from './spend-row.ts'

const LONGEST_SPAN_DAYS = 1200
const A_DAY = 86_400_000

/** What stands in a column of a line; nothing where the file has no such column. */
export type CellOf = (record: CsvRecord, column: SpendColumn) => string

/** What is known of the file that a line is of. */
type OfFile = {
  cellOf: CellOf
  mark: DecimalMark
  /** Whether its amounts have more than one currency sign. */
  hasSeveralSigns: boolean
  /** Whether a spreadsheet has rounded its ids. */
  isCut: boolean
  order: DateOrder
  /** Whether its years of two digits stand last for certain. */
  areShortYearsLast: boolean
  /** The days that the file's titles say it is about. */
  span: { day: string; through: string } | undefined
  platform: string | null
  currency: string | null
  today: string
}

/** One line of a file as a row, or why it is none. */
export function readSpendLine(record: CsvRecord, file: OfFile): SpendRow | string {
  const { mark, isCut, today } = file
  const cell = (column: SpendColumn) => file.cellOf(record, column)
  const idIn = (column: SpendColumn) => (isCut && isLongId(cell(column)) ? '' : idOf(cell(column)))
  const dateText = cell('date')
  const day = isEmptyCell(dateText) ? file.span?.day : dayIn(dateText, file)
  if (!day) return isEmptyCell(dateText) ? 'There is no day.' : whyNoDay(dateText, file)
  const endText = cell('end')
  const through = isEmptyCell(endText)
    ? isEmptyCell(dateText)
      ? (file.span?.through ?? day)
      : day
    : dayIn(endText, file)
  if (!through) return whyNoDay(endText, file)
  const whyNot = whyNotDays(day, through, today)
  if (whyNot) return whyNot
  const platform = PlatformName.safeParse(file.platform ?? cell('platform')).data
  if (!platform) return `“${shown(cell('platform'))}” is no platform. Write meta, google or tiktok.`
  // A column says it of each line; where a line leaves it out, what holds for the file.
  const currencyText = isEmptyCell(cell('currency')) ? (file.currency ?? '') : cell('currency')
  const currency = CurrencyCode.safeParse(currencyText).data
  if (!currency)
    return currencyText === '' ? 'There is no currency.' : `“${shown(currencyText)}” is no currency.`
  if (file.currency !== null && places(cell('currency')) && currency !== file.currency)
    return `The heading says ${file.currency}, this line ${currency}.`
  if (file.hasSeveralSigns && !places(cell('currency')) && isOfAnother(cell('spend'), currency))
    return `The file is in ${currency}, and “${shown(cell('spend'))}” is in another currency.`
  const spend = readMicros(cell('spend'), mark)
  if (spend === undefined)
    return /^\s*[-(−]/.test(cell('spend'))
      ? 'The spend is below zero.'
      : `“${shown(cell('spend'))}” is no amount of money.`
  const impressions = readWhole(cell('impressions'), mark)
  if (impressions === undefined) return `“${shown(cell('impressions'))}” is no number of impressions.`
  const clicks = readWhole(cell('clicks'), mark)
  if (clicks === undefined) return `“${shown(cell('clicks'))}” is no number of clicks.`
  const row: SpendRow = {
    ...{ line: record.line, platform, currency, day, through, impressions, clicks },
    account: accountOf(cell('accountId')),
    campaign_id: idIn('campaignId'),
    campaign: nameOf(cell('campaign')),
    adset_id: idIn('adsetId'),
    adset: nameOf(cell('adset')),
    ad_id: idIn('adId'),
    ad: nameOf(cell('ad')),
    spend_micros: spend,
  }
  if (levelOf(row) === undefined)
    return 'A spreadsheet has cut off the id of this line, and it has no name. Export it again, and do not save it in a spreadsheet.'
  return row
}

const isUnclear = (text: string, { areShortYearsLast }: OfFile): boolean =>
  hasShortYear(text) && !areShortYearsLast

const dayIn = (text: string, file: OfFile): string | undefined =>
  isUnclear(text, file) ? undefined : readDay(text, file.order)

const whyNoDay = (text: string, file: OfFile): string =>
  isUnclear(text, file)
    ? `“${shown(text)}” could be several days. Write its year with four digits.`
    : `“${shown(text)}” is no day.`

const places = (currencyCell: string): boolean => !isEmptyCell(currencyCell)
const shown = (text: string): string => cutText(text, 40)

/** Why days cannot be those of spend; undefined where they can. Of tomorrow, because other timezones are there already. */
export function whyNotDays(day: string, through: string, today: string): string | undefined {
  if (through < day) return 'Its last day comes before its first.'
  if (Date.parse(through) - Date.parse(today) > A_DAY) return `${through} has not come yet.`
  if (Date.parse(through) - Date.parse(day) > LONGEST_SPAN_DAYS * A_DAY)
    return 'It covers more than three years at once.'
  return undefined
}

/** A name as it is kept; nothing for a cell that is empty. */
export const nameOf = (text: string): string => (isEmptyName(text) ? '' : cutText(text, 500))
