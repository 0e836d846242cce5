import { type RawBuilder, sql } from 'kysely'

// So much of a digest that the sum of millions is still a number that any reader holds exactly.
const sumOf = (row: RawBuilder<unknown>) =>
  sql`coalesce(sum(('x' || left(md5(${row}), 12))::bit(48)::bigint) % 9007199254740881, 0)::bigint`

const rowOfDay = sql`concat_ws(' ', value_id, day - date '2000-01-01', events, fresh, again::text)`
const rowOfHour = sql`concat_ws(' ', value_id, extract(epoch from hour)::bigint, events, subjects)`

/** The rows of `value_days` of a timezone and their sum, as (number, checksum): of days from `first` on (null: of all) up to, not including, `end`. */
export const sumOfDays = (
  zone: RawBuilder<unknown>,
  first: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select count(*) as number, ${sumOf(rowOfDay)} as checksum from value_days
  where tz = ${zone} and day >= coalesce(${first}, '-infinity'::date) and day < ${end}`

/** The rows of `value_hours` and their sum, as `sumOfDays`, of whole days of UTC. */
export const sumOfHours = (first: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select count(*) as number, ${sumOf(rowOfHour)} as checksum from value_hours
  where hour >= coalesce((${first})::timestamp at time zone 'UTC', '-infinity')
    and hour < (${end})::timestamp at time zone 'UTC'`

/** What the rows of each sealed month are now, as rows of (month, tz, number, checksum). */
export const sealedSums: RawBuilder<unknown> = sql`
  select month, tz, found.number, found.checksum from sealed_months sealed
  cross join lateral (${sumOfDays(sql`sealed.tz`, sql`sealed.first_day`, sql`sealed.end_day`)}) found where tz <> 0
  union all
  select month, tz, found.number, found.checksum from sealed_months sealed
  cross join lateral (${sumOfHours(sql`sealed.first_day`, sql`sealed.end_day`)}) found where tz = 0`
