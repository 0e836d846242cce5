import { type RawBuilder, sql } from 'kysely'
import { timezones } from '#contract/range.ts'
import type { Queryable } from '#server/platform/database.ts'
import { viewAsEvent } from './counted-values.ts'
import { NEVER } from './counts.ts'
import { foldViewsOf } from './fold.ts'
import { noteChangedLeads } from './store.ts'
import { addToValues, gatherEvents } from './value-counts-store.ts'

/** Whose contributions to the rollups a change touches: queries that select one column of ids each. */
export type Affected = { visitors?: RawBuilder<unknown>; leads?: RawBuilder<unknown> }

/**
 * Makes a change to what is counted exact: takes back everything the affected visitors and leads contributed,
 * lets `change` do its work, and counts them anew, as signed deltas in the caller's transaction (design §5).
 * The caller holds the lock for recounting.
 */
export async function recount(
  transaction: Queryable,
  affected: Affected,
  change: () => Promise<void>,
): Promise<void> {
  await rememberAffected(transaction, affected)
  // What waits of them would be taken back without ever having been added. Everybody else's goes on waiting.
  await foldViewsOf(transaction, sql`select id from affected where kind = 'visitor'`)
  await contribute(transaction, -1)
  await addAffectedViews(transaction, -1)
  await change()
  await refreshHidden(transaction)
  await refreshVisitors(transaction)
  await refreshLeads(transaction)
  await contribute(transaction, 1)
  await addAffectedViews(transaction, 1)
  await noteChangedLeads(transaction, sql`select id from affected where kind = 'lead'`)
  await sql`delete from distinct_cells where count = 0`.execute(transaction)
  await sql`delete from hourly_totals where count = 0`.execute(transaction)
  await sql`delete from hourly_counts where count = 0`.execute(transaction)
}

async function rememberAffected(transaction: Queryable, affected: Affected): Promise<void> {
  await sql`create temporary table if not exists affected (kind text, id uuid, primary key (kind, id)) on commit drop`.execute(
    transaction,
  )
  await sql`truncate affected`.execute(transaction)
  if (affected.visitors)
    await sql`insert into affected select distinct 'visitor', id from (${affected.visitors}) one (id)
      where id is not null`.execute(transaction)
  if (affected.leads)
    await sql`insert into affected select distinct 'lead', id from (${affected.leads}) one (id)
      where id is not null`.execute(transaction)
  await sql`analyze affected`.execute(transaction)
}

/** The counted page views and captures of the affected, as rows of one shape. */
const contributions = sql`
  select 'visitor' as kind, 'view' as event, view.visitor_id as id, view.at, view.path, view.source
  from page_views view join affected on affected.kind = 'visitor' and affected.id = view.visitor_id
  where not view.hidden
  union all
  select 'lead', 'capture', capture.lead_id, capture.at, capture.slug, capture.source
  from lead_captures capture join affected on affected.kind = 'lead' and affected.id = capture.lead_id
  where not capture.hidden`

async function addAffectedViews(transaction: Queryable, sign: 1 | -1): Promise<void> {
  const views = sql`
    select ${viewAsEvent}
    from page_views view join affected on affected.kind = 'visitor' and affected.id = view.visitor_id
    where not view.hidden`
  if ((await gatherEvents(transaction, views)) > 0) await addToValues(transaction, { sign, areAll: true })
}

async function contribute(transaction: Queryable, sign: 1 | -1): Promise<void> {
  await sql`
    insert into hourly_totals (hour, kind, count)
    select date_trunc('hour', at, 'UTC'), event, ${sign}::bigint * count(*) from (${contributions}) one group by 1, 2
    on conflict (hour, kind) do update set count = hourly_totals.count + excluded.count`.execute(transaction)
  await sql`
    insert into hourly_counts (hour, path, source, kind, count)
    select date_trunc('hour', at, 'UTC'), path, source, event, ${sign}::bigint * count(*) from (${contributions}) one
    group by 1, 2, 3, 4
    on conflict (hour, path, source, kind) do update set count = hourly_counts.count + excluded.count`.execute(
    transaction,
  )
  await sql`
    insert into distinct_cells (kind, tz, day, previous_day, count)
    select kind, tz, day, previous_day, ${sign}::bigint * count(*) from (
      select kind, tz, day, coalesce(lag(day) over (partition by kind, tz, id order by day), ${NEVER}::date) as previous_day
      from (
        select distinct one.kind, zone.tz, one.id, (one.at at time zone zone.tz)::date as day
        from (${contributions}) one cross join unnest(${[...timezones]}::text[]) as zone (tz)
      ) active
    ) cell group by 1, 2, 3, 4
    on conflict (kind, tz, day, previous_day) do update set count = distinct_cells.count + excluded.count`.execute(
    transaction,
  )
}

/**
 * What is hidden, in one place: views of excluded visitors, submits held as spam or sent in a browser that the owner
 * marked as their own, and whatever comes from a blocked address or lies on a blocked page (decisions §3, §5, §6). Switching back gives the very same rows back.
 */
async function refreshHidden(transaction: Queryable): Promise<void> {
  await sql`
    update page_views view set hidden = now.hidden
    from (
      select view.visitor_id, view.at, view.path, (visitor.excluded is not null
        or exists (select from blocked_ips where is_active and ip_address = view.ip_address)
        or exists (select from blocked_pages where is_active and page_path = view.path)) as hidden
      from page_views view
      join affected on affected.kind = 'visitor' and affected.id = view.visitor_id
      join visitors visitor on visitor.id = view.visitor_id
    ) now
    where view.visitor_id = now.visitor_id and view.at = now.at and view.path = now.path
      and view.hidden <> now.hidden`.execute(transaction)
  await sql`
    update lead_captures capture set hidden = not capture.hidden
    from affected
    where affected.kind = 'lead' and affected.id = capture.lead_id and capture.hidden <> (
      (capture.quarantine_reason is not null and capture.released_at is null)
      or exists (select from visitors where id = capture.visitor_id and marked_own_at is not null)
      or exists (select from blocked_ips where is_active and ip_address = capture.ip_address)
      or exists (select from blocked_pages where is_active and page_path = capture.slug))`.execute(
    transaction,
  )
}

/** A visit begins with a counted view that no other counted view precedes within 30 minutes. */
async function refreshVisitors(transaction: Queryable): Promise<void> {
  await sql`
    update visitors set last_view_at = counted.last_view_at, page_view_count = coalesce(counted.views, 0),
      visit_count = coalesce(counted.visits, 0)
    from affected left join (
      select visitor_id, max(at) as last_view_at, count(*) as views,
        count(*) filter (where previous is null or at - previous > interval '30 minutes') as visits
      from (
        select view.visitor_id, view.at, lag(view.at) over (partition by view.visitor_id order by view.at) as previous
        from page_views view join affected on affected.kind = 'visitor' and affected.id = view.visitor_id
        where not view.hidden
      ) view group by visitor_id
    ) counted on counted.visitor_id = affected.id
    where affected.kind = 'visitor' and visitors.id = affected.id`.execute(transaction)
}

async function refreshLeads(transaction: Queryable): Promise<void> {
  await sql`
    update leads set last_counted_at = (
      select max(at) from lead_captures where lead_id = leads.id and not hidden)
    from affected where affected.kind = 'lead' and leads.id = affected.id`.execute(transaction)
}
