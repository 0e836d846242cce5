import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { activityAsEvents } from './counted-values.ts'
import { gatherEvents } from './gathered-events.ts'
import { isKept } from './sealed.ts'
import { noteTitles } from './search-store.ts'
import { addToValues } from './value-counts-store.ts'
import { isCaptureHidden, isViewHidden } from './who-is-counted.ts'

/** Remembers visitors (a query of ids) who are to be counted anew, in the connection's own tables. */
export async function rememberVisitors(transaction: Queryable, visitors: RawBuilder<unknown>): Promise<void> {
  await sql`create temporary table if not exists recounted_visitors (id uuid primary key, views bigint, visits bigint,
    last_view_at timestamptz, last_capture_at timestamptz, last_counted_at timestamptz) on commit delete rows`.execute(
    transaction,
  )
  await sql`create temporary table if not exists recounted_events (visitor_id uuid, at timestamptz, path text, capture_id uuid,
    lead_id uuid, source text, attribution jsonb, referrer text, title text, was_counted boolean, was_hidden boolean,
    is_hidden boolean) on commit delete rows`.execute(transaction)
  await sql`truncate recounted_visitors, recounted_events`.execute(transaction)
  await sql`insert into recounted_visitors (id)
    select distinct id from (${visitors}) one (id) where id is not null`.execute(transaction)
  await sql`analyze recounted_visitors`.execute(transaction)
}

/**
 * Reads all that the remembered visitors did and that is not counted for good, in one statement and so at one moment:
 * what of it is in the counts, and what of it is hidden as of now.
 */
export async function readEvents(transaction: Queryable): Promise<void> {
  await sql`truncate recounted_events`.execute(transaction)
  await sql`
    with waiting as materialized (
      select visitor_id, at, path, capture_id from rollup_queue
      where visitor_id in (select id from recounted_visitors)
    )
    insert into recounted_events
    select view.visitor_id, view.at, view.path, null, null, view.source, view.attribution, view.referrer, view.title,
      not view.hidden and not exists (select from waiting where waiting.visitor_id = view.visitor_id
        and waiting.at = view.at and waiting.path = view.path and waiting.capture_id is null),
      view.hidden, ${isViewHidden('view', 'visitor')}
    from recounted_visitors one join page_views view on view.visitor_id = one.id and ${isKept(sql`view.at`)}
    join visitors visitor on visitor.id = one.id
    union all
    select capture.visitor_id, capture.at, capture.slug, capture.id, capture.lead_id, capture.source, capture.attribution,
      null, null, not capture.hidden and not exists (select from waiting where waiting.capture_id = capture.id),
      capture.hidden, ${isCaptureHidden('capture')}
    from recounted_visitors one join lead_captures capture on capture.visitor_id = one.id
    where capture.lead_id is not null and ${isKept(sql`capture.at`)}`.execute(transaction)
}

/** Forgets the visitors of whom nothing is hidden that was not, and the other way round; says whether any is left. */
export async function keepChanged(transaction: Queryable): Promise<boolean> {
  await sql`delete from recounted_visitors where id not in (
    select visitor_id from recounted_events where was_hidden <> is_hidden)`.execute(transaction)
  await sql`delete from recounted_events where visitor_id not in (select id from recounted_visitors)`.execute(
    transaction,
  )
  const { rows } = await sql`select 1 from recounted_visitors limit 1`.execute(transaction)
  return rows.length > 0
}

const eventsThat = (which: RawBuilder<unknown>) =>
  activityAsEvents(sql`(select visitor_id, at, path, source, attribution, referrer, title, capture_id is null as is_view
    from recounted_events where ${which}) view`)

/** Gathers what is in the counts of the remembered visitors, to be taken back with what `countAgain` counts. */
export async function takeBack(transaction: Queryable): Promise<void> {
  await gatherEvents(transaction, eventsThat(sql`was_counted`), { sign: -1 })
}

/** Takes what was read out of the queue: from now on it is counted by `countAgain`, or nowhere. */
export async function takeFromQueue(transaction: Queryable): Promise<void> {
  await sql`
    delete from rollup_queue waiting using recounted_events event
    where waiting.visitor_id = event.visitor_id and waiting.at = event.at and waiting.path = event.path
      and waiting.capture_id is not distinct from event.capture_id`.execute(transaction)
}

/**
 * Takes back what `takeBack` gathered and counts all that the remembered visitors did and that is not hidden, what was
 * read while it waited included.
 */
export async function countAgain(transaction: Queryable): Promise<void> {
  await takeFromQueue(transaction)
  await gatherEvents(transaction, eventsThat(sql`not is_hidden`), { besides: true })
  await addToValues(transaction, { areAll: true, takesBack: true })
  await noteTitles(transaction)
}

/** Writes what is hidden on the page views. Who reports such a view again does not wait for it. */
export async function hideViews(transaction: Queryable): Promise<void> {
  await sql`
    update page_views view set hidden = event.is_hidden from recounted_events event
    where event.capture_id is null and event.was_hidden <> event.is_hidden
      and view.visitor_id = event.visitor_id and view.at = event.at and view.path = event.path`.execute(
    transaction,
  )
}

/** Writes what is hidden on the captures. */
export async function hideCaptures(transaction: Queryable): Promise<void> {
  await sql`
    update lead_captures capture set hidden = event.is_hidden from recounted_events event
    where event.was_hidden <> event.is_hidden and capture.id = event.capture_id`.execute(transaction)
}

/** Writes what is hidden on captures of sealed months, which no recount reads any more. */
export async function hideSealedCaptures(transaction: Queryable, captureIds: string[]): Promise<void> {
  await sql`
    update lead_captures capture set hidden = ${isCaptureHidden('capture')}
    where id = any(${captureIds}::uuid[]) and not ${isKept(sql`capture.at`)}`.execute(transaction)
}
