import { type RawBuilder, sql } from 'kysely'
import { sourcesNamed } from '#contract/source-name.ts'
import { searchedColumns } from '#server/counting/search-store.ts'
import type { Queryable } from '#server/platform/database.ts'
import { containsIndexed, hasWordIndexed } from './contains-indexed.ts'
import { containsText } from './list-page.ts'
import { isLeadFound, isLeadLikely } from './searched-leads.ts'

/** A text that visitors are searched by, with the people whose lead it finds; null where they are too many to name. */
export type VisitorSearch = { text: string; people: string[] | null }

// So many people are looked for by their ids.
const MOST_NAMED = 1000

/** Half an address is no telephone number, though it has digits and dots, too. */
const isAddressLike = (text: string): boolean => /^\d{1,3}(\.\d{0,3}){1,3}$/.test(text)

const ofNamed = (text: string): RawBuilder<unknown> => {
  const isLikely = isAddressLike(text)
    ? sql`(true ${containsText(text, [sql`(leads.name || ' ' || leads.email || ' ' || leads.phone || ' ' || leads.slug)`])})`
    : isLeadLikely(text)
  return sql`leads where ${isLikely} and ${isNamed(text)}`
}
const isNamed = (text: string): RawBuilder<unknown> =>
  isAddressLike(text)
    ? sql`(true ${containsText(text, [sql`leads.name`, sql`leads.email`, sql`leads.phone`])})`
    : isLeadFound(text, 'leads', { withPage: false })

/** Reads whom a text names: by name, email and phone, as the list of visitors shows them. */
export async function readNamed(database: Queryable, text: string): Promise<VisitorSearch> {
  const { rows } = await sql<{ person_id: string }>`
    select distinct person_id from ${ofNamed(text)} limit ${MOST_NAMED + 1}`.execute(database)
  return { text, people: rows.length > MOST_NAMED ? null : rows.map((row) => row.person_id) }
}

/** The condition that a `visitor` is found: by what is known of the browser, or by who it is. */
export function isVisitorFound({ text, people }: VisitorSearch): RawBuilder<unknown> {
  const isWho =
    people === null
      ? sql`exists (select from (select * from leads where leads.person_id = visitor.person_id offset 0) leads where ${isNamed(text)})`
      : people.length === 0
        ? sql`false`
        : sql`visitor.person_id = any(${people}::uuid[])`
  const sources = sourcesNamed(text)
  const isSource =
    sources.length === 0
      ? sql``
      : sql`or lower(btrim(visitor.first_touch ->> 'utm_source')) = any(${sources}::text[])`
  return sql`((true ${containsText(text, searchedColumns)}) ${isSource} or ${isWho})`
}

/** The ids of all visitors who are found, and few others, by index. */
export function foundVisitors({ text, people }: VisitorSearch): RawBuilder<unknown> {
  const ofPeople = people === null ? sql`select person_id from ${ofNamed(text)}` : undefined
  const ofSources = sourcesNamed(text).map((source) => sql`or ${hasWordIndexed(source, sql`search.text`)}`)
  return sql`
    select visitor_id from visitor_search search
    where (true ${containsIndexed(text, sql`search.text`)}) ${sql.join(ofSources, sql` `)}
    ${people?.length === 0 ? sql`` : sql`union select id from visitors where person_id = any(${ofPeople ? sql`array(${ofPeople})` : sql`${people}::uuid[]`})`}`
}
