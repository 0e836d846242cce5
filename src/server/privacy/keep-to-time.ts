import { setTimeout as pause } from 'node:timers/promises'
import type { Timezone } from '#contract/range.ts'
import { forgetAlerts } from '#server/alerts/forget-alerts.ts'
import { type BackupRow, lastProvedRow, nightsAround } from '#server/backup/store.ts'
import { forgetAddresses } from '#server/capture/forget-addresses.ts'
import { forgetComparisons } from '#server/capture/forget-comparisons.ts'
import { cancelSealing, type Sealing, sealMonth } from '#server/counting/seal-month.ts'
import { readSealedBefore } from '#server/counting/sealed.ts'
import { forgetSignIns } from '#server/owner/forget-sign-ins.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Live } from '#server/platform/live.ts'
import { dropMonth, findMonthsBefore, isLockTimeout } from '#server/platform/month-partitions.ts'
import { forgetLogs } from '#server/tagging/forget-logs.ts'
import { viewsByMonth } from '#server/tracking/store.ts'
import { forgetBodies } from '#server/webhooks/forget-bodies.ts'
import { forgetVisitors } from './forget-visitors.ts'
import { LostNight, type NightLease, takeOnNight } from './night-lease.ts'
import { monthsBefore, viewsEnd } from './past-time.ts'
import { readKeptMonths, readRetentionState } from './retention-store.ts'

/** What is needed to take away what is past its time. */
export type RetentionParts = {
  database: Database
  clock: Clock
  live: Pick<Live, 'changed'>
  /** The owner's timezone, by which a night is a night. */
  timezone(): Timezone
  backups: {
    /** Whether there is a passphrase, so that backups are made. */
    areMade(): boolean
    /** Makes one where it is due; resolves when it has ended. */
    look(): Promise<void>
  }
  onProblem(error: unknown): void
}

// Whoever reads for long goes first: the rest of the day is long enough.
const DROP_TRIES = 20
const BETWEEN_TRIES_MS = 500

const STOP_WITHIN_MS = 4000
const STOPPED = 'The server was stopped meanwhile. It is tried again soon.'

/** Why the night's work has to be tried again, for the owner. */
class NotYet extends Error {}

/** Takes away what is past its time in one process. */
export type RetentionKeeper = {
  /** Does a night's work where it is due; resolves when it has ended. */
  look(): Promise<void>
  /** Breaks off what is under way: it is gone on with by whoever looks next. */
  stop(): Promise<void>
}

/** The keeper of one process. */
export function keepRetention(parts: RetentionParts): RetentionKeeper {
  let running: Promise<void> = Promise.resolve()
  const stopping: Stopping = { isStopping: false, sealing: undefined }
  return {
    async look() {
      if (stopping.isStopping) return
      running = keepToTime(parts, stopping)
      await running
    },
    async stop() {
      stopping.isStopping = true
      if (stopping.sealing) await cancelSealing(parts.database, stopping.sealing)
      await Promise.race([running.catch(() => {}), pause(STOP_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

/** Whether the process is about to end, and what is sealing a month for it. */
type Stopping = { isStopping: boolean; sealing: Sealing | undefined }

/**
 * Takes away what is past the owner's time, once a night and in one process at a time. A month of page views is first
 * counted for good and then dropped; where backups are made, only after one of this night was proved. What breaks off is
 * gone on with; doing it twice changes nothing.
 */
async function keepToTime(parts: RetentionParts, stopping: Stopping): Promise<void> {
  const { database, clock } = parts
  const begun = clock.now()
  const { last: night } = await nightsAround(database, begun, parts.timezone())
  const { doneAt } = await readRetentionState(database)
  if (doneAt && doneAt >= night && doneAt <= begun) return
  const lease = await takeOnNight(parts, night, begun)
  if (!lease) return
  try {
    await takeAway(parts, { night, lease, stopping })
    // Work that ends after the next night began is still this night's.
    await lease.end({ doneAt: begun })
  } catch (error) {
    if (error instanceof LostNight) return
    const problem =
      error instanceof NotYet ? error.message : 'It failed on our side; the server’s log says more.'
    await lease.end({ problem: stopping.isStopping ? STOPPED : problem })
    if (!(error instanceof NotYet || stopping.isStopping)) throw error
  } finally {
    lease.letGo()
    parts.live.changed('settings')
  }
}

/** A night's work as this process does it: which night's, for as long as it has it and is not about to end. */
type Work = { night: Date; lease: NightLease; stopping: Stopping }

async function takeAway(parts: RetentionParts, work: Work): Promise<void> {
  const { database, clock } = parts
  const months = await readKeptMonths(database)
  const now = clock.now()
  if (months.sessions !== null) await forgetSignIns(database, monthsBefore(now, months.sessions))
  if (months.bodies !== null) await forgetBodies(database, monthsBefore(now, months.bodies))
  await work.lease.expectHeld()
  if (months.logs !== null) {
    const before = monthsBefore(now, months.logs)
    await forgetLogs(database, before)
    await forgetComparisons(database, before)
    await forgetAlerts(database, before)
  }
  await dropMonths(parts, months.views, work)
  const sealed = await readSealedBefore(database)
  if (!sealed) return
  await work.lease.expectHeld()
  await forgetVisitors(database, sealed, now)
  await forgetAddresses(database, sealed)
}

async function dropMonths(
  parts: RetentionParts,
  kept: number | null,
  { night, lease, stopping }: Work,
): Promise<void> {
  const { database, clock } = parts
  const sealed = await readSealedBefore(database)
  const end = kept === null ? sealed : viewsEnd(clock.now(), kept)
  if (!end) return
  // What was counted for good before a process ended goes even where more is kept since.
  const old = await findMonthsBefore(database, viewsByMonth, sealed && sealed > end ? sealed : end)
  if (old.length === 0) return
  await expectBackup(parts, night)
  for (const { month } of old) {
    if (stopping.isStopping) throw new NotYet(STOPPED)
    await lease.expectHeld()
    const isSealed = await sealMonth(database, month, clock.now(), (sealing) => {
      stopping.sealing = sealing
    }).finally(() => {
      stopping.sealing = undefined
    })
    if (!isSealed) throw new NotYet('Numbers are still being counted anew. It is tried again soon.')
    await dropWhenFree(database, month)
    parts.live.changed('visitors')
  }
}

async function expectBackup({ database, clock, backups }: RetentionParts, night: Date): Promise<void> {
  if (!backups.areMade()) return
  const isOfTonight = (row: BackupRow | undefined) => row !== undefined && row.started_at >= night
  if (isOfTonight(await lastProvedRow(database, clock.now()))) return
  await backups.look()
  if (!isOfTonight(await lastProvedRow(database, clock.now())))
    throw new NotYet('Tonight’s backup is not tested yet, so nothing was deleted. It is tried again soon.')
}

async function dropWhenFree(database: Database, month: Date): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await dropMonth(database, viewsByMonth, month)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (tries === DROP_TRIES)
        throw new NotYet('Page views were being read for too long. It is tried again soon.')
      await pause(BETWEEN_TRIES_MS)
    }
}
