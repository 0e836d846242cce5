import { isEmptyCell } from './read-figures.ts'

/**
 * An id as it is kept: its digits, without what ad managers and spreadsheets put around them. One that a spreadsheet has
 * written as a power of ten is none.
 */
export function idOf(text: string): string {
  const plain = text
    .trim()
    .replace(/^=?"*|"*$/g, '')
    .replace(/^'/, '')
    .replace(/^[a-z]{1,2}:/i, '')
    .trim()
  return /^[\w-]{1,60}$/.test(plain) && !isEmptyCell(plain) ? plain : ''
}

/** An account's id as it is kept: the same whether it was written with its dashes or Meta's beginning. */
export const accountOf = (text: string): string => {
  const plain = idOf(text.replace(/^act_/i, '')).replace(/-/g, '')
  return /^\d+$/.test(plain) ? plain : ''
}

const LONG = /^\d{16,}$/
const KEPT_DIGITS = 15
// In one of ten thousand files ids end in so many by themselves.
const TOO_MANY_ZEROS = 4

/** Whether an id has more digits than a spreadsheet keeps of a number. */
export const isLongId = (text: string): boolean => LONG.test(idOf(text))

/** Whether a spreadsheet has taken a file's ids for numbers: it keeps fifteen digits, and makes zeros of all others. */
export function areIdsCut(cells: string[]): boolean {
  const long = [...new Set(cells.map(idOf))].filter((id) => LONG.test(id))
  const zeros = long.reduce((sum, id) => sum + id.length - KEPT_DIGITS, 0)
  return zeros >= TOO_MANY_ZEROS && long.length > 1 && long.every((id) => /^\d{15}0+$/.test(id))
}
