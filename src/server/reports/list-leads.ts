import { type RawBuilder, sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import type { DeviceInfo } from '#contract/device.ts'
import type { deliveryStates, Lead } from '#contract/lead.ts'
import type { ListQuery } from '#contract/range.ts'
import type { Database } from '#server/platform/database.ts'
import { columnsOf, unknownDevice } from './attribution-columns.ts'
import { countDistinct } from './count-distinct.ts'
import { afterCursor, containsText, type Page, pageOf, readCursor } from './list-page.ts'
import { type Range, resolveRange } from './resolve-range.ts'

/** Which leads a list holds: those of lead forms, those of analytics records only, or both. */
export type LeadSource = 'customer' | 'analytics' | 'both'

/** Leads captured in a range, newest capture first, one per email; searched by name, email, phone and page. */
export async function listLeads(
  database: Database,
  query: ListQuery,
  source: LeadSource,
  now: Date,
): Promise<Page<Lead>> {
  const range = resolveRange(query, now)
  const found = leadsIn(range, query, source, now)
  const { rows } = await sql<Row>`
    select lead.*, visitor.device, ${found.orderedBy} as ordered_at,
      (select coalesce(array_agg(tag_name order by id), '{}') from lead_tags where lead_id = lead.id) as tags
    from ${found.from} left join visitors visitor on visitor.id = lead.visitor_id
    where ${found.matches} ${afterCursor(readCursor(query.cursor), found.orderedBy, sql.ref('lead.id'))}
    order by ${found.orderedBy} desc, lead.id desc limit ${query.limit + 1}`.execute(database)
  const isCounted = query.q === '' && source === 'both'
  const total = isCounted ? await countDistinct(database, 'lead', range) : await count(database, found)
  const page = pageOf(rows, query.limit, total, (row) => ({ at: row.ordered_at, id: row.id }))
  return { ...page, rows: page.rows.map(asLead) }
}

/** Where the leads of a list are found, what they must fulfil, and by which time they are ordered. */
type Found = { from: RawBuilder<unknown>; matches: RawBuilder<unknown>; orderedBy: RawBuilder<unknown> }

function leadsIn(range: Range, query: ListQuery, source: LeadSource, now: Date): Found {
  const wanted = sql`${source === 'both' ? sql`` : sql`and lead.capture_source = ${source}`}
    ${containsText(query.q, [sql`lead.name`, sql`lead.email`, sql`lead.phone`, sql`lead.slug`])}`
  const from = sql`leads lead`
  const orderedBy = sql.ref('lead.last_counted_at')
  // A range that reaches to now needs no look at captures: the newest one tells.
  if (range.end > now)
    return { from, matches: sql`lead.last_counted_at >= ${range.start} ${wanted}`, orderedBy }
  if (query.q !== '')
    return {
      from,
      matches: sql`lead.last_counted_at >= ${range.start} and lead.first_captured_at < ${range.end}
        and exists (select from lead_captures capture where capture.lead_id = lead.id and not capture.hidden
          and capture.at >= ${range.start} and capture.at < ${range.end}) ${wanted}`,
      orderedBy,
    }
  // From the newest capture of the range backwards, each lead at its last one: the first page costs a page.
  return {
    from: sql`lead_captures capture join leads lead on lead.id = capture.lead_id`,
    matches: sql`not capture.hidden and capture.at >= ${range.start} and capture.at < ${range.end}
      and not exists (select from lead_captures later where later.lead_id = capture.lead_id and not later.hidden
        and later.at >= capture.at and later.at < ${range.end} and (later.at, later.id) > (capture.at, capture.id))
      ${wanted}`,
    orderedBy: sql.ref('capture.at'),
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
  person_id: string
  name: string
  email: string
  phone: string
  phone_e164: string | null
  slug: string
  capture_source: string
  capture_count: number
  first_captured_at: Date
  last_captured_at: Date
  ordered_at: Date
  first_touch: Attribution
  last_touch: Attribution
  landing_path: string | null
  lead_magnet: string | null
  ip_address: string | null
  user_agent: string | null
  device: DeviceInfo | null
  details: Record<string, unknown>
  tags: string[]
  crm_state: (typeof deliveryStates)[number]
  crm_reason: string | null
  crm_contact_id: string | null
  crm_delivered_at: Date | null
}

function asLead(row: Row): Lead {
  const { details } = row
  const text = (key: string) => (typeof details[key] === 'string' ? details[key] : null)
  const number = (key: string) => (typeof details[key] === 'number' ? details[key] : null)
  const hasReturnedBy = JSON.stringify(row.first_touch) !== JSON.stringify(row.last_touch)
  return {
    id: row.id,
    personId: row.person_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    phoneE164: row.phone_e164,
    slug: row.slug,
    captureSource: row.capture_source,
    captureCount: row.capture_count,
    firstSeen: row.first_captured_at.toISOString(),
    lastSeen: row.last_captured_at.toISOString(),
    createdAt: row.first_captured_at.toISOString(),
    tags: row.tags,
    delivery: {
      state: row.crm_state,
      reason: row.crm_reason,
      contactId: row.crm_contact_id,
      deliveredAt: row.crm_delivered_at?.toISOString() ?? null,
    },
    ...columnsOf(row.first_touch),
    landingPath: row.landing_path,
    leadMagnet: row.lead_magnet,
    ipAddress: row.ip_address,
    timezone: text('timezone'),
    language: text('language'),
    hardwareConcurrency: number('hardwareConcurrency'),
    deviceMemory: number('deviceMemory'),
    screenWidth: number('screenWidth'),
    screenHeight: number('screenHeight'),
    userAgent: row.user_agent,
    device: { ...unknownDevice, ...row.device },
    additionalData: hasReturnedBy ? { lastTouch: row.last_touch } : null,
  }
}
