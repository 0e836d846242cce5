import { sql } from 'kysely'
import { latestNoted } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'

/** A backup as it is noted. */
export type BackupRow = {
  id: string
  occasion: 'nightly' | 'by-hand'
  state: 'running' | 'proved' | 'failed'
  started_at: Date
  /** When a process last made it, or tried again to copy it. */
  touched_at: Date
  finished_at: Date | null
  file: string
  /** The files of films that are kept beside it. */
  films: string[]
  bytes: number | null
  row_count: number | null
  proof_seconds: number | null
  differences: number | null
  reason: string | null
  /** Why it is not in the second place. */
  copy_problem: string | null
}

// A process that makes one says so every twenty seconds.
const SILENT_MS = 120_000

// Stands in place of a sentence in `reason`.
const BROKEN_OFF = 'broken-off'

/** Whether a stop in order ended it, which is no failure of the backup's. */
export const isBrokenOff = ({ reason }: Pick<BackupRow, 'reason'>): boolean => reason === BROKEN_OFF

/**
 * Notes as failed what a process had begun that was not heard of since: it was killed, or the power went. True where there
 * was such a backup.
 */
export async function failSilent(database: Queryable, at: Date): Promise<boolean> {
  const { rows } = await sql`update backups set state = 'failed', finished_at = ${at},
      reason = 'The server ended while this backup was being made.'
    where state = 'running'
      and (touched_at < ${new Date(at.getTime() - SILENT_MS)} or touched_at > ${latestNoted(at)})
    returning id`.execute(database)
  return rows.length > 0
}

/** Notes that a backup begins; false where another is being made, in whichever process. */
export async function beginBackup(
  database: Database,
  backup: Pick<BackupRow, 'id' | 'occasion' | 'file'>,
  at: Date,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await failSilent(transaction, at)
    const { rows } = await sql`
      insert into backups (id, occasion, state, started_at, touched_at, file)
      values (${backup.id}, ${backup.occasion}, 'running', ${at}, ${at}, ${backup.file})
      on conflict ((state)) where state = 'running' do nothing returning id`.execute(transaction)
    return rows.length > 0
  })
}

/** Says that the process that makes a backup is still at work. */
export async function touchBackup(database: Queryable, id: string, at: Date): Promise<void> {
  await sql`update backups set touched_at = ${at} where id = ${id} and state = 'running'`.execute(database)
}

/** Notes what became of a backup. */
export async function finishBackup(
  database: Queryable,
  id: string,
  end: Omit<BackupRow, 'id' | 'occasion' | 'started_at' | 'touched_at' | 'finished_at' | 'file'>,
  at: Date,
): Promise<void> {
  await sql`update backups set state = ${end.state}, finished_at = ${at}, films = ${end.films}, bytes = ${end.bytes},
      row_count = ${end.row_count}, proof_seconds = ${end.proof_seconds}, differences = ${end.differences},
      reason = ${end.reason}, copy_problem = ${end.copy_problem}
    where id = ${id}`.execute(database)
}

/**
 * Takes the turn to copy a proved backup that has no copy; false where another process has it, nobody let go of it before
 * `before`, or a backup is being made.
 */
export async function turnToCopy(database: Queryable, id: string, at: Date, before: Date): Promise<boolean> {
  const { rows } = await sql`update backups set touched_at = ${at}
    where id = ${id} and state = 'proved' and copy_problem is not null
      and (touched_at < ${before} or touched_at > ${latestNoted(at)})
      and not exists (select from backups where state = 'running') returning id`.execute(database)
  return rows.length > 0
}

/** Says that the process which copies a backup is still at work; false where a backup is being made. */
export async function touchCopy(database: Queryable, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`update backups set touched_at = ${at}
    where id = ${id} and not exists (select from backups where state = 'running') returning id`.execute(
    database,
  )
  return rows.length > 0
}

/** Notes why a proved backup has no copy; null where it has one, or needs none. */
export async function noteCopy(database: Queryable, id: string, problem: string | null): Promise<void> {
  await sql`update backups set copy_problem = ${problem} where id = ${id}`.execute(database)
}

/**
 * Notes that a stop in order broke a backup off. The next start makes a nightly one anew, so nobody needs to know of it; one
 * that the owner asked for stays in the list with the reason.
 */
export async function noteBrokenOff(
  database: Queryable,
  { id, occasion }: Pick<BackupRow, 'id' | 'occasion'>,
  at: Date,
): Promise<void> {
  if (occasion === 'nightly') return forgetBackup(database, id)
  await sql`update backups set state = 'failed', finished_at = ${at}, reason = ${BROKEN_OFF}
    where id = ${id}`.execute(database)
}

/** Forgets a backup, as one whose file is gone. */
export async function forgetBackup(database: Queryable, id: string): Promise<void> {
  await sql`delete from backups where id = ${id}`.execute(database)
}

