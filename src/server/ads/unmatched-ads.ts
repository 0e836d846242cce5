import { type RawBuilder, sql } from 'kysely'
import { TOUCH_CHARACTERS } from '#server/counting/ad-touches.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { SpendRow } from './spend-row.ts'

const NAMED = 20

// Names are compared as the table of ads compares them.
const plain = (name: RawBuilder<unknown>) => sql`lower(regexp_replace(btrim(left(btrim(${name}),
  ${sql.lit(TOUCH_CHARACTERS)})), '[[:space:]]+', ' ', 'g'))`

/** Of rows those ads that nobody has come from yet, by id or name: how many, and the first of their names. */
export async function findUnmatched(
  database: Queryable,
  rows: readonly SpendRow[],
): Promise<{ ads: number; names: string[] }> {
  const ads = new Map<string, { id: string; name: string }>()
  for (const { ad_id, ad } of rows)
    if (ad_id !== '' || ad !== '')
      ads.set(JSON.stringify([ad_id, ad_id === '' ? ad : '']), { id: ad_id, name: ad })
  const { rows: unmatched } = await sql<{ id: string; name: string }>`
    with counted as materialized (
      select distinct ${plain(sql`value.value`)} as name from counted_values value
      where value.kind = 'visitor' and value.dimension = 'ad' and value.within = '')
    select id, name from jsonb_to_recordset(${JSON.stringify([...ads.values()])}::jsonb) as ad (id text, name text)
    where not exists (select from visitors where first_touch ->> 'utm_ad_id' = ad.id
        and first_touch ->> 'utm_ad_id' is not null and ad.id <> '')
      and not (ad.name <> '' and ${plain(sql`ad.name`)} in (select name from counted))`.execute(database)
  const names = unmatched.map(({ id, name }) => name || id)
  return { ads: unmatched.length, names: [...new Set(names)].slice(0, NAMED) }
}
