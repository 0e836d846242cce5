import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { counted } from '#contract/fill-placeholders.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { DiskLimits } from '#server/status/watch-disks.ts'
import type { BackupSource } from './backup-entries.ts'
import { BackupProblem } from './backup-problem.ts'
import { clearDrafts } from './clear-drafts.ts'
import { copyBackup, dropOldCopies, filesOf } from './copy-backup.ts'
import type { CurrentPassphrase } from './current-passphrase.ts'
import { dropKeptFilms, keepFilm, namesIn, openBackup, sizeOfKept } from './kept-films.ts'
import { makeBackup } from './make-backup.ts'
import { nameBackup } from './name-backup.ts'
import { retained } from './retained.ts'
import type { OpenScratch } from './scratch-database.ts'
import {
  type BackupRow,
  beginBackup,
  finishBackup,
  forgetBackup,
  listBackupRows,
  noteBrokenOff,
  touchBackup,
} from './store.ts'
import { differencesIn, verifyBackup } from './verify-backup.ts'

/** What the product needs to back itself up. */
export type BackupParts = {
  database: Database
  /** How to reach that database by a connection of one's own. */
  connection: ClientConfig
  clock: Clock
  newId: NewId
  live: Pick<Live, 'changed'>
  secret: string
  product: string
  backupDir: string
  /** A second folder, on another disk or machine, that backups are copied to. */
  copyDir: string | undefined
  filmsPath: string
  passphrase(): CurrentPassphrase
  /** Where a backup is tried; an engine of its own unless said otherwise. */
  openScratch?: OpenScratch | undefined
  /** What is kept free of a disk; tests say so of any disk. */
  diskLimits?: (() => DiskLimits) | undefined
  /** The owner's timezone, by which a night is a night. */
  timezone(): string
  onProblem(error: unknown): void
}

const differenceWords = { one: '{count} difference', many: '{count} differences' }
const missingFilmWords = {
  one: '{count} video file was missing from the media folder and is not in it.',
  many: '{count} video files were missing from the media folder and are not in it.',
}

const TOUCH_MS = 20_000
const DAY_MS = 24 * 3_600_000
// How long is remembered what failed, and what is not in this folder.
const FAILED_DAYS = 30
const ELSEWHERE_DAYS = 400

/** A backup that goes on by itself, to its end. */
export type Begun = {
  end: Promise<void>
  /** Takes away what is there of it, as if it had been broken off: for one that cannot be. */
  giveUp(): Promise<void>
}

/**
 * Begins a backup into the folder, to be proved by a trial restore; undefined where another is being made, in whichever
 * process, or there is no passphrase. When it ends, older ones that are not to be kept are taken away.
 */
export async function startBackup(
  parts: BackupParts,
  occasion: BackupRow['occasion'],
  stopping: AbortSignal,
): Promise<Begun | undefined> {
  const { database, clock } = parts
  const { passphrase } = parts.passphrase()
  if (passphrase === undefined) return undefined
  const id = parts.newId()
  const file = nameBackup(occasion === 'nightly' ? 'nightly' : 'dashboard', clock.now(), parts.secret)
  if (!(await beginBackup(database, { id, occasion, file }, clock.now()))) return undefined
  parts.live.changed('backups')
  const end = makeAndProve(parts, { id, occasion, file, passphrase }, stopping).finally(() =>
    parts.live.changed('backups'),
  )
  return {
    end,
    async giveUp() {
      for (const name of [`${file}.part`, file]) await rm(join(parts.backupDir, name), { force: true })
      await noteBrokenOff(database, { id, occasion }, clock.now())
    },
  }
}

