import { type RawBuilder, sql } from 'kysely'
import type { Lead, LeadsQuery } from '#contract/lead.ts'
import type { Database } from '#server/platform/database.ts'
import { countDistinct } from './count-distinct.ts'
import { asLead, type LeadRow, leadColumns } from './lead-row.ts'
import { afterCursor, containsText, type Page, pageOf, type RowsPage, readCursor } from './list-page.ts'
import { type Range, resolveRange } from './resolve-range.ts'

/** Which leads a list holds: those of lead forms, those of analytics records only, or both. */
export type LeadSource = 'customer' | 'analytics' | 'both'

type Query = Omit<LeadsQuery, 'include'>

/** Leads captured in a range, newest capture first, one per email; searched by name, email, phone and page. */
export async function listLeads(
  database: Database,
  query: Query,
  source: LeadSource,
  now: Date,
): Promise<Page<Lead>> {
  const range = resolveRange(query, now)
  const page = await readLeadsPage(database, query, source, now)
  const isCounted = query.q === '' && query.tag === undefined && source === 'both'
  const total = isCounted
    ? await countDistinct(database, 'lead', range)
    : await count(database, leadsIn(range, query, source, now))
  return { ...page, total }
}

/** One page of the list without its total, which costs more the longer the list is. */
export async function readLeadsPage(
  database: Database,
  query: Query,
  source: LeadSource,
  now: Date,
): Promise<RowsPage<Lead>> {
  const found = leadsIn(resolveRange(query, now), query, source, now)
  const { rows } = await sql<LeadRow & { ordered_at: Date }>`
    select ${leadColumns}, ${found.orderedBy} as ordered_at
    from ${found.from} left join visitors visitor on visitor.id = lead.visitor_id
    where ${found.matches} ${afterCursor(readCursor(query.cursor), found.orderedBy, sql.ref('lead.id'))}
    order by ${found.orderedBy} desc, lead.id desc limit ${query.limit + 1}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.ordered_at, id: row.id }))
  return { ...page, rows: page.rows.map(asLead) }
}

/** Where the leads of a list are found, what they must fulfil, and by which time they are ordered. */
type Found = { from: RawBuilder<unknown>; matches: RawBuilder<unknown>; orderedBy: RawBuilder<unknown> }

function leadsIn(range: Range, query: Query, source: LeadSource, now: Date): Found {
  const wanted = sql`${source === 'both' ? sql`` : sql`and lead.capture_source = ${source}`}
    ${query.tag === undefined ? sql`` : sql`and exists (select from lead_tags tag where tag.lead_id = lead.id and tag.tag_name = ${query.tag})`}
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
