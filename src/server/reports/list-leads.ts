import { sql } from 'kysely'
import type { Lead, LeadsQuery } from '#contract/lead.ts'
import type { Database } from '#server/platform/database.ts'
import { countDistinct } from './count-distinct.ts'
import { foldPending } from './fold.ts'
import { asLead, type LeadRow, leadColumns } from './lead-row.ts'
import {
  afterCursor,
  type Cursor,
  containsText,
  type Page,
  pageOf,
  type RowsPage,
  readCursor,
} from './list-page.ts'
import { countFilter, type EventFilter, isFiltering, isOf } from './narrowed-events.ts'
import { countValue } from './read-values.ts'
import { type Range, resolveRange } from './resolve-range.ts'
import { type Found, type NarrowedList, readNarrowedPage } from './search-page.ts'

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
  if (!isNarrowed(query))
    return {
      ...page,
      total:
        source === 'both'
          ? await countDistinct(database, 'lead', range)
          : await count(database, leadsIn(range, source, now)),
    }
  if (source === 'both' && query.q === '' && query.tag === undefined) {
    const step = query.step ?? 'lead'
    const counted = await countFilter(database, step, filterOf(query), range)
    const [only, ...others] = counted
    if (!only)
      return {
        ...page,
        total: (await countValue(database, [step], { dimension: 'all', value: '' }, range))[step].people,
        isCapped: false,
      }
    if (only.ids.length <= 1 && others.length === 0) return { ...page, total: only.people, isCapped: false }
  }
  if (page.total !== undefined) return { ...page, total: page.total }
  const first = await readNarrowedLeads(database, query, source, range, now, { cursor: null, limit: 1 })
  return { ...page, total: first.total, isCapped: first.isCapped }
}

