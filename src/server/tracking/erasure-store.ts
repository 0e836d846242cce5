import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { campaignOnly, type PersonTraces } from './person-traces.ts'

/**
 * Makes what the person's browsers viewed nobody's. Views that count stay, as those of some browser; hidden ones go,
 * because only the address that hid them says why. Of a referrer its host stays, by which it is counted.
 */
export async function eraseViews(transaction: Queryable, { visitorIds }: PersonTraces): Promise<void> {
  await sql`delete from page_views where visitor_id = any(${visitorIds}::uuid[]) and hidden`.execute(
    transaction,
  )
  // Those of which nothing is left to take are passed over: this runs once more when nobody writes any.
  await sql`update page_views view set ip_address = null, session_id = null, title = null,
      referrer = kept.referrer, attribution = kept.attribution
    from (
      select visitor_id, at, path, (select part[1] || part[2]
          from regexp_match(referrer, '^([A-Za-z][A-Za-z0-9+.-]*://)(?:[^/?#@]*@)?([^/?#:]+)') part) as referrer,
        ${campaignOnly(sql`attribution`)} as attribution
      from page_views where visitor_id = any(${visitorIds}::uuid[])
    ) kept
    where view.visitor_id = kept.visitor_id and view.at = kept.at and view.path = kept.path
      and (view.ip_address, view.session_id, view.title, view.referrer, view.attribution)
        is distinct from (null, null, null, kept.referrer, kept.attribution)`.execute(transaction)
}

/** Makes the person's browsers nobody's. */
export async function eraseBrowsers(transaction: Queryable, { visitorIds }: PersonTraces): Promise<void> {
  // A browser that nobody else has goes by its kind alone; the row stays for whoever comes with it.
  await sql`update browsers set user_agent = null
    where id in (select browser_id from visitors where id = any(${visitorIds}::uuid[]))
      and not exists (select from visitors other
        where other.browser_id = browsers.id and other.id <> all(${visitorIds}::uuid[]))`.execute(transaction)
  await sql`update visitors set person_id = null, ip_address = null, fingerprint = null, timezone = null,
    language = null, screen_width = null, screen_height = null, hardware_concurrency = null,
    device_memory = null, browser_id = null, first_touch = ${campaignOnly(sql`first_touch`)},
    last_touch = ${campaignOnly(sql`last_touch`)}
    where id = any(${visitorIds}::uuid[])`.execute(transaction)
  await sql`delete from hand_offs where visitor_id = any(${visitorIds}::uuid[])`.execute(transaction)
  await sql`delete from visitor_links where visitor_id = any(${visitorIds}::uuid[])
    or from_visitor_id = any(${visitorIds}::uuid[])`.execute(transaction)
}
