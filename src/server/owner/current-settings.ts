import { sql } from 'kysely'
import { timezones } from '#contract/range.ts'
import { defaultSettings, type Settings } from '#contract/settings.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { Live } from '#server/platform/live.ts'

type Row = { timezone: string; track_user_agents: boolean; auto_refresh: boolean; dense: boolean }

/** The owner's settings; the defaults until one was changed. */
async function readSettings(database: Queryable): Promise<Settings> {
  const { rows } = await sql<Row>`
    select timezone, track_user_agents, auto_refresh, dense from owner_settings where id = 1`.execute(
    database,
  )
  return rows[0] ? asSettings(rows[0]) : defaultSettings
}

/** Changes the settings that are named and returns all of them; two changes at once both hold. */
async function changeSettings(database: Queryable, change: Partial<Settings>, at: Date): Promise<Settings> {
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

/** The owner's settings as every request of this process may read them without asking the database. */
export type CurrentSettings = {
  now(): Settings
  change(change: Partial<Settings>): Promise<Settings>
  stop(): void
}

// A notification may be lost with its connection; this is how long another process can then be behind.
const AGAIN_MS = 30_000

/** Reads the settings once and keeps them: this process's own changes at once, another's within about a second. */
export async function keepSettings(parts: {
  database: Database
  clock: Clock
  live: Live
  onProblem(error: unknown): void
}): Promise<CurrentSettings> {
  const { database, clock, live } = parts
  let current = await readSettings(database)
  let changes = 0
  let asked = 0
  let shown = 0
  const readAgain = async () => {
    const before = changes
    asked += 1
    const mine = asked
    const read = await readSettings(database)
    // What was read before a change of our own, or before what is shown, must not undo it here.
    if (before !== changes || mine < shown) return
    shown = mine
    current = read
  }
  const again = () => void readAgain().catch(parts.onProblem)
  const unsubscribe = live.subscribe((topics) => {
    if (topics.includes('settings')) again()
  })
  const timer = setInterval(again, AGAIN_MS)
  return {
    now: () => current,
    async change(change) {
      const changed = await changeSettings(database, change, clock.now())
      changes += 1
      current = changed
      live.changed('settings')
      return changed
    },
    stop() {
      unsubscribe()
      clearInterval(timer)
    },
  }
}
