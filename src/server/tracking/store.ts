import { type RawBuilder, sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import { lockOn } from '#server/platform/advisory-lock.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { MonthlyTable } from '#server/platform/month-partitions.ts'
import type { Pipeline } from '#server/platform/pipeline.ts'
import type { StoredBrowser } from './identify-browser.ts'
import type { DeviceColumns } from './reported-device.ts'
import type { ExclusionReason } from './why-excluded.ts'

/** Page views are kept by month. */
export const viewsByMonth: MonthlyTable = { table: 'page_views', otherMonths: 'page_views_other_months' }

/** A page view as it was reported; without attribution it belongs to the visitor's last touch. */
export type ReportedView = {
  visitor_id: string
  at: string
  ms: number
  path: string
  id: string
  session_id?: string
  title?: string
  referrer?: string
  attribution?: Attribution
}

/**
 * What is reported of one visitor; its views come from `ip_address`. `first_at` is missing where it is `seen_at`; any
 * other field that is null or missing leaves what is known.
 */
export type VisitorChange = DeviceColumns & {
  id: string
  first_at?: string
  seen_at: string
  ip_address?: string | null
  /** The id of its browser, which is stored already or told with it. */
  browser_id?: string
  landing_path?: string | null
  touch?: Attribution
  excluded?: ExclusionReason | null
}

/**
 * Stores page views and visitors with their counts. First touch and landing path are kept, the last touch
 * follows; a view that is there already (same visitor, path and second, or same id) counts once. `changes`
 * holds each visitor of `views` exactly once, `browsers` those of their browsers that may be new.
 */
export async function recordTracking(
  pipeline: Pipeline,
  views: ReportedView[],
  changes: VisitorChange[],
  browsers: StoredBrowser[],
): Promise<void> {
  const values = [JSON.stringify(views), JSON.stringify(changes), JSON.stringify(browsers)]
  await pipeline.run(RECORD_TRACKING, values)
}

const RECORD_TRACKING = {
  name: 'record-tracking',
  text: 'select record_tracking($1::json, $2::json, $3::json)',
}

/** What stores what is reported of a visitor and its browser, if any, as `recordTracking` does, as part of a statement. */
export function recordingOfVisitor(
  change: VisitorChange,
  browser: StoredBrowser | undefined,
): RawBuilder<unknown> {
  const told = [[], [{ ...change, browser_id: browser?.id }], browser ? [browser] : []].map((part) =>
    JSON.stringify(part),
  )
  return sql`record_tracking(${told[0]}::json, ${told[1]}::json, ${told[2]}::json)`
}

/** Stores what is reported of a visitor and its browser in a transaction that stores more. */
export async function recordVisitor(
  transaction: Queryable,
  change: VisitorChange,
  browser: StoredBrowser,
): Promise<void> {
  await sql`select ${recordingOfVisitor(change, browser)}`.execute(transaction)
}

/** Notes that a visitor did more than be seen, and where they are known: which person it is, and when it was counted. */
export const noteActivity = (
  visitorId: string,
  { personId, countedAt }: { personId: string | null; countedAt: Date | null },
): RawBuilder<unknown> => sql`
  update visitors set was_active = true, person_id = coalesce(${personId}::uuid, person_id),
    last_counted_at = greatest(last_counted_at, ${countedAt}::timestamptz)
  where id = ${visitorId}`

/** The lock that makes a visitor's watching and its captures wait for each other. */
export const visitorLock = (visitorId: string): RawBuilder<unknown> => lockOn(`visitor ${visitorId}`)
