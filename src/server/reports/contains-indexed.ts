import { type RawBuilder, sql } from 'kysely'
import { containsText } from './list-page.ts'

// As in the index of migration 2026-11-28-search-across-dots.
const acrossDots = (text: RawBuilder<unknown>) => sql`translate(${text}, '.:', 'qq')`

/**
 * The condition "the column contains the text", as `containsText` has it, for a column whose trigrams are indexed with
 * dots and colons as letters: a part of an address is found by how its numbers follow each other. By themselves they
 * are in too many addresses.
 */
export function containsIndexed(text: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const likely = containsText(telling(text).replace(/[.:]/g, 'q'), [acrossDots(column)])
  return sql`${likely} ${containsText(text, [column])}`
}

const ENOUGH = 6

/**
 * What of a text the index is asked for: of an address the part with the most digits. Every further trigram is in
 * thousands of addresses, too, and costs more than the few rows it would spare.
 */
function telling(text: string): string {
  if (text.length <= ENOUGH || !/^[\da-f]*[.:][\da-f.:]*$/i.test(text)) return text
  const parts = [...text].map((_, start) => text.slice(start, start + ENOUGH))
  const digits = (part: string) => part.replace(/[.:]/g, '').length
  return parts.reduce((best, part) => (digits(part) > digits(best) ? part : best))
}
