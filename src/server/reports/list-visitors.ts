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
  const found = visitorsIn(range, query, now)
  const { rows } = await sql<Row>`
    select visitor.*, contact.name, contact.email, contact.phone, ${found.orderedBy} as ordered_at
    from ${found.from}
    left join lateral (
      select name, email, phone from leads where leads.person_id = visitor.person_id
      order by last_captured_at desc limit 1
    ) contact on true
    where ${found.matches} ${afterCursor(readCursor(query.cursor), found.orderedBy, sql.ref('visitor.id'))}
    order by ${found.orderedBy} desc, visitor.id desc
    limit ${query.limit + 1}`.execute(database)
  const isCounted = query.q === '' && query.hidden === 'false'
  const total = isCounted ? await countDistinct(database, 'visitor', range) : await count(database, found)
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

/** Where the visitors of a list are found, what they must fulfil, and by which time they are ordered. */
type Found = { from: RawBuilder<unknown>; matches: RawBuilder<unknown>; orderedBy: RawBuilder<unknown> }

function visitorsIn(range: Range, query: Query, now: Date): Found {
  const searched = containsText(query.q, searchedColumns)
  const from = sql`visitors visitor`
  if (query.hidden === 'true')
    return {
      from,
      matches: sql`visitor.excluded is not null and visitor.last_seen_at >= ${range.start}
        and visitor.first_seen_at < ${range.end} ${searched}`,
      orderedBy: sql.ref('visitor.last_seen_at'),
    }
  // A range that reaches to now needs no look at page views: the newest one tells.
  if (range.end > now)
    return {
      from,
      matches: sql`visitor.last_view_at >= ${range.start} ${searched}`,
      orderedBy: sql.ref('visitor.last_view_at'),
    }
  if (query.q !== '')
    return {
      from,
      matches: sql`visitor.last_view_at >= ${range.start} and visitor.first_seen_at < ${range.end}
        and exists (select from page_views view where view.visitor_id = visitor.id and not view.hidden
          and view.at >= ${range.start} and view.at < ${range.end}) ${searched}`,
      orderedBy: sql.ref('visitor.last_view_at'),
    }
  // From the newest view of the range backwards, each visitor at its last one: the first page costs a page.
  return {
    from: sql`page_views view join visitors visitor on visitor.id = view.visitor_id`,
    matches: sql`not view.hidden and view.at >= ${range.start} and view.at < ${range.end}
      and not exists (select from page_views later where later.visitor_id = view.visitor_id and not later.hidden
        and later.at >= view.at and later.at < ${range.end} and (later.at, later.id) > (view.at, view.id))`,
    orderedBy: sql.ref('view.at'),
  }
}

async function count(database: Database, { from, matches }: Found): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${from} where ${matches}`.execute(database)
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
