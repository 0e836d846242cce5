import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { activityAsEvents } from './counted-values.ts'
import { rollUpViewsOf } from './roll-up-portion.ts'
import { changedLeads } from './store.ts'
import { addToValues, gatherEvents } from './value-counts-store.ts'
import { isCaptureHidden, isViewHidden } from './who-is-counted.ts'

/** Whose contributions to the rollups a change touches: queries that select one column of ids each. */
export type Affected = { visitors?: RawBuilder<unknown>; leads?: RawBuilder<unknown> }

/**
 * Makes a change to what is counted exact: takes back everything the affected visitors and leads contributed,
 * lets `change` do its work, and counts them anew, as signed deltas in the caller's transaction.
 * The caller holds the lock for recounting.
 */
export async function recount(
  transaction: Queryable,
  affected: Affected,
  change: () => Promise<void>,
): Promise<void> {
  await rememberAffected(transaction, affected)
  // What waits of them would be taken back without ever having been added. Everybody else's goes on waiting.
  await rollUpViewsOf(transaction, sql`select id from affected where kind = 'visitor'`)
  await addAffected(transaction, -1)
  await change()
  await refreshHidden(transaction)
  await refreshVisitors(transaction)
  await refreshLeads(transaction)
  await addAffected(transaction, 1)
  await changedLeads(sql`select id from affected where kind = 'lead'`).execute(transaction)
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
  // A capture counts for its lead and for its visitor: with either, the other is counted anew.
  await sql`insert into affected select distinct 'lead', lead_id from lead_captures
    join affected on kind = 'visitor' and affected.id = visitor_id where lead_id is not null
    on conflict do nothing`.execute(transaction)
  await sql`insert into affected select distinct 'visitor', visitor_id from lead_captures
    join affected on kind = 'lead' and affected.id = lead_id on conflict do nothing`.execute(transaction)
  await sql`analyze affected`.execute(transaction)
}

async function addAffected(transaction: Queryable, sign: 1 | -1): Promise<void> {
  const activity = activityAsEvents(sql`(select view.* from visitor_activity view
    join affected on affected.kind = 'visitor' and affected.id = view.visitor_id where not view.hidden) view`)
  if ((await gatherEvents(transaction, activity)) > 0) await addToValues(transaction, { sign, areAll: true })
}

/** Decides anew what is hidden of the affected. Switching back gives the very same rows back. */
async function refreshHidden(transaction: Queryable): Promise<void> {
  await sql`
    update page_views view set hidden = now.hidden
    from (
      select view.visitor_id, view.at, view.path, ${isViewHidden('view', 'visitor')} as hidden
      from page_views view
      join affected on affected.kind = 'visitor' and affected.id = view.visitor_id
      join visitors visitor on visitor.id = view.visitor_id
    ) now
    where view.visitor_id = now.visitor_id and view.at = now.at and view.path = now.path
      and view.hidden <> now.hidden`.execute(transaction)
  await sql`
    update lead_captures capture set hidden = not capture.hidden
    from affected
    where affected.kind = 'lead' and affected.id = capture.lead_id
      and capture.hidden <> ${isCaptureHidden('capture')}`.execute(transaction)
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
  await sql`
    update visitors set last_counted_at = greatest(last_view_at, (
      select max(at) from lead_captures where visitor_id = visitors.id and not hidden))
    from affected where affected.kind = 'visitor' and visitors.id = affected.id`.execute(transaction)
}

async function refreshLeads(transaction: Queryable): Promise<void> {
  await sql`
    update leads set last_counted_at = (
      select max(at) from lead_captures where lead_id = leads.id and not hidden)
    from affected where affected.kind = 'lead' and leads.id = affected.id`.execute(transaction)
}