async function makeAndProve(
  parts: BackupParts,
  { id, occasion, file, passphrase }: Pick<BackupRow, 'id' | 'occasion' | 'file'> & { passphrase: string },
  stopping: AbortSignal,
): Promise<void> {
  const { database, clock, backupDir } = parts
  const path = join(backupDir, file)
  const room = { folder: backupDir, limits: parts.diskLimits, whileServing: true }
  const touching = setInterval(
    () => void touchBackup(database, id, clock.now()).catch(parts.onProblem),
    TOUCH_MS,
  )
  async function* unlessStopping(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of bytes) {
      stopping.throwIfAborted()
      yield part
    }
  }
  const films: string[] = []
  const source: BackupSource = {
    ...{ connection: parts.connection, filmsPath: parts.filmsPath, secret: parts.secret },
    ...{ product: parts.product, now: () => clock.now() },
    async keepFilm(film) {
      stopping.throwIfAborted()
      const kept = await keepFilm(backupDir, { passphrase, secret: parts.secret, room }, film)
      films.push(kept.file)
      return kept
    },
  }
  try {
    const ended = (await listBackupRows(database)).filter(({ state }) => state !== 'running')
    await clearDrafts(
      backupDir,
      ended.map((row) => row.file),
    )
    const manifest = await makeBackup(source, path, passphrase, room, stopping)
    const begun = performance.now()
    const proof = await verifyBackup(() => unlessStopping(openBackup(path, passphrase)), {
      folder: backupDir,
      connection: parts.connection,
      openScratch: parts.openScratch,
      room,
    })
    const differences = differencesIn(proof)
    const missing = manifest.missingFilms.length
    if (differences > 0) await rm(path, { force: true })
    const copyProblem =
      differences === 0 && parts.copyDir !== undefined
        ? await copyBackup(backupDir, parts.copyDir, {
            files: filesOf({ file, films }),
            limits: parts.diskLimits,
            signal: stopping,
          })
        : null
    // That it has no copy would be alerted, as if the second place were at fault.
    if (copyProblem !== null) stopping.throwIfAborted()
    const end = {
      state: differences === 0 ? ('proved' as const) : ('failed' as const),
      films,
      bytes: differences === 0 ? (await stat(path)).size + (await sizeOfKept(backupDir, films)) : null,
      row_count: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      proof_seconds: (performance.now() - begun) / 1000,
      differences,
      copy_problem: copyProblem,
      reason:
        differences > 0
          ? `The trial restore found ${counted(differences, differenceWords)}, so this backup was not kept.`
          : missing > 0
            ? counted(missing, missingFilmWords)
            : null,
    }
    await finishBackup(database, id, end, clock.now())
    // What fails from here on is no fault of the backup's.
    await dropOld(parts).catch(parts.onProblem)
  } catch (error) {
    await rm(path, { force: true })
    if (stopping.aborted) return noteBrokenOff(database, { id, occasion }, clock.now())
    parts.onProblem(error)
    const reason =
      error instanceof BackupProblem
        ? error.message.replace(' Nothing was changed.', '')
        : 'It failed on our side; the server’s log says more.'
    const nothing = {
      films: [],
      bytes: null,
      row_count: null,
      proof_seconds: null,
      differences: null,
      copy_problem: null,
    }
    await finishBackup(database, id, { state: 'failed', ...nothing, reason }, clock.now())
  } finally {
    clearInterval(touching)
  }
}

/** Takes away what is not to be kept any more, with the films that nothing needs; what is not ours stays. */
async function dropOld({ database, clock, backupDir, copyDir, onProblem }: BackupParts): Promise<void> {
  const there = new Set(await namesIn(backupDir))
  const rows = await listBackupRows(database)
  const kept = retained(rows.filter(({ state, file }) => state === 'proved' && there.has(file)))
  const copies = copyDir === undefined ? new Set() : await dropOldCopies(copyDir, rows)
  const now = clock.now().getTime()
  for (const row of rows) {
    if (row.state === 'running' || kept.has(row)) continue
    // Another process may keep its files in a folder of its own.
    const days = row.state === 'failed' ? FAILED_DAYS : there.has(row.file) ? 0 : ELSEWHERE_DAYS
    if (now - row.started_at.getTime() < days * DAY_MS) continue
    try {
      await rm(join(backupDir, row.file), { force: true })
    } catch (error) {
      onProblem(error)
      continue
    }
    // As long as a copy of it may be there the row says that it is ours to take away.
    const mayHaveCopy = row.state === 'proved' && (copies === undefined || copies.has(row.file))
    if (!mayHaveCopy) await forgetBackup(database, row.id)
  }
  // After a restore there may be files that the database does not know, or one is being fetched: which films they need is
  // not known either.
  const known = new Set(rows.map(({ file }) => file))
  const hasUnknown = [...there].some(
    (name) =>
      /^(nightly|dashboard)-.*\.leadline(\.part)?$/.test(name) && !known.has(name.replace(/\.part$/, '')),
  )
  if (!hasUnknown) await dropKeptFilms(backupDir, new Set([...kept].flatMap(({ films }) => films)))
}
