import { type CsvSeparator, csvFigure, separatorMark } from '#contract/csv-separator.ts'

/** An amount of a currency: its figure with a point before the decimals, and the currency's code. */
export type CsvAmount = { figure: string; currency: string }

/** What a cell holds; null leaves it empty. */
export type CsvValue = string | number | null | CsvAmount[]

/** One column of a CSV file: its heading and a row's value. */
export type CsvColumn<Row> = { heading: string; value: (row: Row) => CsvValue }

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\uFEFF'

// A spreadsheet runs a cell that begins like this as a formula; a leading apostrophe makes it text. Where semicolons or
// tabs part cells, commas and quotes hold nothing together, so that a cell may begin in the middle of ours, and its
// own quotes are taken away before it runs. What may begin a cell is left out of the blanks before a formula: otherwise
// each of many line breaks would look through all that follow.
const FORMULA = /(^|[;\t\r\n]|,(?=\S))((?:[^\S\t\r\n]|")*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const BREAK_AT_START = /^[\t\r\n]/
// A spreadsheet takes digits alone for a number: it keeps fifteen of them, and no zero before them. Ads have ids of
// eighteen.
const NO_NUMBER = /^(?:0\d+|\d{16,})$/
// Where decimals have the comma, dots part thousands and the figures of dates: 17.4 would be the 17th of April, and an IP
// address one large number.
const NO_NUMBER_WITH_COMMAS = /^\d+(?:\.\d+)+$/
const NEEDS_QUOTES = /[",;\t\r\n]/

/**
 * One cell. Text that some spreadsheet would run, and digits that it would cut, get an apostrophe there; numbers and amounts
 * are left as they are, also below zero: nobody else's words are in them.
 */
export function csvCell(value: CsvValue, separator: CsvSeparator = 'comma'): string {
  if (value === null) return ''
  if (Array.isArray(value)) return quoted(amountsIn(value, separator))
  if (typeof value === 'number') return csvFigure(value, separator)
  if (NO_NUMBER.test(value) || (separator === 'semicolon' && NO_NUMBER_WITH_COMMAS.test(value)))
    return `'${value}`
  const safe = value.replace(FORMULA, "$1$2'$3").replace(BREAK_AT_START, "'$&")
  return quoted(safe)
}

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const amountsIn = (amounts: CsvAmount[], separator: CsvSeparator): string =>
  amounts.map(({ figure, currency }) => `${csvFigure(figure, separator)} ${currency}`).join('; ')

/** One line with its CRLF. */
export const csvLine = (cells: CsvValue[], separator: CsvSeparator = 'comma'): string =>
  `${cells.map((cell) => csvCell(cell, separator)).join(separatorMark[separator])}\r\n`
