import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Adds watched steps to what a visitor has watched of a video; a step counts once. */
export async function addWatchedSteps(
  database: Queryable,
  watched: {
    visitorId: string
    media: string
    steps: number[]
    position: number | null
    duration: number | null
    at: Date
  },
): Promise<void> {
  const steps = [...new Set(watched.steps)].sort((a, b) => a - b)
  await sql`
    insert into watch_progress as known (visitor_id, media, steps, position_seconds, duration_seconds, first_at, last_at)
    values (${watched.visitorId}, ${watched.media}, ${steps}::integer[], ${watched.position}, ${watched.duration},
      ${watched.at}, ${watched.at})
    on conflict (visitor_id, media) do update set
      steps = (select array_agg(distinct step order by step) from unnest(known.steps || excluded.steps) step),
      position_seconds = coalesce(excluded.position_seconds, known.position_seconds),
      duration_seconds = coalesce(excluded.duration_seconds, known.duration_seconds),
      last_at = excluded.last_at`.execute(database)
}
