import { sql } from 'kysely'
import type { LastRestore } from '#contract/backups.ts'
import type { Queryable } from '#server/platform/database.ts'

/** What the owner asked in the dashboard to be restored. */
export type RestoreOrder = {
  path: string
  file: string
  passphrase: string
  /** The session of whoever asks; it goes on where the password stays the same. */
  session: string
  /** Notes why it was not begun, while the product goes on. */
  refused(problem: string): Promise<void>
  /** Clears what was brought here for this restore alone. */
  done?(): Promise<void>
}

/** Whoever can end this product and begin it anew around a restore. */
export type RestoreDesk = {
  /** Restores, while nothing else uses the database; it comes back as if the server had been started again. */
  begin(order: RestoreOrder): void
  /** Another process restores: this one makes way until that is over. */
  makeWay(): void
}

/** How the last restore from the dashboard went, or that one is under way. */
export async function readLastRestore(database: Queryable): Promise<LastRestore | null> {
  const { rows } = await sql<{ last_restore: LastRestore | null }>`
    select last_restore from backup_watch where id = 1`.execute(database)
  return rows[0]?.last_restore ?? null
}

/** Notes that a restore begins; false where one is under way. */
export async function noteRestoreBegins(database: Queryable, restore: LastRestore): Promise<boolean> {
  const { rows } = await sql`update backup_watch set last_restore = ${JSON.stringify(restore)}::jsonb
    where id = 1 and coalesce(last_restore ->> 'state', '') <> 'running' returning id`.execute(database)
  return rows.length > 0
}

/** Notes how a restore ended. */
export async function noteRestoreEnded(database: Queryable, restore: LastRestore): Promise<void> {
  await sql`update backup_watch set last_restore = ${JSON.stringify(restore)}::jsonb where id = 1`.execute(
    database,
  )
}

/** Notes of a restore that is still said to be under way that its server ended. */
export async function noteRestoreBrokenOff(database: Queryable): Promise<void> {
  await sql`update backup_watch set last_restore = last_restore || ${JSON.stringify({
    state: 'failed',
    problem: 'The server ended while it restored. Nothing was changed.',
  })}::jsonb where id = 1 and last_restore ->> 'state' = 'running'`.execute(database)
}
