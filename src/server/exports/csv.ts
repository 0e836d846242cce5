/** One column of a CSV file: its heading and a row's value; null leaves the cell empty. */
export type CsvColumn<Row> = { heading: string; value: (row: Row) => string | number | null }

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\uFEFF'

// A spreadsheet runs a cell that begins like this as a formula; a leading apostrophe makes it text.
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/** One cell. Text that a spreadsheet would run gets a leading apostrophe; numbers are left as they are. */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its CRLF. */
export const csvLine = (cells: (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`
