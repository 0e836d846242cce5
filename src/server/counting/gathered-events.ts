import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { assignTouches } from './ad-touches.ts'
import { singleValues, valueKey, valuesWithin } from './counted-values.ts'
import { nameValues } from './named-values.ts'

/** From so many events on, joins read both sides whole: the planner knows nothing of what a statement makes on its way. */
export const MANY_EVENTS = 500

/**
 * Empties the connection's table of events to be counted and fills it from a query of (kind, subject_id, at, path,
 * source, campaign, ad, touch, referrer, title, events): `events` is 1 for what is counted as an event and 0 for what only
 * shows that somebody was there. `taking` is what that query reads from where it takes rows away. A `sign` of -1 takes
 * back what was counted; `besides` leaves what is gathered already, so that only what differs has to be written.
 */
export async function gatherEvents(
  transaction: Queryable,
  events: RawBuilder<unknown>,
  {
    taking = sql``,
    sign = 1,
    besides = false,
  }: { taking?: RawBuilder<unknown>; sign?: 1 | -1; besides?: boolean } = {},
): Promise<number> {
  await sql`create temporary table if not exists gathered_events (kind text, subject_id uuid, at timestamptz,
    hour timestamptz, path text, source text, campaign text, ad text, touch text, referrer text, title text, events integer, sign integer)
    on commit delete rows`.execute(transaction)
  if (!besides) await sql`truncate gathered_events`.execute(transaction)
  // The statements below are planned for a handful of events and for millions; compiling them never pays.
  await sql`set local jit = off`.execute(transaction)
  const { numAffectedRows } = await sql`
    ${taking} insert into gathered_events (kind, subject_id, at, hour, path, source, campaign, ad, touch, referrer, title, events, sign)
    select kind, subject_id, at, date_trunc('hour', at, 'UTC'), path, source, campaign, ad, touch, referrer, title, events, ${sign}::integer
    from (${events}) event (kind, subject_id, at, path, source, campaign, ad, touch, referrer, title, events)`.execute(
    transaction,
  )
  const count = Number(numAffectedRows ?? 0)
  if (count > MANY_EVENTS) await sql`analyze gathered_events`.execute(transaction)
  // What is taken back is named with what is gathered besides.
  if (sign === 1 && (count > 0 || besides)) {
    await nameValues(transaction)
    await assignTouches(transaction, { isAnew: besides })
  }
  return count
}

const TUPLE = sql`kind, path, source, campaign, ad, touch, referrer`
const tupleOf = (row: string) =>
  sql`array[${sql.join(['kind', 'path', 'source', 'campaign', 'ad', 'touch', 'referrer'].map((column) => sql.ref(`${row}.${column}`)))}]`

/**
 * Makes of the gathered events what is added up: `gathered_values` says once for each different tuple of values which
 * values these are, with the ids under which they are stored, and `tuple_events` which tuple an event is of. So text is
 * read once a tuple, and millions of events are added up by numbers alone. Returns how many events there are.
 */
export async function gatherValues(transaction: Queryable, isIn: RawBuilder<unknown>): Promise<number> {
  await sql`create temporary table if not exists gathered_tuples (tuple integer, kind text, path text, source text,
    campaign text, ad text, touch text, referrer text, is_event boolean) on commit delete rows`.execute(
    transaction,
  )
  await sql`create temporary table if not exists gathered_values (tuple integer, id integer, key uuid, kind text,
    dimension text, within text, value text) on commit delete rows`.execute(transaction)
  await sql`create temporary table if not exists tuple_events (tuple integer, subject_id uuid, hour timestamptz,
    at timestamptz, n integer, sign integer) on commit delete rows`.execute(transaction)
  await sql`truncate gathered_tuples, gathered_values, tuple_events`.execute(transaction)
  const analyzed = async (table: string, { numAffectedRows }: { numAffectedRows?: bigint }) => {
    const count = Number(numAffectedRows ?? 0)
    if (count > MANY_EVENTS) await sql`analyze ${sql.table(table)}`.execute(transaction)
    return count
  }
  await analyzed(
    'gathered_tuples',
    await sql`
      insert into gathered_tuples (tuple, ${TUPLE}, is_event)
      select row_number() over (), ${TUPLE}, is_event from (
        select ${TUPLE}, bool_or(events <> 0) as is_event from gathered_events where ${isIn} group by ${TUPLE}
      ) one`.execute(transaction),
  )
  // An array is equal to another where both have nothing at the same place.
  const count = await analyzed(
    'tuple_events',
    await sql`
      insert into tuple_events (tuple, subject_id, hour, at, n, sign)
      select tuple, subject_id, hour, at, sign * events, sign
      from (select * from gathered_events where ${isIn}) event
      join gathered_tuples tuple on ${tupleOf('event')} = ${tupleOf('tuple')}`.execute(transaction),
  )
  await sql`
    insert into gathered_values (tuple, key, kind, dimension, within, value)
    select tuple, ${valueKey(sql`kind`, sql`dimension`, sql`within`, sql`value`)}, kind, dimension, within, value from (
      select tuple, kind, dimension, '' as within, value from gathered_tuples
      cross join lateral ${singleValues} one (dimension, value)
      union all
      select tuple, kind, dimension, within, value from gathered_tuples
      cross join lateral ${valuesWithin} one (dimension, within, value) where kind = 'visitor' and is_event
    ) one where value is not null and within is not null`.execute(transaction)
  await sql`
    insert into counted_values (key, kind, dimension, within, value)
    select distinct key, kind, dimension, within, value from gathered_values
    where not exists (select from counted_values stored where stored.key = gathered_values.key)
    on conflict do nothing`.execute(transaction)
  await analyzed(
    'gathered_values',
    await sql`update gathered_values set id = stored.id from counted_values stored where stored.key = gathered_values.key`.execute(
      transaction,
    ),
  )
  return count
}
