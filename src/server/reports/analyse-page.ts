import { sql } from 'kysely'
import type { PageAnalytics, PageNumbers } from '#contract/page-analytics.ts'
import type { RangeQuery } from '#contract/range.ts'
import type { Database } from '#server/platform/database.ts'
import { type Range, resolveRange } from './resolve-range.ts'
import { conversionRate } from './summarize.ts'

/** Every page with traffic or conversions in a range, most viewed first (product.md §2 Page Analytics). */
export async function listPages(database: Database, query: RangeQuery, now: Date): Promise<PageNumbers[]> {
  const range = resolveRange(query, now)
  const { rows } = await sql<{
    path: string
    views: number
    visitors: number
    conversions: number
    all_views: number
  }>`
    select path, coalesce(sum(count) filter (where kind = 'view'), 0)::bigint as views,
      coalesce(sum(count) filter (where kind = 'capture'), 0)::bigint as conversions,
      coalesce(sum(sum(count) filter (where kind = 'view')) over (), 0)::bigint as all_views,
      (select count(distinct visitor_id) from page_views view where view.path = counted.path and not hidden
        and at >= ${range.start} and at < ${range.end}) as visitors
    from hourly_counts counted where hour >= ${range.start} and hour < ${range.end}
    group by path order by views desc, path limit 1000`.execute(database)
  return rows.map(({ path, views, visitors, conversions, all_views }) => ({
    path,
    views,
    visitors,
    conversions,
    conversionRate: conversionRate(conversions, visitors),
    share: conversionRate(views, all_views),
  }))
}

/** One page in a range: its numbers, sources, referrers, leads and newest visitors (product.md §3). */
export async function analysePage(
  database: Database,
  path: string,
  query: RangeQuery,
  now: Date,
): Promise<PageAnalytics> {
  const range = resolveRange(query, now)
  const [sources, referrers, visitors, unique, leads, conversions] = await Promise.all([
    countBySource(database, path, range),
    countByReferrer(database, path, range),
    newestVisitors(database, path, range),
    countUnique(database, path, range),
    newestLeads(database, path, range),
    countConversions(database, path, range),
  ])
  return {
    totalViews: Object.values(sources).reduce((sum, views) => sum + views, 0),
    uniqueVisitors: unique,
    conversions,
    conversionRate: conversionRate(conversions, unique),
    utmData: sources,
    referrerData: referrers,
    leadDetails: leads,
    visitors,
  }
}

async function countBySource(
  database: Database,
  path: string,
  range: Range,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; views: number }>`
    select case when source = '' then 'Direct' else source end as name, sum(count)::bigint as views from hourly_counts
    where path = ${path} and kind = 'view' and hour >= ${range.start} and hour < ${range.end}
    group by 1 order by 2 desc`.execute(database)
  return Object.fromEntries(rows.map(({ name, views }) => [name, views]))
}

async function countByReferrer(
  database: Database,
  path: string,
  range: Range,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; views: number }>`
    select coalesce(nullif(referrer, ''), 'Direct') as name, count(*) as views from page_views
    where path = ${path} and not hidden and at >= ${range.start} and at < ${range.end}
    group by 1 order by 2 desc limit 500`.execute(database)
  return Object.fromEntries(rows.map(({ name, views }) => [name, views]))
}

async function countUnique(database: Database, path: string, range: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct visitor_id) as count from page_views
    where path = ${path} and not hidden and at >= ${range.start} and at < ${range.end}`.execute(database)
  return rows[0]?.count ?? 0
}

async function countConversions(database: Database, path: string, range: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::bigint as count from hourly_counts
    where path = ${path} and kind = 'capture' and hour >= ${range.start} and hour < ${range.end}`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

async function newestVisitors(
  database: Database,
  path: string,
  range: Range,
): Promise<PageAnalytics['visitors']> {
  const { rows } = await sql<{
    id: string
    ip_address: string | null
    timezone: string | null
    visit_count: number
    seen_at: Date
  }>`
    select visitor.id, visitor.ip_address, visitor.timezone, visitor.visit_count, view.at as seen_at
    from page_views view join visitors visitor on visitor.id = view.visitor_id
    where view.path = ${path} and not view.hidden and view.at >= ${range.start} and view.at < ${range.end}
      and not exists (select from page_views later where later.visitor_id = view.visitor_id and later.path = view.path
        and not later.hidden and later.at > view.at and later.at < ${range.end})
    order by view.at desc limit 10`.execute(database)
  return rows.map((row) => ({
    id: row.id,
    ipAddress: row.ip_address,
    timezone: row.timezone,
    visitCount: row.visit_count,
    lastSeen: row.seen_at.toISOString(),
  }))
}

async function newestLeads(
  database: Database,
  path: string,
  range: Range,
): Promise<PageAnalytics['leadDetails']> {
  const { rows } = await sql<{ id: string; name: string; email: string; phone: string; first_seen: Date }>`
    select lead.id, lead.name, lead.email, lead.phone, max(capture.at) as first_seen
    from lead_captures capture join leads lead on lead.id = capture.lead_id
    where capture.slug = ${path} and not capture.hidden and capture.at >= ${range.start} and capture.at < ${range.end}
    group by lead.id order by 5 desc limit 100`.execute(database)
  return rows.map((row) => ({ ...row, first_seen: row.first_seen.toISOString() }))
}
