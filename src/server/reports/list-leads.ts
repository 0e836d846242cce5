import { sql } from 'kysely'
import type { Lead } from '#contract/lead.ts'
import { countFilter } from '#server/counting/narrowed-events.ts'
import { countValue } from '#server/counting/read-values.ts'
import { type Range, resolveRange } from '#server/counting/resolve-range.ts'
import { rollUpForReader } from '#server/counting/roll-up-for-reader.ts'
import { withSpellings } from '#server/counting/source-spellings.ts'
import type { Database } from '#server/platform/database.ts'
import { countEverybody } from './count-distinct.ts'
import { asLeads, type LeadRow, leadColumns } from './lead-row.ts'
import { afterCursor, type Cursor, type Page, pageOf, type RowsPage, readCursor } from './list-page.ts'
import {
  type AskedLeads,
  filterOf,
  type LeadSource,
  type LeadsFilter,
  leadsIn,
  narrowedLeads,
} from './narrowed-leads.ts'
import { type Found, readNarrowedPage } from './search-page.ts'
import { shareOfLeads } from './share-of-leads.ts'

/** Leads captured in a range, newest capture first, one per email; searched by name, email, phone, page and what they answered in an application. */
export async function listLeads(
  database: Database,
  asked: AskedLeads,
  source: LeadSource,
  now: Date,
): Promise<Page<Lead>> {
  const query = await spelled(database, asked)
  const range = resolveRange(query, now)
  const total = await countAtOnce(database, query, source, range, now)
  const page = await readSpelledPage(database, query, source, now, { isCounted: total !== undefined })
  if (total !== undefined) return { ...page, total, isCapped: false }
  if (page.total !== undefined) return { ...page, total: page.total }
  const first = await readNarrowedLeads(database, query, source, range, now, {
    cursor: null,
    limit: query.limit,
  })
  return { ...page, total: first.total, isCapped: first.isCapped }
}

/** How many there are, where that is counted by what is asked for; undefined where only reading them tells. */
async function countAtOnce(
  database: Database,
  query: LeadsFilter,
  source: LeadSource,
  range: Range,
  now: Date,
): Promise<number | undefined> {
  if (!isNarrowed(query))
    return source === 'both'
      ? (await countEverybody(database, range)).leads
      : count(database, leadsIn(range, source, now))
  if (source !== 'both' || query.q !== '' || query.tag !== undefined || query.since !== undefined)
    return undefined
  const step = query.step ?? 'lead'
  const [only, ...others] = await countFilter(database, step, filterOf(query), range)
  if (!only) return (await countValue(database, [step], { dimension: 'all', value: '' }, range))[step].people
  return only.isExact && others.length === 0 ? only.people : undefined
}

type PageOfLeads = RowsPage<Lead> & { total?: number; isCapped?: boolean }

/** One page of the list without its total, which costs more the longer the list is. */
export const readLeadsPage = async (
  database: Database,
  query: AskedLeads,
  source: LeadSource,
  now: Date,
): Promise<PageOfLeads> => readSpelledPage(database, await spelled(database, query), source, now)

/** A source in all its spellings, those of what is pending too: where the list is narrowed, that is counted first. */
async function spelled(database: Database, query: AskedLeads): Promise<LeadsFilter> {
  if (isNarrowed(query)) await rollUpForReader(database)
  return withSpellings(database, query)
}

async function readSpelledPage(
  database: Database,
  query: LeadsFilter,
  source: LeadSource,
  now: Date,
  { isCounted = false } = {},
): Promise<PageOfLeads> {
  const range = resolveRange(query, now)
  const cursor = readCursor(query.cursor)
  if (isNarrowed(query)) {
    const { rows, next, ...counted } = await readNarrowedLeads(database, query, source, range, now, {
      cursor,
      limit: query.limit,
      isCounted,
    })
    // From a cursor on, fewer are found than the list holds.
    return { rows, next, ...(cursor || isCounted ? {} : counted) }
  }
  const found = leadsIn(range, source, now)
  const { rows } = await sql<LeadRow & { ordered_at: Date }>`
    select ${leadColumns}, ${found.at} as ordered_at
    from ${found.from} left join visitors visitor on visitor.id = lead.visitor_id
    where ${found.matches} ${afterCursor(cursor, found.at, sql.ref('lead.id'))}
    order by ${found.at} desc, lead.id desc limit ${query.limit + 1}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.ordered_at, id: row.id }))
  return { ...page, rows: await asLeads(database, page.rows) }
}

const isNarrowed = ({ q, tag, step, since, source, page, campaign, ad }: AskedLeads | LeadsFilter): boolean =>
  q !== '' || [tag, step, since, source, page, campaign, ad].some((one) => one !== undefined)

async function readNarrowedLeads(
  database: Database,
  query: LeadsFilter,
  source: LeadSource,
  range: Range,
  now: Date,
  { isCounted = false, ...position }: { cursor: Cursor | null; limit: number; isCounted?: boolean },
): Promise<RowsPage<Lead> & { total: number; isCapped: boolean }> {
  const list = await narrowedLeads(database, query, source, range, now)
  const share = list.share ?? (await shareOfLeads(database, query, range))
  const page = await readNarrowedPage(
    database,
    { ...list, ...(isCounted ? { isCounted } : {}), ...(share === undefined ? {} : { share }) },
    position,
  )
  const ids = page.rows.map(({ id }) => id)
  const { rows } = await sql<LeadRow>`
    select ${leadColumns} from leads lead left join visitors visitor on visitor.id = lead.visitor_id
    where lead.id = any(${ids}::uuid[])`.execute(database)
  const byId = new Map((await asLeads(database, rows)).map((lead) => [lead.id, lead]))
  return { ...page, rows: page.rows.flatMap(({ id }) => byId.get(id) ?? []) }
}

async function count(database: Database, { from, matches }: Found): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${from} where ${matches}`.execute(database)
  return rows[0]?.count ?? 0
}
