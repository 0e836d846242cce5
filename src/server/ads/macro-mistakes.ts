import { sql } from 'kysely'
import type { MacroMistake } from '#contract/ad-spend.ts'
import { MOST_MACRO_MISTAKES } from '#contract/list-limits.ts'
import type { Database } from '#server/platform/database.ts'

const UNFILLED = String.raw`\{\{|__(CAMPAIGN|AID|CID|ADGROUP|AD)[A-Z_]*__|\{(campaignid|adgroupid|creative)\}`
const LOOKED_AT_MS = 30 * 86_400_000

/**
 * Links whose macros the ad platform did not fill in, of the last 30 days: which, since when, and how many visits came.
 * Visits that are not counted are the owner's own trials, and left out.
 */
export async function findMacroMistakes(database: Database, now: Date): Promise<MacroMistake[]> {
  const since = new Date(now.getTime() - LOOKED_AT_MS)
  const { rows } = await sql<{
    path: string
    parameters: string[]
    source: string | null
    visits: number
    first_at: Date
    last_at: Date
  }>`
    with found as (
      select path, visitor_id, at, attribution ->> 'utm_source' as source, (
        select array_agg(key || '=' || left(value, 80) order by key) from jsonb_each_text(attribution) one (key, value)
        where value ~ ${sql.lit(UNFILLED)}
      ) as parameters
      from page_views where at >= ${since} and attribution::text ~ ${sql.lit(UNFILLED)} and not hidden
      order by at desc limit 20000
    )
    select path, parameters, source, count(distinct visitor_id)::integer as visits, min(at) as first_at, max(at) as last_at
    from found where parameters is not null
    group by path, parameters, source order by max(at) desc, path limit ${MOST_MACRO_MISTAKES}`.execute(
    database,
  )
  return rows.map(({ first_at, last_at, ...row }) => ({
    ...row,
    firstAt: first_at.toISOString(),
    lastAt: last_at.toISOString(),
  }))
}
