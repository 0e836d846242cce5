import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { changedLeads } from './store.ts'

/** New events of a visitor lie before what is counted of it: it has to be held while it is counted. */
export class OutOfOrder extends Error {}

// Shorter than the second after which PostgreSQL breaks off one of two that wait for each other: the recount gives way.
const GIVES_WAY_AFTER = '200ms'

/** Works out what the remembered visitors' own rows are to say. A visit begins where no view was for 30 minutes. */
export async function sumUpVisitors(transaction: Queryable): Promise<void> {
  await sql`
    update recounted_visitors one set views = coalesce(sealed.views, 0) + sums.views,
      visits = coalesce(sealed.visits, 0) + sums.visits,
      last_view_at = greatest(sums.last_view_at, sealed.last_view_at),
      last_capture_at = greatest(sums.last_capture_at, sealed.last_capture_at),
      last_counted_at = greatest(sums.last_view_at, sums.last_capture_at, sealed.last_view_at, sealed.last_capture_at)
    from (
      select id, count(at) filter (where is_view) as views,
        count(at) filter (where is_view and (previous is null or at - previous > interval '30 minutes')) as visits,
        max(at) filter (where is_view) as last_view_at, max(at) filter (where not is_view) as last_capture_at
      from (
        select visitor.id, event.at, event.capture_id is null as is_view,
          coalesce(lag(event.at) over (partition by visitor.id, event.capture_id is null order by event.at),
            sealed.last_view_at) as previous
        from recounted_visitors visitor
        left join recounted_events event on event.visitor_id = visitor.id and not event.is_hidden
        left join sealed_visitors sealed on sealed.visitor_id = visitor.id
      ) event group by id
    ) sums left join sealed_visitors sealed on sealed.visitor_id = sums.id where sums.id = one.id`.execute(
    transaction,
  )
}

/** Holds the remembered visitors' rows until the transaction ends: whoever writes one of them waits. */
export async function holdVisitors(transaction: Queryable): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(GIVES_WAY_AFTER)}`.execute(transaction)
  await sql`select id from visitors where id in (select id from recounted_visitors) order by id for no key update`.execute(
    transaction,
  )
}

/**
 * Writes the held visitors' rows. What came of them since their events were read waits in the queue as before, after
 * all that is counted of them.
 */
export async function writeVisitors(transaction: Queryable): Promise<void> {
  const before = sql`(partition by waiting.visitor_id order by waiting.at, waiting.ctid
    rows between unbounded preceding and 1 preceding)`
  const { rows } = await sql<{ isOutOfOrder: boolean }>`
    with waiting as materialized (
      select waiting.ctid as place, one.last_counted_at, waiting.visitor_id, waiting.at, waiting.capture_id is null as is_view,
        coalesce(max(waiting.at) over ${before}, one.last_counted_at) as previous,
        coalesce(max(waiting.at) filter (where capture_id is null) over ${before}, one.last_view_at) as previous_view,
        coalesce(max(waiting.at) filter (where capture_id is not null) over ${before}, one.last_capture_at) as previous_capture
      from rollup_queue waiting join recounted_visitors one on one.id = waiting.visitor_id
    ), noted as (
      update rollup_queue set previous = waiting.previous,
        previous_capture = case when waiting.is_view then null else waiting.previous_capture end
      from waiting where rollup_queue.ctid = waiting.place
    ), new as (
      select visitor_id, count(*) filter (where is_view) as views,
        count(*) filter (where is_view and (previous_view is null or at - previous_view > interval '30 minutes')) as visits,
        max(at) filter (where is_view) as last_view_at, max(at) as last_at
      from waiting group by visitor_id
    ), written as (
      update visitors set page_view_count = one.views + coalesce(new.views, 0),
        visit_count = one.visits + coalesce(new.visits, 0), last_view_at = greatest(one.last_view_at, new.last_view_at),
        last_counted_at = greatest(one.last_counted_at, new.last_at)
      from recounted_visitors one left join new on new.visitor_id = one.id
      where visitors.id = one.id
    )
    -- Tracking stores views by the second.
    select exists (select from waiting where at < date_trunc('second', last_counted_at)) as "isOutOfOrder"`.execute(
    transaction,
  )
  if (rows[0]?.isOutOfOrder) throw new OutOfOrder('an event came that lies before what is counted')
}

/** Writes when leads (a query of ids) were last captured, and notes that they have to be counted. */
export async function writeLeads(transaction: Queryable, leads: RawBuilder<unknown>): Promise<void> {
  // A capture of such a lead that is under way ends first, and is seen.
  await sql`select id from leads where id in (${leads}) order by id for no key update`.execute(transaction)
  await sql`
    update leads set last_counted_at = (
      select max(at) from lead_captures where lead_id = leads.id and not hidden)
    where id in (${leads})`.execute(transaction)
  await changedLeads(leads).execute(transaction)
}
