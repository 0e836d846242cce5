import { sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { MonthlyTable } from '#server/platform/month-partitions.ts'
import type { Pipeline } from '#server/platform/pipeline.ts'
import type { StoredBrowser } from './identify-browser.ts'
import type { ExclusionReason } from './why-excluded.ts'

/** Page views are kept by month. */
export const viewsByMonth: MonthlyTable = { table: 'page_views', otherMonths: 'page_views_other_months' }

/** Whether what comes from an address, or lies on a page, is blocked now. */
export async function isBlocked(
  transaction: Queryable,
  address: string | null,
  path: string,
): Promise<boolean> {
  const { rows } = await sql<{ isBlocked: boolean }>`
    select exists (select from blocked_ips where is_active and network >>= address_of(${address}))
      or exists (select from blocked_pages where is_active and page_path = ${path}) as "isBlocked"`.execute(
    transaction,
  )
  return rows[0]?.isBlocked ?? false
}

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
export type VisitorChange = {
  id: string
  first_at?: string
  seen_at: string
  ip_address?: string | null
  fingerprint?: string | null
  timezone?: string | null
  language?: string | null
  screen_width?: number | null
  screen_height?: number | null
  hardware_concurrency?: number | null
  device_memory?: number | null
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

/** Stores what is reported of a visitor and its browser, as `recordTracking` does, in a transaction that stores more. */
export async function recordVisitor(
  transaction: Queryable,
  change: VisitorChange,
  browser: StoredBrowser,
): Promise<void> {
  const told = [[], [{ ...change, browser_id: browser.id }], [browser]].map((part) => JSON.stringify(part))
  await sql`select record_tracking(${told[0]}::json, ${told[1]}::json, ${told[2]}::json)`.execute(transaction)
}

/** Notes which person a visitor turned out to be. */
export async function setVisitorPerson(
  transaction: Queryable,
  visitorId: string,
  personId: string,
): Promise<void> {
  await sql`update visitors set person_id = ${personId} where id = ${visitorId}`.execute(transaction)
}
