import { type RawBuilder, sql } from 'kysely'

/** The condition that an address lies in a network that is blocked now. */
const isBlockedAddress = (address: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from blocked_ips where is_active and network >>= address_of(${address}))`

/** Whether an address or a page is blocked now, from SQL expressions. */
export const isBlocked = (address: RawBuilder<unknown>, path: RawBuilder<unknown>) => sql<boolean>`(
  ${isBlockedAddress(address)}
  or exists (select from blocked_pages where is_active and page_path = ${path}))`

/**
 * Whether a page view is left out: one of a visitor that is not counted (the owner's browser, a crawler, a page loaded
 * ahead of time), from a blocked address, on a blocked page, or one that cannot be counted. From tables or aliases of `page_views` and `visitors`.
 * Tracking decides the same when it stores a view (`record_tracking`).
 */
export const isViewHidden = (view: string, visitor: string): RawBuilder<unknown> => sql`(
  ${sql.ref(`${visitor}.excluded`)} is not null
  or exists (select from set_aside_events aside where aside.visitor_id = ${sql.ref(`${view}.visitor_id`)}
    and aside.at = ${sql.ref(`${view}.at`)} and aside.path = ${sql.ref(`${view}.path`)} and aside.capture_id is null)
  or ${isBlocked(sql.ref(`${view}.ip_address`), sql.ref(`${view}.path`))})`

/**
 * Whether a capture is left out: held as spam, sent in a browser of the owner's, from a blocked address or on a blocked
 * page. Whoever else submits is a lead, whatever the browser calls itself. From an alias of `lead_captures`.
 */
export const isCaptureHidden = (capture: string): RawBuilder<unknown> => sql`(
  exists (select from set_aside_events aside where aside.capture_id = ${sql.ref(`${capture}.id`)}) or
  (${sql.ref(`${capture}.quarantine_reason`)} is not null and ${sql.ref(`${capture}.released_at`)} is null)
  or exists (select from visitors own where own.id = ${sql.ref(`${capture}.visitor_id`)} and ${isOwnersBrowser('own')})
  or ${isBlocked(sql.ref(`${capture}.ip_address`), sql.ref(`${capture}.slug`))})`

/** Whether a browser is the owner's: signed in once, or marked 'this is me'. From an alias of `visitors`. */
export const isOwnersBrowser = (visitor: string): RawBuilder<unknown> => sql`(
  ${sql.ref(`${visitor}.marked_own_at`)} is not null or ${sql.ref(`${visitor}.excluded`)} in ('owner', 'self'))`

/** Whether nothing of a lead counts, so that it stands in no list: the owner's own test, or hidden by a block. From an alias of `leads`. */
export const isLeadHidden = (lead: string): RawBuilder<unknown> => sql`(
  ${sql.ref(`${lead}.last_counted_at`)} is null and ${sql.ref(`${lead}.erased_at`)} is null)`

/** Whether a lead is the owner's own test: nothing of it counts, and it came from a browser of theirs. From an alias of `leads`. */
export const isTestLead = (lead: string): RawBuilder<unknown> => sql`(
  ${isLeadHidden(lead)} and exists (
    select from lead_captures test join visitors own on own.id = test.visitor_id
    where test.lead_id = ${sql.ref(`${lead}.id`)} and ${isOwnersBrowser('own')}))`

/** The condition on `visitors visitor` that nothing of it was seen but itself: no page view or capture came yet. */
export const isWithoutActivity: RawBuilder<unknown> = sql`(visitor.last_counted_at is null and visitor.excluded is null
  and not visitor.was_active and not ${isBlockedAddress(sql`visitor.ip_address`)})`

/** The condition on `visitors visitor` that it did something of which nothing is counted, though it is a person's browser. */
export const isUncounted: RawBuilder<unknown> = sql`(visitor.last_counted_at is null and visitor.excluded is null
  and visitor.was_active)`

/** The condition on `visitors visitor` that nothing came of it but itself, from a blocked address. */
export const isBlockedWithoutActivity: RawBuilder<unknown> = sql`(visitor.last_counted_at is null
  and visitor.excluded is null and not visitor.was_active and ${isBlockedAddress(sql`visitor.ip_address`)})`

/** The condition on `visitors visitor` that a block hides all that it did. */
export const isHiddenByBlock: RawBuilder<unknown> = sql`(visitor.last_counted_at is null and visitor.excluded is null
  and (${isBlockedAddress(sql`visitor.ip_address`)} or exists (
    select from visitor_activity hidden where hidden.visitor_id = visitor.id
      and ${isBlocked(sql`hidden.ip_address`, sql`hidden.path`)})))`

/** The condition on `visitors visitor` that it stands in lists: it is counted, or without activity. */
export const isListed: RawBuilder<unknown> = sql`(
  (visitor.last_counted_at is not null or (visitor.excluded is null and not visitor.was_active))
  and (visitor.last_counted_at is not null or ${isWithoutActivity}))`

/** By which time `visitors visitor` is listed: its last counted activity, else when it was seen. */
export const listedAt: RawBuilder<unknown> = sql`coalesce(visitor.last_counted_at, visitor.last_seen_at)`

/**
 * Notes for counting that a capture which is not hidden comes, and when its visitor was counted and captured before. In a
 * statement that stores the capture, of a visitor that is stored already.
 */
export const countedCapture = (capture: {
  id: string
  at: Date
  visitorId: string
  slug: string
  source: string
}): RawBuilder<unknown> => sql`
  insert into rollup_queue (visitor_id, at, path, source, previous, capture_id, previous_capture)
  select visitor.id, ${capture.at}, ${capture.slug}, ${capture.source}, visitor.last_counted_at, ${capture.id}, (
    select max(at) from lead_captures other where other.visitor_id = visitor.id and not other.hidden)
  from visitors visitor where visitor.id = ${capture.visitorId}`
