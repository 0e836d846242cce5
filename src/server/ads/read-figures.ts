import { plainDigits } from '#contract/plain-digits.ts'

/** Which character parts the decimals. */
export type DecimalMark = '.' | ','

const EMPTY = /^(|-|--|—|–|n\/?a|null)$/i
// Blanks of every width, apostrophes between thousands, and the dot that ends a currency's letters: Rs. 500.
const BETWEEN = /[\p{Z}\s\u200e\u200f'’]|(?<=\p{L})\./gu
const CURRENCY = /[\p{Sc}\p{L}]/gu
// 12K and 1,2 Mio. are no twelve and no one.
const SHORTENED = /^(k|m|b|tsd|mio|mrd)$/i

/** Whether a cell holds nothing, as ad managers write that. */
export const isEmptyCell = (text: string): boolean => EMPTY.test(text.trim())

/** Whether a cell holds no name: NA is North America's. */
export const isEmptyName = (text: string): boolean => isEmptyCell(text) && text.trim().toLowerCase() !== 'na'

/** A cell without what stands around its digits; letters among them stay, as in 1e3, which is no figure of money. */
function figureOf(text: string): string {
  const plain = plainDigits(text).replace(/٬/g, '').replace(BETWEEN, '')
  const first = plain.search(/\d/)
  const end = plain.search(/\D*$/)
  const after = plain.slice(end)
  if (first < 0 || SHORTENED.test(after)) return plain
  const figure =
    plain.slice(0, first).replace(CURRENCY, '') + plain.slice(first, end) + after.replace(CURRENCY, '')
  return figure.replace(/^\((.*)\)$/, '-$1')
}

const other = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.')

/** What a cell says of the file's decimal mark; undefined where it could be either. */
function markIn(text: string, isWhole: boolean): DecimalMark | undefined {
  if (isEmptyCell(text)) return undefined
  if (text.includes('٫')) return undefined
  const figure = figureOf(text)
  const found = figure.match(/[.,]/g) ?? []
  const last = found.at(-1)
  if (last !== '.' && last !== ',') return undefined
  if (new Set(found).size === 2) return last
  if (found.length > 1) return other(last)
  const [before = '', after = ''] = figure.replace(/^[-+]/, '').split(last)
  if (after.length !== 3 || before.length === 0 || before.length > 3 || /^0/.test(before)) return last
  // 1.234 impressions are no fraction of one.
  return isWhole ? other(last) : undefined
}

/** The decimal mark that the cells of a file speak for; `usual` where none of them does. */
export function findDecimalMark(
  cells: { money: string[]; whole: string[] },
  usual: DecimalMark,
): DecimalMark {
  const votes = { '.': 0, ',': 0 }
  for (const text of cells.money) {
    const mark = markIn(text, false)
    if (mark) votes[mark] += 1
  }
  for (const text of cells.whole) {
    const mark = markIn(text, true)
    if (mark) votes[mark] += 1
  }
  if (votes['.'] === votes[',']) return usual
  return votes['.'] > votes[','] ? '.' : ','
}

const PLACES = 6
// Still exact as a number of JavaScript.
const LARGEST = 9n * 10n ** 15n

/**
 * A cell as millionths, exactly; an empty one is 0. Undefined where it is no figure by that mark, is below zero, or is
 * larger than any budget.
 */
export function readMicros(text: string, mark: DecimalMark): bigint | undefined {
  if (isEmptyCell(text)) return 0n
  const figure = figureOf(text)
  const isArabic = figure.includes('٫')
  const decimal = isArabic ? '٫' : mark
  const between = isArabic ? ',' : other(mark)
  const [whole = '', fraction = '', ...more] = figure.replace(/^\+/, '').split(decimal)
  const groups = whole.split(between)
  const digits = groups.join('')
  if (more.length > 0 || !isGrouped(groups) || !/^\d*$/.test(digits) || !/^\d*$/.test(fraction))
    return undefined
  if (digits === '' && fraction === '') return undefined
  const kept = BigInt(`${digits || '0'}${fraction.slice(0, PLACES).padEnd(PLACES, '0')}`)
  const micros = kept + (/^[5-9]/.test(fraction.slice(PLACES)) ? 1n : 0n)
  return micros > LARGEST ? undefined : micros
}

/** Whether digits are parted as people part them: by thousands or, as in India, by pairs above the first thousand. */
function isGrouped(groups: string[]): boolean {
  if (groups.length === 1) return true
  const [first = '', ...rest] = groups
  const last = rest.pop() ?? ''
  return (
    /^\d{3}$/.test(last) &&
    /^\d{1,3}$/.test(first) &&
    (rest.every((one) => /^\d{3}$/.test(one)) ||
      (first.length < 3 && rest.every((one) => /^\d{2}$/.test(one))))
  )
}

/** A cell as a whole number; an empty one is 0. Undefined where it is none. */
export function readWhole(text: string, mark: DecimalMark): number | undefined {
  const micros = readMicros(text, mark)
  return micros === undefined || micros % 1_000_000n !== 0n ? undefined : Number(micros / 1_000_000n)
}
