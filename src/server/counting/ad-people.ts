import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { nameTouches, touchId, touchOf } from './ad-touches.ts'
import { isKept } from './sealed.ts'
import { isCaptureHidden } from './who-is-counted.ts'

/**
 * Leads (a query of ids) as ads are credited with them: first the ad that brought the person, last the one as it stood
 * when they became a lead. `isHidden` says which captures of `lead_captures capture` are left out.
 */
export const adPeople = (
  leads: RawBuilder<unknown>,
  isHidden: RawBuilder<unknown> = sql`hidden`,
): RawBuilder<unknown> => sql`
  select lead.id as lead_id, ${touchOf(sql`lead.first_touch`)} as first_touch,
    ${touchOf(sql`captured.touches[1]`)} as last_touch, captured.ats[1] as first_at,
    captured.ats[cardinality(captured.ats)] as last_at,
    case when cardinality(captured.ats) > 2 then captured.ats[2:cardinality(captured.ats) - 1] end as between_at,
    reached.saw_pitch_at, reached.applied_at, reached.booked_at
  from leads lead
  cross join lateral (
    select array_agg(at order by at, id) as ats, array_agg(attribution order by at, id) as touches
    from lead_captures capture where capture.lead_id = lead.id and not ${isHidden}
  ) captured
  cross join lateral (
    select min(at) filter (where step = 'saw-pitch') as saw_pitch_at, min(at) filter (where step = 'applied') as applied_at,
      min(at) filter (where step = 'booked') as booked_at
    from lead_steps step where step.lead_id = lead.id
  ) reached
  where captured.ats is not null and lead.id in (${leads})`

/** Leads (a condition on their id) as the raw captures and the blocks tell them, trusting no flag but of what is counted for good. */
export const adPeopleAnew = (which: RawBuilder<unknown>): RawBuilder<unknown> =>
  adPeople(
    sql`select id from leads where ${which}`,
    sql`(case when ${isKept(sql`capture.at`)} then ${isCaptureHidden('capture')} else capture.hidden end)`,
  )

/** Brings leads (a query of ids) up to date as ads are credited with them. */
export async function countAdPeople(transaction: Queryable, leads: RawBuilder<unknown>): Promise<void> {
  await sql`create temporary table if not exists fresh_ad_people (lead_id uuid, first_touch text, last_touch text,
    first_at timestamptz, last_at timestamptz, between_at timestamptz[], saw_pitch_at timestamptz, applied_at timestamptz,
    booked_at timestamptz) on commit delete rows`.execute(transaction)
  await sql`truncate fresh_ad_people`.execute(transaction)
  await sql`insert into fresh_ad_people ${adPeople(leads)}`.execute(transaction)
  await nameTouches(
    transaction,
    sql`select touch, min((first_at at time zone 'UTC')::date) as day from (
      select first_touch as touch, first_at from fresh_ad_people union all select last_touch, first_at from fresh_ad_people
    ) told group by 1`,
  )
  await sql`delete from counted_ad_people where lead_id in (${leads})
    and lead_id not in (select lead_id from fresh_ad_people)`.execute(transaction)
  await sql`
    insert into counted_ad_people as stored (lead_id, first_touch_id, last_touch_id, first_at, last_at, between_at,
      saw_pitch_at, applied_at, booked_at)
    select lead_id, ${touchId(sql`first_touch`)}, ${touchId(sql`last_touch`)}, first_at, last_at, between_at,
      saw_pitch_at, applied_at, booked_at
    from fresh_ad_people order by 1
    on conflict (lead_id) do update set first_touch_id = excluded.first_touch_id, last_touch_id = excluded.last_touch_id,
      first_at = excluded.first_at, last_at = excluded.last_at, between_at = excluded.between_at,
      saw_pitch_at = excluded.saw_pitch_at, applied_at = excluded.applied_at, booked_at = excluded.booked_at
    where (stored.first_touch_id, stored.last_touch_id, stored.first_at, stored.last_at, stored.between_at,
        stored.saw_pitch_at, stored.applied_at, stored.booked_at)
      is distinct from (excluded.first_touch_id, excluded.last_touch_id, excluded.first_at, excluded.last_at,
        excluded.between_at, excluded.saw_pitch_at, excluded.applied_at, excluded.booked_at)`.execute(
    transaction,
  )
}
