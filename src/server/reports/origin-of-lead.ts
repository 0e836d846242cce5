import { type RawBuilder, sql } from 'kysely'

/**
 * How the lead of a row of `leads lead` came, as a query of one row: (lastTouch, capturedAt, capturedOn, isByEmail,
 * hasViews, hasOrigin); nothing of a lead without a counted capture.
 */
export const originOfLead: RawBuilder<unknown> = sql`
  select first_one.attribution as "lastTouch", first_one.at as "capturedAt", first_one.slug as "capturedOn",
    not exists (select from lead_captures other where other.lead_id = lead.id and not other.hidden
      and other.confirmation is distinct from 'open') as "isByEmail",
    seen.visitor_id is not null as "hasViews",
    coalesce(seen.referrer, '') <> '' or seen.attribution <> '{}' or lead.first_touch <> '{}' as "hasOrigin"
  from (select visitor_id, attribution, at, slug from lead_captures capture
    where capture.lead_id = lead.id and not hidden order by at, id limit 1) first_one
  left join lateral (select view.visitor_id, view.referrer, view.attribution - 'fbp' as attribution from page_views view
    where view.visitor_id = first_one.visitor_id and not view.hidden order by at limit 1) seen on true`
