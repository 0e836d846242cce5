import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { NAMES_A_DAY, OTHER } from './named-values.ts'

/** What a touch is made of, in the order in which it is kept. */
export const touchKeys = [
  'utm_source',
  'utm_medium',
  'utm_campaign_id',
  'utm_campaign',
  'utm_adset_id',
  'utm_adset',
  'utm_ad_id',
  'utm_ad',
] as const

/** So much of a name or an id is kept in a touch. */
export const TOUCH_CHARACTERS = 200

const said = touchKeys.filter((key) => key !== 'utm_medium')

/** What an attribution says of its ad, as text under which it is counted; '' where it says nothing. */
export const touchOf = (attribution: RawBuilder<unknown>): RawBuilder<unknown> => sql`case
  when ${attribution} ?| array[${sql.join(said.map((key) => sql.lit(key)))}] then jsonb_build_array(${sql.join(
    touchKeys.map(
      (key) =>
        sql`coalesce(trim(left(${attribution} ->> ${sql.lit(key)}, ${sql.lit(TOUCH_CHARACTERS)})), '')`,
    ),
  )})::text else '' end`

const keyOf = (touch: RawBuilder<unknown>) => sql`md5(${touch})::uuid`

/**
 * Puts into the gathered events of browsers by which ad each of them came first, and remembers it: the first event of a
 * browser says it for all. `isAnew` finds it out again for those whose events are taken back,
 * where it is not counted for good.
 */
export async function assignTouches(transaction: Queryable, { isAnew }: { isAnew: boolean }): Promise<void> {
  if (isAnew) {
    await sql`update gathered_events event set touch = counted.touch_id::text from counted_ad_visitors counted
      where event.kind = 'visitor' and event.sign = -1 and counted.visitor_id = event.subject_id`.execute(
      transaction,
    )
    await sql`delete from counted_ad_visitors counted where visitor_id in (
        select subject_id from gathered_events where kind = 'visitor' and sign = -1)
      and not exists (select from sealed_visitors sealed where sealed.visitor_id = counted.visitor_id)`.execute(
      transaction,
    )
  }
  await sql`create temporary table if not exists first_touches (visitor_id uuid, touch text, day date)
    on commit delete rows`.execute(transaction)
  await sql`truncate first_touches`.execute(transaction)
  const { numAffectedRows } = await sql`
    insert into first_touches
    select distinct on (subject_id) subject_id, touch, (at at time zone 'UTC')::date
    from gathered_events event where kind = 'visitor' and sign = 1
      and not exists (select from counted_ad_visitors known where known.visitor_id = event.subject_id)
    order by subject_id, at, path`.execute(transaction)
  if (numAffectedRows) {
    await nameTouches(
      transaction,
      sql`select touch, min(day) as day from first_touches group by 1`,
      NAMES_A_DAY,
    )
    await sql`
      insert into counted_ad_visitors (visitor_id, touch_id)
      select visitor_id, coalesce(named.id, (select id from ad_touches where key = ${keyOf(sql`${OTHER}::text`)}))
      from first_touches left join ad_touches named on named.key = ${keyOf(sql`first_touches.touch`)}
      order by 1 on conflict do nothing`.execute(transaction)
  }
  await sql`update gathered_events event set touch = counted.touch_id::text from counted_ad_visitors counted
    where event.kind = 'visitor' and event.sign = 1 and counted.visitor_id = event.subject_id`.execute(
    transaction,
  )
}

/** Gives touches (rows of touch and day) ids of their own: as many new ones a day as there are names, or all of them. */
export async function nameTouches(
  transaction: Queryable,
  touches: RawBuilder<unknown>,
  atMost?: number,
): Promise<void> {
  await sql`
    with fresh as materialized (
      select touch, day, row_number() over (partition by day order by touch) as place from (${touches}) one
      where not exists (select from ad_touches known where known.key = ${keyOf(sql`one.touch`)})
    )
    insert into ad_touches (key, touch, day) select ${keyOf(sql`touch`)}, touch, day from fresh
    ${atMost === undefined ? sql`` : sql`where place + (select count(*) from ad_touches taken where taken.day = fresh.day) <= ${atMost}`}
    on conflict do nothing`.execute(transaction)
}

/** The id of a touch that has one. */
export const touchId = (touch: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select id from ad_touches where key = ${keyOf(touch)})`
