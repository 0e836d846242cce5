import { sql } from 'kysely'
import { timezones } from '#contract/range.ts'
import { defaultSettings, type Settings } from '#contract/settings.ts'
import type { Queryable } from '#server/platform/database.ts'

type Row = { timezone: string; track_user_agents: boolean; auto_refresh: boolean; dense: boolean }

/** The owner's settings; the defaults until one was changed. */
export async function readSettings(database: Queryable): Promise<Settings> {
  const { rows } = await sql<Row>`
    select timezone, track_user_agents, auto_refresh, dense from owner_settings where id = 1`.execute(
    database,
  )
  return rows[0] ? asSettings(rows[0]) : defaultSettings
}

/** Changes the settings that are named and gives all of them; two changes at once both hold. */
export async function changeSettings(
  database: Queryable,
  change: Partial<Settings>,
  at: Date,
): Promise<Settings> {
  const first = { ...defaultSettings, ...change }
  const { rows } = await sql<Row>`
    insert into owner_settings as stored (id, timezone, track_user_agents, auto_refresh, dense, updated_at)
    values (1, ${first.timezone}, ${first.trackUserAgents}, ${first.autoRefresh}, ${first.dense}, ${at})
    on conflict (id) do update set
      timezone = coalesce(${change.timezone ?? null}, stored.timezone),
      track_user_agents = coalesce(${change.trackUserAgents ?? null}, stored.track_user_agents),
      auto_refresh = coalesce(${change.autoRefresh ?? null}, stored.auto_refresh),
      dense = coalesce(${change.dense ?? null}, stored.dense),
      updated_at = excluded.updated_at
    returning timezone, track_user_agents, auto_refresh, dense`.execute(database)
  if (!rows[0]) throw new Error('the saved settings gave no row')
  return asSettings(rows[0])
}

const asSettings = (row: Row): Settings => ({
  timezone: timezones.find((name) => name === row.timezone) ?? defaultSettings.timezone,
  trackUserAgents: row.track_user_agents,
  autoRefresh: row.auto_refresh,
  dense: row.dense,
})
