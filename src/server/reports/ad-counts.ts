import { type RawBuilder, sql } from 'kysely'
import type { AdsQuery } from '#contract/ad-results.ts'
import { zoneId } from '#server/counting/counted-values.ts'
import { peopleFrom } from '#server/counting/read-values.ts'
import type { Range } from '#server/counting/resolve-range.ts'
import type { Queryable } from '#server/platform/database.ts'

/** By what people are credited and on which days they count. */
export type Crediting = Pick<AdsQuery, 'credit' | 'cohort'>

/** What leads reached, by the touch that is credited. */
export type PeopleCount = {
  touch: number
  leads: number
  sawPitch: number
  applied: number
  booked: number
}

/** What became of booked calls and of payments, by the touch that is credited; `currency` is null in the row of people. */
export type OutcomeCount = {
  touch: number
  currency: string | null
  held: number
  noShow: number
  clients: number
  cash: number
}

const instant = (at: RawBuilder<unknown>, { start, end }: Range) =>
  sql`(${at} >= ${start} and ${at} < ${end})`

/** The touch that a row of `counted_ad_people people` is credited to. */
export const creditedTouch = (credit: AdsQuery['credit']): RawBuilder<unknown> =>
  sql.ref(credit === 'first' ? 'people.first_touch_id' : 'people.last_touch_id')

/** The condition on `counted_ad_people people` that the lead was captured in a range. */
export const isCapturedIn = (range: Range): RawBuilder<unknown> => sql`(
  ${instant(sql`people.first_at`, range)} or ${instant(sql`people.last_at`, range)}
  or (people.between_at is not null and exists (
    select from unnest(people.between_at) at where ${instant(sql`at`, range)})))`

/** Different visitors of a range, by the touch that brought their browser first. */
export async function countAdVisitors(
  database: Queryable,
  range: Range,
): Promise<{ touch: number; visitors: number }[]> {
  const { rows } = await sql<{ touch: number; visitors: number }>`
    select value.value::integer as touch, sum(${peopleFrom(range.firstDay)})::bigint as visitors
    from counted_values value join value_days on value_id = value.id
    where value.dimension = 'touch' and value.within = '' and value.kind = 'visitor'
      and tz = ${zoneId(range.tz)} and day between ${range.firstDay}::date and ${range.lastDay}::date
    group by 1 having sum(${peopleFrom(range.firstDay)}) <> 0`.execute(database)
  return rows
}

/** Leads of a range and what they reached, by the touch that is credited. */
export async function countAdPeople(
  database: Queryable,
  range: Range,
  { credit, cohort }: Crediting,
): Promise<PeopleCount[]> {
  const touch = creditedTouch(credit)
  const reached = (column: string) =>
    cohort === 'lead'
      ? sql`count(${sql.ref(column)})`
      : sql`count(*) filter (where ${instant(sql.ref(column), range)})`
  const { rows } = await sql<PeopleCount>`
    select ${touch} as touch,
      ${cohort === 'lead' ? sql`count(*)` : sql`count(*) filter (where ${isCapturedIn(range)})`} as leads,
      ${reached('saw_pitch_at')} as "sawPitch", ${reached('applied_at')} as applied, ${reached('booked_at')} as booked
    from counted_ad_people people ${cohort === 'lead' ? sql`where ${isCapturedIn(range)}` : sql``} group by 1`.execute(
    database,
  )
  return rows
}

/** When a person's first call was held, and when they first did not show up, as rows of (lead_id, held_at, no_show_at). */
export const callOutcomes: RawBuilder<unknown> = sql`
  select event.lead_id, min(told.at) filter (where booking.status = 'held') as held_at,
    min(told.at) filter (where booking.status = 'no_show') as no_show_at
  from bookings booking join external_events event on event.id = booking.id
  cross join lateral (select coalesce(booking.start_at, booking.reported_at, event.at) as at) told
  where event.lead_id is not null and booking.status in ('held', 'no_show') group by 1`

/** What is left of a person's payments by currency, tests apart, as rows of (lead_id, currency, cash, cash_in, paid_at). */
export const cashOfPeople = (range: Range): RawBuilder<unknown> => sql`
  select event.lead_id, upper(movement.currency) as currency, sum(movement.amount_minor)::bigint as cash,
    coalesce(sum(movement.amount_minor) filter (where ${instant(sql`movement.at`, range)}), 0)::bigint as cash_in,
    min(movement.at) filter (where movement.amount_minor > 0) as paid_at
  from payment_movements movement join payments payment on payment.id = movement.payment_id
  join external_events event on event.id = payment.id
  where event.lead_id is not null and not payment.is_test group by 1, 2`

/** What became of calls and payments of a range's people, by the touch that is credited. */
export async function countAdOutcomes(
  database: Queryable,
  range: Range,
  { credit, cohort }: Crediting,
): Promise<OutcomeCount[]> {
  const touch = creditedTouch(credit)
  const byLead = cohort === 'lead'
  const counts = (at: string) =>
    byLead ? sql`count(${sql.ref(at)})` : sql`count(*) filter (where ${instant(sql.ref(at), range)})`
  const { rows } = await sql<OutcomeCount>`
    with outcome as materialized (${callOutcomes}), money as materialized (${cashOfPeople(range)}),
    client as (
      select lead_id, min(paid_at) as paid_at from money where cash > 0 group by 1
    ), one as (
      select ${touch} as touch, held_at, no_show_at, client.paid_at
      from outcome full join client using (lead_id) join counted_ad_people people using (lead_id)
      ${byLead ? sql`where ${isCapturedIn(range)}` : sql``}
    )
    select touch, null as currency, ${counts('held_at')} as held, ${counts('no_show_at')} as "noShow",
      ${counts('paid_at')} as clients, 0::bigint as cash
    from one group by 1
    union all
    select ${touch}, currency, 0, 0, 0, sum(${byLead ? sql`cash` : sql`cash_in`})::bigint
    from money join counted_ad_people people using (lead_id)
    ${byLead ? sql`where ${isCapturedIn(range)}` : sql``} group by 1, 2`.execute(database)
  return rows
}

/** How many touches there are through an id, and the highest id of all. */
export async function lookAtTouches(
  database: Queryable,
  through: number,
): Promise<{ known: number; newest: number }> {
  const { rows } = await sql<{ known: number; newest: number }>`
    select (select count(*) from ad_touches where id <= ${through}) as known,
      (select coalesce(max(id), 0) from ad_touches) as newest`.execute(database)
  return rows[0] ?? { known: 0, newest: 0 }
}

/** The next touches after an id, in the order of their ids. */
export async function readTouches(
  database: Queryable,
  after: number,
  atMost: number,
): Promise<{ id: number; touch: string }[]> {
  const { rows } = await sql<{ id: number; touch: string }>`
    select id, touch from ad_touches where id > ${after} order by id limit ${atMost}`.execute(database)
  return rows
}
