import { plainDigits } from '#contract/plain-digits.ts'

/** Which of two figures is the day, where a date could be read both ways. */
export type DateOrder = 'day-first' | 'month-first'

// The first letters of the months, as English, Spanish, French and German write them.
const MONTHS = [
  ['jan', 'ene'],
  ['feb', 'fev', 'fév'],
  ['mar', 'mär', 'mrz', 'maer'],
  ['apr', 'abr', 'avr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'ago', 'aou', 'aoû'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dic', 'dez', 'déc'],
]

function monthNamed(word: string): number | undefined {
  const plain = word.toLowerCase()
  const index = MONTHS.findIndex((names) => names.some((name) => plain.startsWith(name)))
  return index < 0 ? undefined : index + 1
}

const tidy = (text: string): string =>
  plainDigits(text)
    .replace(/[\u200e\u200f"']/g, '')
    .replace(/(T|,?\s{1,3})\d{1,2}:\d\d(:\d\d)?(\.\d+)?(\s?[ap]\.?\s?m\.?)?(Z|[+-]\d\d:?\d\d)?$/i, '')
    .trim()

// Excel writes years by two digits where a language does: 11/24/26, 24.11.26 and, with a name, 24-Nov-26.
const FIGURES = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/
const SHORT_YEAR = /^(\d{1,2})([/.-])(\d{1,2})[/.-](\d{2})$/
const SHORT_NAMED = /^(\d{1,2}) +(\p{L}{3,}) +(\d{2})$/u
const EARLIEST_DAY = '2005-01-01'

/** What dates written in figures say of their order: `both` where some say one and some the other. */
export function findDateOrder(cells: string[]): DateOrder | 'both' | 'unsaid' | 'not-needed' {
  let isDayFirst = false
  let isMonthFirst = false
  let isNeeded = false
  let hasDots = false
  for (const cell of cells) {
    const found = FIGURES.exec(tidy(cell))
    if (!found) continue
    isNeeded = true
    if (found[0].includes('.')) hasDots = true
    if (Number(found[1]) > 12) isDayFirst = true
    if (Number(found[2]) > 12) isMonthFirst = true
  }
  if (!isNeeded) return 'not-needed'
  if (isDayFirst && isMonthFirst) return 'both'
  if (isDayFirst || (hasDots && !isMonthFirst)) return 'day-first'
  return isMonthFirst ? 'month-first' : 'unsaid'
}

/**
 * Whether the years of two digits in a column stand last for certain. No language's dates begin with such a year, but
 * people's and programs' do: then some last figure is later than this year. With hyphens both are so usual that some
 * date has to be none with its year first.
 */
export function areShortYearsLast(cells: string[], today: string): boolean {
  const isYear = (figure: string | undefined) =>
    `20${figure}` >= EARLIEST_DAY.slice(0, 4) && `20${figure}` <= today.slice(0, 4)
  const found = cells.flatMap((cell) => {
    const [text, first, mark, middle, last] = SHORT_YEAR.exec(tidy(cell)) ?? []
    return text === undefined ? [] : [{ first, mark, isMonth: Number(middle) <= 12, last }]
  })
  if (!found.every(({ first, isMonth }) => isMonth && isYear(first?.padStart(2, '0')))) return true
  return found.every(({ mark, last }) => mark !== '-' && isYear(last))
}

/** Whether a cell is a date whose year has two digits. */
export const hasShortYear = (text: string): boolean => SHORT_YEAR.test(tidy(text))

/** A cell as a day `YYYY-MM-DD`; undefined where it is none. */
export function readDay(text: string, order: DateOrder): string | undefined {
  const plain = tidy(text)
  const iso = /^(\d{4})[/.-]?(\d{1,2})[/.-]?(\d{1,2})$/.exec(plain)
  if (iso && (/\D/.test(plain) || plain.length === 8)) return dayOf(iso[1], iso[2], iso[3])
  const figures = FIGURES.exec(plain)
  if (figures)
    return order === 'day-first'
      ? dayOf(figures[3], figures[2], figures[1])
      : dayOf(figures[3], figures[1], figures[2])
  const parted = plain.replace(/[,.-]/g, ' ').trim()
  const [, shortDay, shortName, shortYear] = SHORT_NAMED.exec(parted) ?? []
  if (shortName) return dayOf(shortYear, String(monthNamed(shortName) ?? ''), shortDay)
  const words = parted.split(/\s+/)
  const name = words.find((word) => /^\p{L}{3,}$/u.test(word) && monthNamed(word) !== undefined)
  const year = words.find((word) => /^\d{4}$/.test(word))
  const day = words.find((word) => /^\d{1,2}(st|nd|rd|th)?$/.test(word))
  return name && year && day ? dayOf(year, String(monthNamed(name)), day.replace(/\D/g, '')) : undefined
}

/** The parts of a title that may be days. */
export const daysIn = (text: string): string[] => text.split(/\s+[-–—]\s+/)

/** Two days out of a line such as `September 1, 2026 - September 30, 2026`; undefined where it is none. */
export function readSpan(text: string, order: DateOrder): { day: string; through: string } | undefined {
  const [from, to, ...more] = daysIn(text)
  const day = from === undefined ? undefined : readDay(from, order)
  if (!day || more.length > 0) return undefined
  const through = to === undefined ? day : readDay(to, order)
  return through && through >= day ? { day, through } : undefined
}

function dayOf(year = '', month = '', day = ''): string | undefined {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const read = new Date(`${text}T00:00:00Z`)
  const isDay = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text)
  return isDay && text >= EARLIEST_DAY ? text : undefined
}
