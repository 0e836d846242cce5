import { sql } from 'kysely'
import type { News } from '#contract/summary.ts'
import type { Database } from '#server/platform/database.ts'

// So long without a look, and the next one is another.
const PAUSE_MS = 30 * 60_000

/**
 * Notes that the dashboard is looked at, and tells what happened since the look before. What is open all the time, or
 * opened again within half an hour, is one look: its news stay.
 */
export async function noteLook(database: Database, now: Date): Promise<News> {
  const before = new Date(now.getTime() - PAUSE_MS)
  const { rows } = await sql<{ since: Date | null }>`
    insert into owner_looks (id, last_looked_at) values (1, ${now})
    on conflict (id) do update set last_looked_at = greatest(owner_looks.last_looked_at, excluded.last_looked_at),
      looked_before_at = case when owner_looks.last_looked_at < ${before} then owner_looks.last_looked_at
        else owner_looks.looked_before_at end
    returning looked_before_at as since`.execute(database)
  const since = rows[0]?.since ?? null
  if (since === null) return { since: null, leads: 0, applications: 0, bookedCalls: 0 }
  const reached = (step: 'applied' | 'booked') => sql`(
    select count(*) from lead_steps reached join leads lead on lead.id = reached.lead_id
    where reached.step = ${step} and reached.at > ${since} and lead.last_counted_at is not null)`
  const counted = await sql<Omit<News, 'since'>>`
    select (select count(*) from leads where last_counted_at is not null and first_captured_at > ${since}) as leads,
      ${reached('applied')} as applications, ${reached('booked')} as "bookedCalls"`.execute(database)
  const { leads = 0, applications = 0, bookedCalls = 0 } = counted.rows[0] ?? {}
  return { since: since.toISOString(), leads, applications, bookedCalls }
}
