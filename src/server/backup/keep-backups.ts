import { setTimeout as pause } from 'node:timers/promises'
import type { OrderParts } from '#server/alerts/order-alerts.ts'
import { allMigrations } from '#server/migrations/all-migrations.ts'
import type { Database } from '#server/platform/database.ts'
import { knowsSchema } from '#server/platform/migrate.ts'
import { alertOfBackups } from './alert-of-backups.ts'
import { copyAgain } from './copy-again.ts'
import { type BackupParts, type Begun, startBackup } from './run-backup.ts'
import { type BackupRow, expectBackups, failSilent, lastProvedRow, newestRow, nightsAround } from './store.ts'

const HOUR_MS = 3_600_000
const STOP_WITHIN_MS = 4000

/** Makes backups by themselves and on demand, one at a time in all processes. */
export type BackupKeeper = {
  /** Begins one now; false where one is being made already, there is no passphrase, or this version could not prove it. */
  now(): Promise<boolean>
  /**
   * Makes one where it is due, and alerts the owner where none succeeds; resolves when it has ended. A copy that failed is
   * tried again meanwhile.
   */
  look(): Promise<void>
  /** Breaks off what is being made; of one that the owner asked for it is noted, and nothing else is left. */
  stop(): Promise<void>
}

/** The keeper of one process's backups. */
export function keepBackups(parts: BackupParts & OrderParts): BackupKeeper {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let begun: Begun | undefined
  let pressed = 0
  let copying: { end: Promise<void>; breakOff(): void } | undefined
  const endCopying = async () => {
    copying?.breakOff()
    // A network drive that hangs lets nobody break off.
    await Promise.race([copying?.end, pause(STOP_WITHIN_MS, undefined, { ref: false })])
  }
  const beginCopying = () => {
    if (copying || stopping.signal.aborted) return
    const breakingOff = new AbortController()
    const end = copyAgain(parts, breakingOff.signal).catch(parts.onProblem)
    copying = { end, breakOff: () => breakingOff.abort() }
    void end.finally(() => {
      copying = undefined
    })
  }
  const begin = async (occasion: BackupRow['occasion']): Promise<boolean> => {
    if (!(await couldProve(parts.database))) return false
    await endCopying()
    const beginning = stopping.signal.aborted
      ? undefined
      : await startBackup(parts, occasion, stopping.signal)
    if (!beginning) return false
    begun = beginning
    running = beginning.end.catch(parts.onProblem).finally(() => {
      begun = undefined
    })
    return true
  }
  return {
    async now() {
      pressed += 1
      try {
        return await begin('by-hand')
      } finally {
        pressed -= 1
      }
    },
    async look() {
      // Nobody could begin another one, and the page would wait for it until the next night.
      if (await failSilent(parts.database, parts.clock.now())) parts.live.changed('backups')
      if (parts.passphrase().passphrase !== undefined) await expectBackups(parts.database, parts.clock.now())
      // One that the owner is beginning is theirs, though it is due as well.
      if ((await isDue(parts)) && pressed === 0 && (await begin('nightly'))) await running
      beginCopying()
      if (!stopping.signal.aborted) await alertOfBackups(parts)
    },
    async stop() {
      stopping.abort()
      await Promise.all([
        endCopying(),
        Promise.race([running, pause(STOP_WITHIN_MS, undefined, { ref: false })]),
      ])
      // What cannot be broken off ends with the process: a stop in order is no failure, and the next start makes it anew.
      await begun?.giveUp()
    },
  }
}

/**
 * Whether this version could prove a backup. Processes are updated one by one: a backup of one that is still of the version
 * before would fail, and alert the owner.
 */
export const couldProve = (database: Database): Promise<boolean> =>
  knowsSchema(database, Object.keys(allMigrations))

/** Whether none was proved since last night, and none was tried within the last hour. */
async function isDue({ database, clock, timezone, passphrase }: BackupParts): Promise<boolean> {
  if (passphrase().passphrase === undefined) return false
  const now = clock.now()
  const { last } = await nightsAround(database, now, timezone())
  // In this order: one that is proved between the two would be the newest, and not yet last night's.
  const newest = await newestRow(database, now)
  const proved = await lastProvedRow(database, now)
  if (proved && proved.started_at >= last) return false
  return !newest || newest.state === 'proved' || now.getTime() - newest.started_at.getTime() >= HOUR_MS
}
