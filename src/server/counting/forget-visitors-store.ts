import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Forgets the addresses of visitors that none of their kept page views came from, but for their newest. */
export async function forgetOldAddresses(transaction: Queryable, visitorIds: string[]): Promise<void> {
  await sql`delete from visitor_addresses old using visitors visitor
    where visitor.id = any(${visitorIds}::uuid[]) and old.visitor_id = visitor.id
      and old.ip_address is distinct from visitor.ip_address
      and not exists (select from page_views view
        where view.visitor_id = old.visitor_id and view.ip_address = old.ip_address)
      and not exists (select from pending_visitors waiting
        where waiting.visitor_id = old.visitor_id and waiting.ip_address = old.ip_address)`.execute(
    transaction,
  )
}

/** Notes anew by which words visitors are found whose row changed. */
export async function noteSearchAnew(transaction: Queryable, visitorIds: string[]): Promise<void> {
  await sql`insert into pending_visitors (visitor_id) select unnest(${visitorIds}::uuid[])`.execute(
    transaction,
  )
}

/** Forgets when visitors were there who are known no more. What was counted of them stays. */
export async function forgetCounted(transaction: Queryable, visitorIds: string[]): Promise<void> {
  const isOne = sql`visitor_id = any(${visitorIds}::uuid[])`
  await sql`delete from visitor_search where ${isOne}`.execute(transaction)
  await sql`delete from pending_visitors where ${isOne}`.execute(transaction)
  await sql`delete from visitor_values where ${isOne}`.execute(transaction)
  await sql`delete from counted_ad_visitors where ${isOne}`.execute(transaction)
  await sql`delete from sealed_visitors where ${isOne}`.execute(transaction)
  await sql`delete from sealed_values where subject_id = any(${visitorIds}::uuid[])`.execute(transaction)
  await sql`delete from visitor_addresses where ${isOne}`.execute(transaction)
}
