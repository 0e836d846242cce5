import { type RawBuilder, sql } from 'kysely'
import { sourceAliases } from '#contract/source-label.ts'
import type { Queryable } from '#server/platform/database.ts'

/**
 * What all spellings of a source have in common, letter case, blanks and short names aside; '' for none and for what calls
 * itself 'Direct'. Compared with nothing but itself: which letters are the same is the database's to say.
 */
export const sourceKeyOf = (source: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(${JSON.stringify({ ...sourceAliases, direct: '' })}::jsonb ->> word, word)
  from lower(btrim(regexp_replace(${source}, '[[:space:]]+', ' ', 'g'))) word)`

/** Every spelling of a source that was ever counted by its name, and the one that is asked for. */
export async function spellingsOf(database: Queryable, source: string): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select value from counted_values value
    where value.kind = 'visitor' and value.dimension = 'source' and value.within = ''
      and ${sourceKeyOf(sql`value.value`)} = ${sourceKeyOf(sql`${source}::text`)}`.execute(database)
  const spellings = new Set([source, ...rows.map(({ value }) => value)])
  if (source.trim().toLowerCase() === 'direct') spellings.add('')
  return [...spellings]
}

/** A query whose source is all spellings of the one that was asked for. */
export type Spelled<Query extends { source?: string | undefined }> = Omit<Query, 'source'> & {
  source?: string[] | undefined
}

/** The same query with all spellings of its source. */
export async function withSpellings<Query extends { source?: string | undefined }>(
  database: Queryable,
  query: Query,
): Promise<Spelled<Query>> {
  const { source, ...rest } = query
  return source === undefined ? rest : { ...rest, source: await spellingsOf(database, source) }
}