/** One page of the list without its total, which costs more the longer the list is. */
export async function readLeadsPage(
  database: Database,
  query: Query,
  source: LeadSource,
  now: Date,
): Promise<RowsPage<Lead> & { total?: number; isCapped?: boolean }> {
  const range = resolveRange(query, now)
  const cursor = readCursor(query.cursor)
  if (isNarrowed(query)) {
    await foldPending(database, { patiently: true })
    const { rows, next, ...counted } = await readNarrowedLeads(database, query, source, range, now, {
      cursor,
      limit: query.limit,
    })
    // From a cursor on, fewer are found than the list holds.
    return { rows, next, ...(cursor ? {} : counted) }
  }
  const found = leadsIn(range, source, now)
  const { rows } = await sql<LeadRow & { ordered_at: Date }>`
    select ${leadColumns}, ${found.at} as ordered_at
    from ${found.from} left join visitors visitor on visitor.id = lead.visitor_id
    where ${found.matches} ${afterCursor(cursor, found.at, sql.ref('lead.id'))}
    order by ${found.at} desc, lead.id desc limit ${query.limit + 1}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.ordered_at, id: row.id }))
  return { ...page, rows: page.rows.map(asLead) }
}

const filterOf = ({ source, page, campaign, ad }: Query) => ({ source, page, campaign, ad })

const isNarrowed = (query: Query): boolean =>
  query.q !== '' || query.tag !== undefined || query.step !== undefined || isFiltering(filterOf(query))

const capturesIn = (range: Range) =>
  sql`capture.lead_id is not null and not capture.hidden and capture.at >= ${range.start} and capture.at < ${range.end}`

/** The condition that a capture is the lead's last one in the range that is of all that is asked for. */
const lastCapture = (filter: EventFilter, range: Range) => sql`
  not exists (select from (select * from lead_captures where lead_id = capture.lead_id and not hidden offset 0) later
    where later.at >= capture.at and later.at < ${range.end} and (later.at > capture.at or later.id > capture.id)
    and ${isOf(filter, 'later', 'slug')})`

const ofSource = (source: LeadSource) =>
  source === 'both' ? sql`` : sql`and lead.capture_source = ${source}`

function leadsIn(range: Range, source: LeadSource, now: Date): Found {
  const id = sql.ref('lead.id')
  // A range that reaches to now needs no look at captures: the newest one tells.
  if (range.end > now)
    return {
      from: sql`leads lead`,
      matches: sql`lead.last_counted_at >= ${range.start} ${ofSource(source)}`,
      at: sql.ref('lead.last_counted_at'),
      id,
    }
  // From the newest capture of the range backwards, each lead at its last one: the first page costs a page.
  return {
    from: sql`lead_captures capture join leads lead on lead.id = capture.lead_id`,
    matches: sql`${capturesIn(range)} and ${lastCapture({}, range)} ${ofSource(source)}`,
    at: sql.ref('capture.at'),
    id,
  }
}

async function readNarrowedLeads(
  database: Database,
  query: Query,
  source: LeadSource,
  range: Range,
  now: Date,
  position: { cursor: Cursor | null; limit: number },
): Promise<RowsPage<Lead> & { total: number; isCapped: boolean }> {
  const page = await readNarrowedPage(database, narrowedLeads(query, source, range, now), position)
  const ids = page.rows.map(({ id }) => id)
  const { rows } = await sql<LeadRow>`
    select ${leadColumns} from leads lead left join visitors visitor on visitor.id = lead.visitor_id
    where lead.id = any(${ids}::uuid[])`.execute(database)
  const byId = new Map(rows.map((row) => [row.id, asLead(row)]))
  return { ...page, rows: page.rows.flatMap(({ id }) => byId.get(id) ?? []) }
}

function narrowedLeads(query: Query, source: LeadSource, range: Range, now: Date): NarrowedList {
  const filter = filterOf(query)
  const { q, tag, step } = query
  const wanted = sql`true ${ofSource(source)}
    ${tag === undefined ? sql`` : sql`and exists (select from lead_tags tag where tag.lead_id = lead.id and tag.tag_name = ${tag})`}
    ${step === undefined ? sql`` : sql`and exists (select from lead_steps step where step.lead_id = lead.id and step.step = ${step})`}
    ${containsText(q, [sql`lead.name`, sql`lead.email`, sql`lead.phone`, sql`lead.slug`])}`
  const chosen = sql`true
    ${tag === undefined ? sql`` : sql`and id in (select lead_id from lead_tags where tag_name = ${tag})`}
    ${step === undefined ? sql`` : sql`and id in (select lead_id from lead_steps where step = ${step})`}
    ${containsText(q, [sql`(name || ' ' || email || ' ' || phone || ' ' || slug)`])}`
  const plain = leadsIn(range, source, now)
  if (range.end > now && !isFiltering(filter))
    return {
      all: plain,
      alias: 'lead',
      joins: sql``,
      wanted,
      few: {
        ...plain,
        from: sql`(select id from leads where ${chosen} offset 0) chosen join leads lead on lead.id = chosen.id`,
        matches: sql`${plain.matches} and ${wanted}`,
      },
    }
  const isOfAll = isOf(filter, 'capture', 'slug')
  const isChosenByLead = q !== '' || tag !== undefined || step !== undefined
  return {
    all: {
      from: sql`lead_captures capture`,
      matches: capturesIn(range),
      at: sql.ref('capture.at'),
      id: sql.ref('capture.lead_id'),
    },
    alias: 'capture',
    joins: sql`join leads lead on lead.id = capture.lead_id`,
    wanted: sql`${isOfAll} and ${lastCapture(filter, range)} and ${wanted}`,
    few: {
      from: isChosenByLead
        ? sql`(select id from leads where ${chosen} offset 0) chosen join leads lead on lead.id = chosen.id
            cross join lateral (select max(capture.at) as at
              from (select * from lead_captures where lead_id = lead.id offset 0) capture where ${capturesIn(range)} and ${isOfAll}) seen`
        : sql`(select capture.lead_id, max(capture.at) as at from lead_captures capture
            where ${capturesIn(range)} and ${isOfAll} group by 1) seen join leads lead on lead.id = seen.lead_id`,
      matches: sql`seen.at is not null and ${wanted}`,
      at: sql.ref('seen.at'),
      id: sql.ref('lead.id'),
    },
  }
}

async function count(database: Database, { from, matches }: Found): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${from} where ${matches}`.execute(database)
  return rows[0]?.count ?? 0
}
