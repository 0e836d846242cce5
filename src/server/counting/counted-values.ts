import { type RawBuilder, sql } from 'kysely'
import type { Timezone } from '#contract/range.ts'
import { touchOf } from './ad-touches.ts'

/**
 * Of whom something is counted by value: visitors by their views and captures (their events are the views), those of
 * them that were captured, and leads by their captures and by the steps they reached.
 */
export type CountedKind = 'visitor' | 'converted' | 'lead' | 'saw-pitch' | 'applied' | 'booked'

/** What makes distinct counts of its own: everything, each page, source, campaign and ad, and what brought a browser first. */
export type Dimension = 'all' | 'page' | 'source' | 'campaign' | 'ad' | 'touch'

/** The dimensions of an event as rows of (dimension, value); a value that is null is not counted. */
export const singleValues = sql`(values ('all', ''), ('page', path), ('source', source), ('campaign', campaign), ('ad', ad), ('touch', touch))`

/** Values within a value, whose views alone are counted, as rows of (dimension, within, value). */
export const valuesWithin = sql`(values ('source of page', path, source), ('referrer of page', path, referrer),
  ('page of campaign', campaign, path), ('source of campaign', campaign, source),
  ('page of ad', ad, path), ('source of ad', ad, source))`

/** The key under which a value is stored once, from SQL expressions. */
export const valueKey = (
  kind: RawBuilder<unknown>,
  dimension: RawBuilder<unknown>,
  within: RawBuilder<unknown>,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`md5(jsonb_build_array(${kind}, ${dimension}, ${within}, ${value})::text)::uuid`

/** A condition on `counted_values value`: exactly this one. */
export const isValue = (kind: CountedKind, dimension: Dimension, text: string): RawBuilder<unknown> =>
  sql`value.key = ${valueKey(sql`${kind}::text`, sql`${dimension}::text`, sql`''`, sql`${text}::text`)}`

/** The id under which the days of a timezone are counted. */
export const zoneId = (tz: Timezone): RawBuilder<unknown> =>
  sql`(select id from counted_timezones where name = ${tz})`

/** The campaign and the ad of an attribution, by which events are counted. */
export const campaignOf = (attribution: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`nullif(left(${attribution} ->> 'utm_campaign', 200), '')`
/** The ad of an attribution. */
export const adOf = (attribution: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`nullif(left(${attribution} ->> 'utm_ad', 200), '')`

/** A referrer as it is counted: its host, or where it has none its first 30 characters (docs/spec.md, 'Numbers'). */
export const referrerOf = (referrer: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`left(coalesce(nullif(regexp_replace(lower(substring(${referrer} from '^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?([^/?#:]+)')), '^www\.', ''), ''), left(${referrer}, 30), ''), 200)`

/**
 * Page views and captures as events to be gathered, from rows `view` of `visitor_activity`: a view is an event of its
 * visitor; a capture shows that its visitor was there, and is an event of one that was captured.
 */
export const activityAsEvents = (activity: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select one.kind, view.visitor_id, view.at, view.path, view.source, ${campaignOf(sql`view.attribution`)},
    ${adOf(sql`view.attribution`)}, case when one.kind = 'visitor' then ${touchOf(sql`view.attribution`)} end,
    ${referrerOf(sql`view.referrer`)}, left(view.title, 500), one.events
  from ${activity}
  cross join lateral (values ('visitor', view.is_view::integer), ('converted', 1)) one (kind, events)
  where one.kind = 'visitor' or not view.is_view`
