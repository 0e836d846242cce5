import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { StoragePlace } from '#contract/storage-place.ts'
import { failureOf } from '#server/integrations/failure.ts'
import type { ObjectStorage } from '#server/integrations/object-storage.ts'
import type { Outside } from '#server/integrations/send-outside.ts'
import { createS3Storage } from '#server/integrations/vendors/s3/s3-storage.ts'
import { BackupProblem } from './backup-problem.ts'
import { installationMark } from './copy-index.ts'
import { sizeOfKept } from './kept-films.ts'
import type { BackupParts } from './run-backup.ts'
import { type CurrentSecondPlace, markOf } from './second-place.ts'
import {
  endCopying,
  holdCopying,
  isCopying,
  readSecondPlace,
  touchCopying,
  turnToPlace,
} from './second-place-store.ts'
import { sendCopy } from './send-copy.ts'
import { type BackupRow, lastProvedRow } from './store.ts'

const AGAIN_MS = 15 * 60_000
const TOUCH_MS = 20_000
const STOP_WITHIN_MS = 4000

/** What copying to the second place needs beside what backups need. */
export type CopyParts = BackupParts & {
  secondPlace(): CurrentSecondPlace
  /** Where an address that was typed in the dashboard may lead. */
  outside: Outside
}

/** Copies proved backups to the second place by itself and on demand, one process at a time. */
export type CopyKeeper = {
  /** Copies the newest proved backup where it is not there yet; `isAsked`: whatever failed a moment ago. */
  look(isAsked?: boolean): Promise<void>
  /** Breaks off what is being copied. */
  stop(): Promise<void>
}

/** A place as storage; one from the dashboard is called only where the owner's addresses may lead. */
export function openPlace(
  place: StoragePlace,
  parts: Pick<CopyParts, 'outside'> & { source: CurrentSecondPlace['source'] },
  signal: AbortSignal,
): ObjectStorage {
  return createS3Storage(place, {
    signal,
    outside: parts.source === 'environment' ? undefined : parts.outside,
  })
}

/** The keeper of one process's copies. */
export function keepCopies(parts: CopyParts): CopyKeeper {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  return {
    async look(isAsked = false) {
      const { database, clock } = parts
      const { source, place } = parts.secondPlace()
      await turnToPlace(database, place ? markOf(place) : null, clock.now())
      if (!place || stopping.signal.aborted) return
      const now = clock.now()
      const proved = await lastProvedRow(database, now)
      // It may be in the folder of another process.
      if (!proved || !existsSync(join(parts.backupDir, proved.file))) return
      const state = await readSecondPlace(database)
      const isPausing =
        state.failed_at !== null && Math.abs(now.getTime() - state.failed_at.getTime()) < AGAIN_MS
      if (state.arrived_file === proved.file || isCopying(state, now) || (isPausing && !isAsked)) return
      running = copy(parts, { place, source, proved }, stopping.signal).catch(parts.onProblem)
      await running
    },
    async stop() {
      stopping.abort()
      await Promise.race([running, pause(STOP_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

async function copy(
  parts: CopyParts,
  run: { place: StoragePlace; source: CurrentSecondPlace['source']; proved: BackupRow },
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, live } = parts
  const { place, proved } = run
  const { file, films } = proved
  const holder = parts.newId()
  const size = async () =>
    (await stat(join(parts.backupDir, file))).size + (await sizeOfKept(parts.backupDir, films))
  const total = await size().catch(() => 0)
  if (!(await holdCopying(database, { holder, place: markOf(place), total }, clock.now()))) return
  live.changed('backups')
  let sent = 0
  const touching = setInterval(
    () => void touchCopying(database, holder, sent, clock.now()).catch(parts.onProblem),
    TOUCH_MS,
  )
  try {
    await sendCopy(openPlace(place, { ...parts, source: run.source }, signal), {
      ...{ folder: parts.backupDir, file, films, now: clock.now() },
      by: installationMark(parts.secret),
      onSent(bytes) {
        sent = bytes
      },
    })
    await endCopying(database, holder, { file }, clock.now())
  } catch (error) {
    if (signal.aborted) return await endCopying(database, holder, null, clock.now())
    const failure =
      error instanceof BackupProblem
        ? { kind: 'not-set-up', reason: error.message }
        : failureOf(error, 'It failed on our side; the server’s log says more.')
    if (failure.kind === 'our-side') parts.onProblem(error)
    await endCopying(database, holder, failure, clock.now())
  } finally {
    clearInterval(touching)
    live.changed('backups')
  }
}
