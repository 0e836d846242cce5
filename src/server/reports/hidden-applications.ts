import { type RawBuilder, sql } from 'kysely'
import { OWN_FORM } from '#server/applications/store.ts'
import {
  isBlockedWithoutActivity,
  isHiddenByBlock,
  isLeadHidden,
  isOwnersBrowser,
} from '#server/counting/who-is-counted.ts'

const isHeld = sql`held.submission_id = 'application ' || response.id and held.visitor_id = response.visitor_id
  and held.quarantine_reason is not null and held.released_at is null`

/** The lead that the browser of an unfinished one has become, or given the email of; from a row `response`, as a query of its `id`. */
export const leadOfBrowser = sql`(
  select lead_id as id, confirmation from lead_captures
  where visitor_id = response.visitor_id and lead_id is not null and response.external_event_id is null
  order by at desc limit 1)`

// Who is a lead is shown with the leads, whatever else the browser did.
const isNobodys = sql`response.visitor_id is not null
  and not exists (select from ${leadOfBrowser} one)
  and not exists (select from external_events event
    where event.id = response.external_event_id and event.lead_id is not null offset 0)`

/**
 * The condition that an application counts nowhere, from a row `response` of the list, looked up row by row: it was made
 * in a browser of the owner's, is of a lead that does not count or of nobody but a browser that is blocked, or is held as spam.
 */
export const isApplicationHidden = sql<boolean>`(
  exists (select from visitors own where own.id = response.visitor_id and ${isOwnersBrowser('own')} offset 0)
  or exists (select from lead_captures held where ${isHeld} offset 0)
  or exists (select from external_events event join leads lead on lead.id = event.lead_id
    where event.id = response.external_event_id and ${isLeadHidden('lead')} offset 0)
  or exists (select from ${leadOfBrowser} one join leads lead on lead.id = one.id where ${isLeadHidden('lead')} offset 0)
  or (${isNobodys} and exists (
    select from visitors visitor where visitor.id = response.visitor_id and ${isHiddenByBlock} offset 0)))`

/**
 * The same applications all at once, as a query of their ids, of those that match a condition on `response`: found by
 * what hides them, who are few beside all that applied.
 */
export const hiddenApplications = (matches: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select response.id from application_responses response join visitors own on own.id = response.visitor_id
  where ${isOwnersBrowser('own')} and ${matches}
  union
  select response.id from lead_captures held join application_responses response on ${isHeld} where ${matches}
  union
  select response.id from leads lead join external_events event on event.lead_id = lead.id
    join application_responses response on response.external_event_id = event.id
  where ${isLeadHidden('lead')} and ${matches}
  union
  select response.id from leads lead join lead_captures capture on capture.lead_id = lead.id
    join application_responses response on response.visitor_id = capture.visitor_id
    cross join lateral ${leadOfBrowser} one
  where ${isLeadHidden('lead')} and one.id = lead.id and ${matches}
  union
  select response.id from visitors visitor join application_responses response on response.visitor_id = visitor.id
  where visitor.was_active and ${isHiddenByBlock} and ${isNobodys} and ${matches}
  union
  select response.id from visitors visitor join application_responses response on response.visitor_id = visitor.id
  where ${isBlockedWithoutActivity} and ${isNobodys} and ${matches}
  union
  select response.id from leads lead join external_events event on event.lead_id = lead.id
    join (select id, submitted_at as updated_at, submitted_at as finished_at, words from applications
      where form_id <> ${sql.lit(OWN_FORM)}) response on response.id = event.id
  where ${isLeadHidden('lead')} and ${matches})`
