import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** What a visitor is searched by; `visitor_search` holds the same as one text. */
export const searchedColumns = [
  sql`visitor.ip_address`,
  sql`visitor.timezone`,
  sql`visitor.language`,
  sql`visitor.first_touch ->> 'utm_source'`,
  sql`visitor.first_touch ->> 'utm_campaign'`,
]

/** The text a visitor is found by: address, timezone, language, source and campaign of its first touch. */
const searchText = sql`concat_ws(' ', ${sql.join(searchedColumns)})`

/** Notes what visitors can be found by that came or changed since the last time, and every address they came from. */
export async function rollUpSearch(transaction: Queryable, limit: number): Promise<void> {
  await sql`
    with taken as (
      delete from pending_visitors where ctid = any(array(select ctid from pending_visitors limit ${limit}))
      returning visitor_id, ip_address
    ), addresses as (
      insert into visitor_addresses (ip_address, visitor_id)
      select distinct ip_address, visitor_id from taken where ip_address is not null
      on conflict do nothing
    )
    insert into visitor_search as stored (visitor_id, text)
    select id, ${searchText} from visitors visitor where id in (select visitor_id from taken)
    on conflict (visitor_id) do update set text = excluded.text where stored.text <> excluded.text`.execute(
    transaction,
  )
}

/** Notes what visitors can be found by of whom nothing is noted, and their addresses; `isIn` is true of their `visitor_id`. */
export async function searchAnew(transaction: Queryable, isIn: RawBuilder<unknown>): Promise<void> {
  await sql`insert into visitor_search (visitor_id, text)
    select id, ${searchText} from (select id as visitor_id, visitors.* from visitors) visitor where ${isIn}`.execute(
    transaction,
  )
  await sql`insert into visitor_addresses (ip_address, visitor_id)
    select distinct ip_address, visitor_id from page_views where ip_address is not null and ${isIn}
    union select ip_address, visitor_id from (select id as visitor_id, ip_address from visitors) visitor
    where ip_address is not null and ${isIn}`.execute(transaction)
}

/** Notes the titles of the gathered page views, each once for its page. */
export async function noteTitles(transaction: Queryable): Promise<void> {
  await sql`
    insert into page_titles (key, path, title)
    select md5(jsonb_build_array(path, title)::text)::uuid, path, title
    from (select distinct path, title from gathered_events where title <> '' and sign = 1) one
    on conflict do nothing`.execute(transaction)
}

/** Counts the log rows that were written or changed since the last time, by rule and outcome. */
export async function rollUpLogs(transaction: Queryable): Promise<void> {
  await sql`
    with taken as (delete from pending_logs returning rule_id, tag_name, status, change)
    insert into log_counts as stored (rule_id, tag_name, status, count)
    select rule_id, tag_name, status, sum(change) from taken group by 1, 2, 3
    on conflict (rule_id, tag_name, status) do update set count = stored.count + excluded.count`.execute(
    transaction,
  )
}
