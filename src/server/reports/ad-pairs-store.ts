import { sql } from 'kysely'
import type { AdLevel } from '#contract/ad-levels.ts'
import type { AdPair } from '#contract/ad-results.ts'
import type { Queryable } from '#server/platform/database.ts'

const columns = sql`md5(platform || ' ' || level || ' ' || spend_key) as id, platform, level, spend_key as "spendKey",
  visit_key as "visitKey", paired_at as "pairedAt"`
const told = (row: Omit<AdPair, 'pairedAt'> & { pairedAt: Date }): AdPair => ({
  ...row,
  pairedAt: row.pairedAt.toISOString(),
})

/** What the owner paired by hand, the oldest first. */
export async function listPairs(database: Queryable): Promise<AdPair[]> {
  const { rows } = await sql<Omit<AdPair, 'pairedAt'> & { pairedAt: Date }>`
    select ${columns} from ad_pairs order by paired_at, spend_key`.execute(database)
  return rows.map(told)
}

/** Notes that two keys are the same; the newest word for a key of spend holds. */
export async function savePair(
  database: Queryable,
  pair: { platform: string; level: AdLevel; spendKey: string; visitKey: string; at: Date },
): Promise<AdPair> {
  const { rows } = await sql<Omit<AdPair, 'pairedAt'> & { pairedAt: Date }>`
    insert into ad_pairs as stored (platform, level, spend_key, visit_key, paired_at)
    values (${pair.platform}, ${pair.level}, ${pair.spendKey}, ${pair.visitKey}, ${pair.at})
    on conflict (platform, level, spend_key) do update set visit_key = excluded.visit_key,
      paired_at = case when stored.visit_key = excluded.visit_key then stored.paired_at else excluded.paired_at end
    returning ${columns}`.execute(database)
  if (!rows[0]) throw new Error('a pair was not saved')
  return told(rows[0])
}

/** Forgets a pair; false where there is none. */
export async function deletePair(database: Queryable, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from ad_pairs where md5(platform || ' ' || level || ' ' || spend_key) = ${id}`.execute(database)
  return Number(numAffectedRows ?? 0) > 0
}
