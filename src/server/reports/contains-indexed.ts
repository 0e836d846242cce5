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
  const likely = containsText(text.replace(/[.:]/g, 'q'), [acrossDots(column)])
  return sql`${likely} ${containsText(text, [column])}`
}
