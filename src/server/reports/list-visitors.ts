import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Attribution } from '#contract/attribution.ts'
import type { DeviceInfo } from '#contract/device.ts'
import type { Visitor, visitorsApi } from '#contract/visitor.ts'
import type { Database } from '#server/platform/database.ts'
import type { ExclusionReason } from '#server/tracking/why-excluded.ts'
import { columnsOf, unknownDevice } from './attribution-columns.ts'
import { countDistinct } from './count-distinct.ts'
import { afterCursor, containsText, type Page, pageOf, readCursor } from './list-page.ts'
import { type Range, resolveRange } from './resolve-range.ts'

type Query = z.output<(typeof visitorsApi)['GET /api/visitors']['input']>

/** Visitors of a range, newest first; their number is the card's Total Visitors as long as nothing is searched. */
export async function listVisitors(database: Database, query: Query, now: Date): Promise<Page<Visitor>> {
  const range = resolveRange(query, now)
  const showsHidden = query.hidden === 'true'
  const orderedBy = showsHidden ? sql.ref('visitor.last_seen_at') : sql.ref('visitor.last_view_at')
  const matches = sql`${inRange(range, now, showsHidden)} ${containsText(query.q, searchedColumns)}`
  const { rows } = await sql<Row>`
    select visitor.*, contact.name, contact.email, contact.phone, ${orderedBy} as ordered_at
    from visitors visitor
    left join lateral (
      select name, email, phone from leads where leads.person_id = visitor.person_id
      order by last_captured_at desc limit 1
    ) contact on true
    where ${matches} ${afterCursor(readCursor(query.cursor), orderedBy, sql.ref('visitor.id'))}
    order by ${orderedBy} desc, visitor.id desc
    limit ${query.limit + 1}`.execute(database)
  const isPlain = query.q === '' && !showsHidden
  const total = isPlain ? await countDistinct(database, 'visitor', range) : await count(database, matches)
  const page = pageOf(rows, query.limit, total, (row) => ({ at: row.ordered_at, id: row.id }))
  return { ...page, rows: page.rows.map(asVisitor) }
}

const searchedColumns = [
  sql`visitor.ip_address`,
  sql`visitor.timezone`,
  sql`visitor.language`,
  sql`visitor.first_touch ->> 'utm_source'`,
  sql`visitor.first_touch ->> 'utm_campaign'`,
]

function inRange(range: Range, now: Date, showsHidden: boolean): RawBuilder<unknown> {
  if (showsHidden)
    return sql`visitor.excluded is not null and visitor.last_seen_at >= ${range.start}
      and visitor.first_seen_at < ${range.end}`
  // A range that reaches to now needs no look at page views: the newest one tells.
  if (range.end > now) return sql`visitor.last_view_at >= ${range.start}`
  return sql`visitor.last_view_at >= ${range.start} and visitor.first_seen_at < ${range.end}
    and exists (select from page_views view where view.visitor_id = visitor.id and not view.hidden
      and view.at >= ${range.start} and view.at < ${range.end})`
}

async function count(database: Database, matches: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from visitors visitor where ${matches}`.execute(database)
  return rows[0]?.count ?? 0
}

type Row = {
  id: string
  ordered_at: Date
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
  user_agent: string | null
  device: DeviceInfo
  device_memory: number | null
  hardware_concurrency: number | null
  first_seen_at: Date
  last_seen_at: Date
  visit_count: number
  page_view_count: number
  first_touch: Attribution
  last_touch: Attribution
  landing_path: string | null
  excluded: ExclusionReason | null
}

function asVisitor(row: Row): Visitor {
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
    userAgent: row.user_agent,
    device: { ...unknownDevice, ...row.device },
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
