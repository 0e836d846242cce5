import { sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import { type DeviceInfo, unknownDevice } from '#contract/device.ts'
import type { Visitor } from '#contract/visitor.ts'
import type { ExclusionReason } from '#server/tracking/why-excluded.ts'
import { columnsOf } from './attribution-columns.ts'

/** Joins a visitor's newest contact: the columns name, email and phone of `contact`. */
export const visitorContact = sql`
  left join lateral (
    select name, email, phone from leads where leads.person_id = visitor.person_id
    order by last_captured_at desc limit 1
  ) contact on true`

/** The columns of a `VisitorRow`, from `visitors visitor` and `visitorContact`. */
export const visitorColumns = sql`
  visitor.*, contact.name, contact.email, contact.phone,
  (select to_jsonb(browser) from browsers browser where browser.id = visitor.browser_id) as browser`

/** A visitor's row with its browser and the contact of its person. */
export type VisitorRow = {
  id: string
  person_id: string | null
  name: string | null
  email: string | null
  phone: string | null
  ip_address: string | null
  fingerprint: string | null
  timezone: string | null
  language: string | null
  screen_width: number | null
  screen_height: number | null
  browser: { user_agent: string | null; device: DeviceInfo } | null
  device_memory: number | null
  hardware_concurrency: number | null
  first_seen_at: Date
  last_seen_at: Date
  visit_count: number
  page_view_count: number
  /** Null where nothing of the visitor is counted. */
  last_counted_at: Date | null
  first_touch: Attribution
  last_touch: Attribution
  landing_path: string | null
  excluded: ExclusionReason | null
}

/** A visitor as the dashboard shows it: the first touch in its columns, a later one beside it. */
export function asVisitor(row: VisitorRow): Visitor {
  const hasReturnedBy = JSON.stringify(row.first_touch) !== JSON.stringify(row.last_touch)
  return {
    id: row.id,
    personId: row.person_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    ipAddress: row.ip_address,
    fingerprint: row.fingerprint,
    timezone: row.timezone,
    language: row.language,
    screenWidth: row.screen_width,
    screenHeight: row.screen_height,
    userAgent: row.browser?.user_agent ?? null,
    device: { ...unknownDevice, ...row.browser?.device },
    deviceMemory: row.device_memory,
    hardwareConcurrency: row.hardware_concurrency,
    firstSeen: row.first_seen_at.toISOString(),
    lastSeen: row.last_seen_at.toISOString(),
    visitCount: row.visit_count,
    pageViewCount: row.page_view_count,
    ...columnsOf(row.first_touch),
    landingPath: row.landing_path,
    excluded: row.excluded,
    additionalData: hasReturnedBy ? { lastTouch: row.last_touch } : null,
  }
}
