import { type RawBuilder, sql } from 'kysely'
import { containsText } from './list-page.ts'

// For each digit the letter that stands for it and a dot after it, as in the index `visitor_search_with_dots`.
const LETTERS = 'ghijklmnop'

const withDots = (column: RawBuilder<unknown>) =>
  [...LETTERS].reduce(
    (text, letter, digit) => sql`replace(${text}, ${sql.lit(`${digit}.`)}, ${sql.lit(letter)})`,
    sql`translate(${column}, ':', 'q')`,
  )

const asIndexed = (text: string): string =>
  text.replaceAll(':', 'q').replace(/(\d)\./g, (_, digit: string) => LETTERS[Number(digit)] ?? '')

/**
 * The condition "the column contains the text", as `containsText` has it, for a column whose trigrams are indexed with
 * a digit and the dot after it as one letter: so three characters tell where in an address numbers end, and are in few
 * addresses. The numbers by themselves are in too many.
 */
export function containsIndexed(text: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const likely = alternatives(text).map((asked) => sql`(true ${containsText(asked, [withDots(column)])})`)
  return sql`and (${sql.join(likely, sql` or `)}) ${containsText(text, [column])}`
}

/** How a text may stand in the index: a dot at its beginning goes with a digit before it, its last digit with a dot after it. */
function alternatives(text: string): string[] {
  const asked = text.replace(/^\./, '')
  if (!/\d$/.test(asked)) return [asIndexed(asked)]
  // Two numbers that are whole tell enough without the last digit.
  if (/\d\..*\d\./.test(asked)) return [asIndexed(asked.slice(0, -1))]
  return [asIndexed(asked), asIndexed(`${asked}.`)]
}

/** The condition "the column has this word of letters between its blanks", by the same index. */
export function hasWordIndexed(word: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const places = [word, `${word} %`, `% ${word}`, `% ${word} %`]
  return sql`(${sql.join(
    places.map((pattern) => sql`${withDots(column)} ilike ${pattern}`),
    sql` or `,
  )})`
}
