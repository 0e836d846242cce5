import { type RawBuilder, sql } from 'kysely'
import { sitePaths } from '#contract/site-paths.ts'
import type { Queryable } from '#server/platform/database.ts'

/** What a value is called that came after the day's names were given away. */
export const OTHER = '(other)'

/** So many values of a dimension keep their names on a day (of UTC). */
export const NAMES_A_DAY = 2000

// The dimensions of the gathered events as rows of (dimension, value) that need a name; nothing and our own pages have one.
const nameable = sql`(values ('page', case when path = any(${[...sitePaths]}::text[]) then null else path end),
  ('source', nullif(source, '')), ('campaign', campaign), ('ad', ad), ('referrer', nullif(referrer, '')))`

const keyOf = (value: string) => sql`md5(${sql.ref(value)})::uuid`

/**
 * Gives the values of the gathered events names of their own, first come first served and for good, and calls the rest
 * '(other)': however many different values arrive, as many rows are counted as a day has names.
 */
export async function nameValues(transaction: Queryable): Promise<void> {
  const { rows } = await sql<{ unnamed: boolean }>`
    with candidate as materialized (
      select day, dimension, value, min(first_at) as first_at from (
        select (at at time zone 'UTC')::date as day, path, source, campaign, ad, referrer, min(at) as first_at
        from gathered_events group by 1, 2, 3, 4, 5, 6
      ) one cross join lateral ${nameable} single (dimension, value) where value is not null group by 1, 2, 3
    ), fresh as materialized (
      select day, dimension, value, row_number() over (partition by day, dimension order by first_at, value) as place
      from candidate where not exists (select from named_values stored
        where stored.day = candidate.day and stored.dimension = candidate.dimension and stored.key = ${keyOf('candidate.value')})
    ), taken as materialized (
      select day, dimension, count(*) as names from named_values
      where (day, dimension) in (select day, dimension from fresh) group by 1, 2
    ), named as (
      insert into named_values (day, dimension, key)
      select fresh.day, fresh.dimension, ${keyOf('fresh.value')} from fresh left join taken using (day, dimension)
      where place + coalesce(names, 0) <= ${NAMES_A_DAY} on conflict do nothing
    )
    select exists (select from fresh left join taken using (day, dimension)
      where place + coalesce(names, 0) > ${NAMES_A_DAY}) as unnamed`.execute(transaction)
  if (!rows[0]?.unnamed) return
  await sql`
    update gathered_events event set path = coalesce(name.page, event.path), source = coalesce(name.source, event.source),
      campaign = coalesce(name.campaign, event.campaign), ad = coalesce(name.ad, event.ad),
      referrer = coalesce(name.referrer, event.referrer)
    from (
      select one.ctid as place, max(${OTHER}) filter (where one.dimension = 'page') as page,
        max(${OTHER}) filter (where one.dimension = 'source') as source,
        max(${OTHER}) filter (where one.dimension = 'campaign') as campaign,
        max(${OTHER}) filter (where one.dimension = 'ad') as ad,
        max(${OTHER}) filter (where one.dimension = 'referrer') as referrer
      from (select gathered_events.ctid, at, dimension, value
        from gathered_events cross join lateral ${nameable} single (dimension, value) where value is not null) one
      left join named_values stored on stored.day = (one.at at time zone 'UTC')::date
        and stored.dimension = one.dimension and stored.key = ${keyOf('one.value')}
      where stored.key is null group by 1
    ) name where event.ctid = name.place`.execute(transaction)
}

/** A value of a dimension as it is counted, from columns `at` and the value's. */
export const named = (dimension: string, column: string): RawBuilder<unknown> => sql`case
  when ${sql.ref(column)} is null or ${sql.ref(column)} = '' or ${dimension === 'page' ? sql`path = any(${[...sitePaths]}::text[])` : sql`false`}
    or exists (select from named_values stored where stored.day = (at at time zone 'UTC')::date
      and stored.dimension = ${dimension} and stored.key = ${keyOf(column)}) then ${sql.ref(column)}
  else ${OTHER} end`
