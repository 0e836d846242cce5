import type { BackupRow } from './store.ts'

/** How old the last proved backup may be. */
const LONGEST_MS = 26 * 3_600_000

/**
 * What is wrong with the backups, in a sentence; null where nothing is. `since` is when they were first expected; null
 * as long as they are not.
 */
export function backupTrouble(
  state: { since: Date | null; newest: BackupRow | undefined; proved: BackupRow | undefined },
  now: Date,
): string | null {
  const { since, newest, proved } = state
  if (since === null) return null
  const from = proved && proved.started_at > since ? proved.started_at : since
  const hours = Math.floor((now.getTime() - from.getTime()) / 3_600_000)
  const isSilent = now.getTime() - from.getTime() > LONGEST_MS
  const last = proved ? `The last tested backup is ${hours} hours old.` : `There is no tested backup yet.`
  if (newest?.state === 'failed')
    return `The last backup failed: ${newest.reason ?? 'not known why.'} ${last}`.trim()
  if (newest?.copy_problem)
    return `The last backup was tested, but has no second place. ${newest.copy_problem} It is tried again every quarter of an hour.`
  return isSilent ? `No backup has been tested for ${hours} hours.` : null
}
