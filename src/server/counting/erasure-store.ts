import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Forgets by which words the person's browsers were found and from where they came; the next rollup notes what is left of them. */
export async function eraseSearch(
  transaction: Queryable,
  { visitorIds }: { visitorIds: string[] },
): Promise<void> {
  await sql`delete from visitor_search where visitor_id = any(${visitorIds}::uuid[])`.execute(transaction)
  // An address that is pending would be noted again.
  await sql`delete from pending_visitors where visitor_id = any(${visitorIds}::uuid[])`.execute(transaction)
  await sql`delete from visitor_addresses where visitor_id = any(${visitorIds}::uuid[])`.execute(transaction)
  await sql`insert into pending_visitors (visitor_id) select unnest(${visitorIds}::uuid[])`.execute(
    transaction,
  )
}

/** Forgets page titles that greet the person; the page's next view brings another. */
export async function eraseTitles(
  transaction: Queryable,
  who: { emails: string[]; phones: string[]; names: string[] },
): Promise<void> {
  const words = [...who.emails, ...who.phones, ...who.names]
  await sql`delete from page_titles where exists (
    select from unnest(${words}::text[]) word where position(lower(word) in lower(title)) > 0)`.execute(
    transaction,
  )
}
