import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { SpendRow } from './spend-row.ts'

const NAMED = 20

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
    select id, name from jsonb_to_recordset(${JSON.stringify([...ads.values()])}::jsonb) as ad (id text, name text)
    where not exists (select from visitors where first_touch ->> 'utm_ad_id' = ad.id
        and first_touch ->> 'utm_ad_id' is not null and ad.id <> '')
      and not exists (select from counted_values value where value.key =
        md5(jsonb_build_array('visitor', 'ad', '', left(ad.name, 200))::text)::uuid and ad.name <> '')`.execute(
    database,
  )
  const names = unmatched.map(({ id, name }) => name || id)
  return { ads: unmatched.length, names: [...new Set(names)].slice(0, NAMED) }
}