/** Forgets the backup that is being made, and how a restore went: neither is known of data that was put back. */
export async function forgetRunning(database: Queryable): Promise<void> {
  await sql`delete from backups where state = 'running'`.execute(database)
  await sql`update backup_watch set last_restore = null where id = 1`.execute(database)
  await sql`update second_place set holder = null where id = 1`.execute(database)
}

/** Takes the list of backups along from what is replaced to what replaces it: their files are still there. */
export async function carryBackupRows(before: Queryable): Promise<(after: Queryable) => Promise<void>> {
  const { rows } = await sql<{ list: string | null }>`
    select jsonb_agg(to_jsonb(backups))::text as list from backups where state <> 'running'`.execute(before)
  const list = rows[0]?.list
  return async (after) => {
    await sql`delete from backups`.execute(after)
    if (list)
      await sql`insert into backups select * from jsonb_populate_recordset(null::backups, ${list}::jsonb)`.execute(
        after,
      )
  }
}

/** Every backup that is noted, newest first. */
export async function listBackupRows(database: Queryable): Promise<BackupRow[]> {
  const { rows } = await sql<BackupRow>`select * from backups order by started_at desc`.execute(database)
  return rows
}

/** The backups that are shown, newest first: of those that failed the last twenty, however many came after a proved one. */
export async function listShownRows(database: Queryable): Promise<BackupRow[]> {
  const { rows } = await sql<BackupRow>`
    select * from (
      (select * from backups where state <> 'failed' order by started_at desc limit 400)
      union all (select * from backups where state = 'failed' order by started_at desc limit 20)
    ) shown order by started_at desc`.execute(database)
  return rows
}

/** The newest backup at a time, whatever became of it, unless a stop in order broke it off. */
export async function newestRow(database: Queryable, at: Date): Promise<BackupRow | undefined> {
  const { rows } = await sql<BackupRow>`
    select * from backups where started_at <= ${latestNoted(at)} and reason is distinct from ${BROKEN_OFF}
    order by started_at desc limit 1`.execute(database)
  return rows[0]
}

/** A proved backup, by its id or its file. */
export async function findProvedRow(
  database: Queryable,
  by: { id: string } | { file: string },
): Promise<BackupRow | undefined> {
  const which = 'id' in by ? sql`id = ${by.id}` : sql`file = ${by.file}`
  const { rows } = await sql<BackupRow>`
    select * from backups where state = 'proved' and ${which}`.execute(database)
  return rows[0]
}

/** The newest backup at a time that was proved. */
export async function lastProvedRow(database: Queryable, at: Date): Promise<BackupRow | undefined> {
  const { rows } = await sql<BackupRow>`
    select * from backups where state = 'proved' and started_at <= ${latestNoted(at)}
    order by started_at desc limit 1`.execute(database)
  return rows[0]
}

/** The last and the next time at which a nightly backup is due: ten past three at night, by the owner's clock. */
export async function nightsAround(
  database: Queryable,
  at: Date,
  timezone: string,
): Promise<{ last: Date; next: Date }> {
  // Where the clock is put back over it, it comes twice in a night: the second counts, and until then it was yesterday's.
  const { rows } = await sql<{ last: Date; next: Date }>`
    select max(night) filter (where night <= ${at}) as last, min(night) filter (where night > ${at}) as next
    from generate_series(-2, 2) days, lateral (select (date_trunc('day', ${at}::timestamptz at time zone ${timezone})
      + days * interval '1 day' + interval '3 hours 10 minutes') at time zone ${timezone} as night) nights`.execute(
    database,
  )
  const [row] = rows
  if (!row) throw new Error('a night has no row')
  return row
}

/** Since when backups are expected, and when the owner was last alerted. */
export async function readWatch(
  database: Queryable,
): Promise<{ since: Date | null; alertedAt: Date | null }> {
  const { rows } = await sql<{ since: Date | null; alertedAt: Date | null }>`
    select since, alerted_at as "alertedAt" from backup_watch where id = 1`.execute(database)
  return rows[0] ?? { since: null, alertedAt: null }
}

/** Notes since when backups are expected; what was noted before stands, unless a wrong clock put it ahead. */
export async function expectBackups(database: Queryable, at: Date): Promise<void> {
  await sql`update backup_watch set since = ${at}
    where id = 1 and (since is null or since > ${latestNoted(at)})`.execute(database)
}

/** Notes that the owner was alerted, or that there is nothing to alert about; false where another process did. */
export async function noteBackupAlert(
  transaction: Queryable,
  before: Date | null,
  at: Date | null,
): Promise<boolean> {
  const { rows } = await sql`update backup_watch set alerted_at = ${at}
    where id = 1 and alerted_at is not distinct from ${before}::timestamptz returning id`.execute(transaction)
  return rows.length > 0
}
