import { sql } from 'kysely'
import type { Range } from '#server/counting/resolve-range.ts'
import type { Database } from '#server/platform/database.ts'

/** What a row of spend says of its ad, and in which currency it was paid. */
export type SpendOf = {
  platform: string
  campaignId: string
  campaign: string
  adsetId: string
  adset: string
  adId: string
  ad: string
  currency: string
}

/** What was paid for one ad in a range; without rows in it, money was paid at another time. */
export type SpendCount = SpendOf & { rows: number; micros: number; impressions: number; clicks: number }

type Row = { day: string; through: string; micros: number; impressions: number; clicks: number }
type Loaded = { stamp: string; ads: { of: SpendOf; rows: Row[] }[] }

/** What was paid in a range, and for which ads at all: one and the same list as long as the spend stays the same. */
export type Spend = { counts: SpendCount[]; ads: readonly { of: SpendOf }[] }

const loaded = new WeakMap<Database, Loaded>()

/**
 * What was paid for every ad that money was ever paid for: what of it lies in the range, of a span of days all or
 * nothing. The rows are kept in memory while they stay as they are, which one look at their row versions tells.
 */
export async function countAdSpend(
  database: Database,
  { firstDay, lastDay }: Pick<Range, 'firstDay' | 'lastDay'>,
): Promise<Spend> {
  const ads = await loadSpend(database)
  const counts = ads.map(({ of, rows }) => {
    const sum = { ...of, rows: 0, micros: 0, impressions: 0, clicks: 0 }
    for (const { day, through, micros, impressions, clicks } of rows)
      if (day >= firstDay && through <= lastDay) {
        sum.rows += 1
        sum.micros += micros
        sum.impressions += impressions
        sum.clicks += clicks
      }
    return sum
  })
  return { counts, ads }
}

/** Every ad that money was ever paid for, with what was paid on which days. */
export async function loadSpend(database: Database): Promise<Loaded['ads']> {
  return (await loadedOf(database)).ads
}

async function loadedOf(database: Database): Promise<Loaded> {
  // A row that is written again has another version, one that goes changes the sum of the ids.
  const { rows: stamps } = await sql<{ stamp: string }>`
    select count(*) || ' ' || coalesce(sum(id), 0) || ' ' || coalesce(sum(xmin::text::bigint), 0) as stamp
    from ad_spend`.execute(database)
  const stamp = stamps[0]?.stamp ?? ''
  const known = loaded.get(database)
  if (known?.stamp === stamp) return known
  // Read after the stamp: what comes in between is read once more the next time. What an ad was called last goes first:
  // it may have been renamed meanwhile.
  const { rows } = await sql<SpendOf & Row>`
    select platform, campaign_id as "campaignId", campaign, adset_id as "adsetId", adset, ad_id as "adId", ad,
      upper(currency) as currency, day, through, sum(spend_micros)::bigint as micros,
      sum(impressions)::bigint as impressions, sum(clicks)::bigint as clicks
    from ad_spend group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by through desc`.execute(database)
  const ads = new Map<string, Loaded['ads'][number]>()
  for (const { day, through, micros, impressions, clicks, ...of } of rows) {
    const key = JSON.stringify(Object.values(of))
    const ad = ads.get(key) ?? { of, rows: [] }
    ads.set(key, ad)
    ad.rows.push({ day, through, micros, impressions, clicks })
  }
  const fresh = { stamp, ads: [...ads.values()] }
  loaded.set(database, fresh)
  return fresh
}
