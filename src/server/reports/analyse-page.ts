import { sql } from 'kysely'
import { MOST_PAGES } from '#contract/list-limits.ts'
import type { PageAnalytics, PageNumbers } from '#contract/page-analytics.ts'
import type { RangeQuery } from '#contract/range.ts'
import { sitePaths } from '#contract/site-paths.ts'
import { zoneId } from '#server/counting/counted-values.ts'
import { countValue, peopleFrom, topValues } from '#server/counting/read-values.ts'
import { type Range, resolveRange } from '#server/counting/resolve-range.ts'
import { rollUpForReader } from '#server/counting/roll-up-for-reader.ts'
import type { Database } from '#server/platform/database.ts'
import type { Page } from './list-page.ts'
import { readNarrowedVisitors } from './narrowed-visitors.ts'
import { percentOf } from './summarize.ts'

/**
 * The pages with traffic or conversions in a range, most viewed first, with their number in all. Where strangers made up
 * more paths than are listed, the site's own stay in the list.
 */
export async function listPages(
  database: Database,
  query: RangeQuery,
  now: Date,
): Promise<Page<PageNumbers>> {
  await rollUpForReader(database)
  const range = resolveRange(query, now)
  const { rows } = await sql<{
    path: string
    views: number
    visitors: number
    conversions: number
    converted: number
    all_views: number
    total: number
  }>`
    select * from (select value as path, coalesce(sum(events) filter (where kind = 'visitor'), 0)::bigint as views,
      coalesce(sum(${peopleFrom(range.firstDay)}) filter (where kind = 'visitor'), 0)::bigint as visitors,
      coalesce(sum(${peopleFrom(range.firstDay)}) filter (where kind = 'lead'), 0)::bigint as conversions,
      coalesce(sum(${peopleFrom(range.firstDay)}) filter (where kind = 'converted'), 0)::bigint as converted,
      coalesce(sum(sum(events) filter (where kind = 'visitor')) over (), 0)::bigint as all_views,
      count(*) over () as total
    from counted_values value join value_days on value_id = value.id
    where value.dimension = 'page' and value.within = '' and value.kind in ('visitor', 'converted', 'lead')
      and tz = ${zoneId(range.tz)} and day between ${range.firstDay}::date and ${range.lastDay}::date
    group by value having sum(events) > 0
    order by value = any(${sitePaths}) desc, views desc, path limit ${MOST_PAGES}) page
    order by views desc, path`.execute(database)
  return {
    total: rows[0]?.total ?? 0,
    next: null,
    rows: rows.map(({ path, views, visitors, conversions, converted, all_views }) => ({
      path,
      views,
      visitors,
      conversions,
      conversionRate: percentOf(converted, visitors),
      share: percentOf(views, all_views),
    })),
  }
}

/**
 * One page in a range: its numbers, sources, referrers, leads and newest visitors. Who came from another
 * page of the site was referred by nobody: those views are told apart from the referrers.
 */
export async function analysePage(
  database: Database,
  path: string,
  query: RangeQuery,
  now: Date,
  isOwnHost: (referrer: string) => boolean,
): Promise<PageAnalytics> {
  await rollUpForReader(database)
  const range = resolveRange(query, now)
  const of = (dimension: string, limit: number) =>
    topValues(database, { dimension: `${dimension} of page`, within: path, range, limit })
  const [sources, referrers, visitors, { visitor, converted, lead }, leads] = await Promise.all([
    of('source', 1000),
    of('referrer', 500),
    newestVisitors(database, path, range, now),
    countValue(database, ['visitor', 'converted', 'lead'], { dimension: 'page', value: path }, range),
    newestLeads(database, path, range),
  ])
  return {
    totalViews: visitor.events,
    uniqueVisitors: visitor.people,
    conversions: lead.people,
    conversionRate: percentOf(converted.people, visitor.people),
    utmData: byName(sources),
    referrerData: byName(referrers.filter(({ value }) => !isOwnHost(value))),
    ownReferrals: referrers.reduce((sum, { value, views }) => sum + (isOwnHost(value) ? views : 0), 0),
    leadDetails: leads,
    visitors,
  }
}

const byName = (values: { value: string; views: number }[]): Record<string, number> =>
  Object.fromEntries(values.map(({ value, views }) => [value, views]))

async function newestVisitors(
  database: Database,
  path: string,
  range: Range,
  now: Date,
): Promise<PageAnalytics['visitors']> {
  const { rows } = await readNarrowedVisitors(database, { page: path }, range, now, {
    cursor: null,
    limit: 10,
  })
  return rows.map(({ visitor, at }) => ({
    id: visitor.id,
    ipAddress: visitor.ip_address,
    timezone: visitor.timezone,
    visitCount: visitor.visit_count,
    lastSeen: at.toISOString(),
  }))
}

async function newestLeads(
  database: Database,
  path: string,
  range: Range,
): Promise<PageAnalytics['leadDetails']> {
  // In the order of their last capture on the page, which the index gives; each lead is told by its first one.
  const { rows } = await sql<{ id: string; name: string; email: string; phone: string; first_seen: Date }>`
    select lead.id, lead.name, lead.email, lead.phone, (
      select min(at) from lead_captures first where first.lead_id = lead.id and first.slug = ${path} and not first.hidden
    ) as first_seen
    from lead_captures capture join leads lead on lead.id = capture.lead_id
    where capture.slug = ${path} and not capture.hidden and capture.at >= ${range.start} and capture.at < ${range.end}
      and not exists (select from (
          select at, id, slug from lead_captures where lead_id = capture.lead_id and not hidden offset 0) later
        where later.slug = capture.slug and later.at >= capture.at and later.at < ${range.end} and (later.at > capture.at or later.id > capture.id))
    order by capture.at desc limit 100`.execute(database)
  return rows.map((row) => ({ ...row, first_seen: row.first_seen.toISOString() }))
}
