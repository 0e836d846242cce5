import { sql } from 'kysely'
import type { KeptMonths } from '#contract/retention.ts'
import { latestNoted } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'

/** For how many months the owner keeps what is not kept for good. */
export async function readKeptMonths(database: Queryable): Promise<KeptMonths> {
  const { rows } = await sql<KeptMonths>`
    select views_months as views, bodies_months as bodies, logs_months as logs, sessions_months as sessions
    from retention_settings where id = 1`.execute(database)
  const [row] = rows
  if (!row) throw new Error('there is no row of how long data is kept')
  return row
}

/** Changes the times that are named; two changes at once both hold. */
export async function changeKeptMonths(
  database: Queryable,
  change: Partial<KeptMonths>,
  at: Date,
): Promise<void> {
  const { views, bodies, logs, sessions } = change
  const chosen = (months: number | null | undefined, column: string) =>
    months === undefined ? sql.ref(column) : sql`${months}::integer`
  await sql`update retention_settings set views_months = ${chosen(views, 'views_months')},
      bodies_months = ${chosen(bodies, 'bodies_months')}, logs_months = ${chosen(logs, 'logs_months')},
      sessions_months = ${chosen(sessions, 'sessions_months')}, updated_at = ${at} where id = 1`.execute(
    database,
  )
}

/** When what is past its time was last taken away, and why something of it could not be. */
export async function readRetentionState(
  database: Queryable,
): Promise<{ doneAt: Date | null; problem: string | null }> {
  const { rows } = await sql<{ doneAt: Date | null; problem: string | null }>`
    select done_at as "doneAt", problem from retention_state where id = 1`.execute(database)
  return rows[0] ?? { doneAt: null, problem: null }
}

// Somebody who takes things away says so every minute.
const LEASE_MS = 5 * 60_000

/**
 * Takes on this night’s work; returns until when it is held, by which the holder is known, or null where it is done or another
 * process is at it. One that a wrong clock dated ahead of now is not done, and not held.
 */
export async function claimNight(database: Queryable, night: Date, now: Date): Promise<Date | null> {
  const until = new Date(now.getTime() + LEASE_MS)
  const { rows } = await sql<{ until: Date }>`
    update retention_state set lease_until = ${until}
    where id = 1 and (lease_until is null or lease_until < ${now} or lease_until > ${latestNoted(until)})
      and (done_at is null or done_at < ${night} or done_at > ${now})
    returning lease_until as until`.execute(database)
  return rows[0]?.until ?? null
}

/** Says that a process is still at the work that it holds until then; returns until when by now, null where another has it. */
export async function holdNight(database: Queryable, held: Date, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    update retention_state set lease_until = ${new Date(now.getTime() + LEASE_MS)}
    where id = 1 and lease_until = ${held} returning lease_until as until`.execute(database)
  return rows[0]?.until ?? null
}

/** Ends a night's work that is held until then: done, by the time it began, or with a problem to be tried again. */
export async function endNight(
  database: Database,
  held: Date,
  end: { doneAt: Date } | { problem: string },
): Promise<void> {
  await ('doneAt' in end
    ? sql`update retention_state set done_at = ${end.doneAt}, problem = null, lease_until = null
        where id = 1 and lease_until = ${held}`
    : sql`update retention_state set problem = ${end.problem}, lease_until = null
        where id = 1 and lease_until = ${held}`
  ).execute(database)
}
