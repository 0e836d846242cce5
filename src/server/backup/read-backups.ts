import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Backup, Backups, CopiesOfOthers, SafetyCopy } from '#contract/backups.ts'
import { sizeOf } from '#server/films/film-folder.ts'
import { latestNoted } from '#server/platform/clock.ts'
import type { CurrentVendorSettings } from '#server/vendor-settings/current-vendor-settings.ts'
import { readArrival } from './arrival.ts'
import { backupTrouble } from './backup-trouble.ts'
import type { CopyParts } from './keep-copies.ts'
import { readLastRestore } from './restore-order.ts'
import type { BackupParts } from './run-backup.ts'
import { copiesOfOthersIn, safetyCopiesIn } from './safety-copies.ts'
import { readPlaceState } from './second-place-routes.ts'
import { readSecondPlace } from './second-place-store.ts'
import { secondPlaceTrouble } from './second-place-trouble.ts'
import {
  type BackupRow,
  isBrokenOff,
  lastProvedRow,
  listShownRows,
  nightsAround,
  readWatch,
} from './store.ts'

const MOST_SHOWN = 60

/** Reads what the owner is shown of backups: how they stand, what can be restored, and what is wrong. */
export async function readBackups({
  backups: parts,
  restoreDesk,
  vendorSettings,
}: {
  backups: CopyParts
  vendorSettings: Pick<CurrentVendorSettings, 'of'>
  /** Who restores; undefined where nobody can. */
  restoreDesk: object | undefined
}): Promise<Backups> {
  const { database, clock, backupDir } = parts
  const { from } = parts.passphrase()
  const now = clock.now()
  const rows = (await listShownRows(database)).map((row) => ({ row, shown: asBackup(parts, row) }))
  const proved = await lastProvedRow(database, now)
  const newest = rows.find(
    ({ row }) => row.state !== 'running' && !isBrokenOff(row) && row.started_at <= latestNoted(now),
  )
  const { since } = await readWatch(database)
  const isExpected = from === 'dashboard' || from === 'environment'
  return {
    passphrase: from,
    folder: resolve(backupDir),
    copyFolder: parts.copyDir === undefined ? null : resolve(parts.copyDir),
    nextAt: isExpected ? (await nightsAround(database, now, parts.timezone())).next.toISOString() : null,
    lastProved: proved ? asBackup(parts, proved) : null,
    trouble:
      backupTrouble({ since, newest: newest?.row, proved }, now) ??
      secondPlaceTrouble(await readSecondPlace(database), now),
    secondPlace: await readPlaceState(parts, vendorSettings),
    arrival: (await readArrival(backupDir)) ?? null,
    // One whose file is here can be restored, however old it is.
    backups: rows.map(({ shown }) => shown).filter(({ file }, at) => at < MOST_SHOWN || file !== null),
    safetyCopies: await listSafetyCopies(parts),
    copiesOfOthers: await sumCopiesOfOthers(parts),
    lastRestore: await readLastRestore(database),
    canRestore: restoreDesk !== undefined,
  }
}

async function listSafetyCopies({ backupDir, secret }: BackupParts): Promise<SafetyCopy[]> {
  const copies = (await safetyCopiesIn(backupDir, secret)).map(
    async ({ file, madeBefore, madeAt, upgrade }) => {
      const bytes = await sizeOf(join(backupDir, file))
      // It may have been taken away meanwhile.
      if (bytes === undefined) return []
      const from = upgrade && versionWords(upgrade.from)
      const to = upgrade && versionWords(upgrade.to)
      return [{ file, madeBefore, madeAt: madeAt.toISOString(), bytes, from, to }]
    },
  )
  return (await Promise.all(copies)).flat()
}

async function sumCopiesOfOthers({ backupDir, secret }: BackupParts): Promise<CopiesOfOthers | null> {
  const copies = await copiesOfOthersIn(backupDir, secret)
  const [newest] = copies
  if (!newest) return null
  const sizes = await Promise.all(copies.map(({ file }) => sizeOf(join(backupDir, file))))
  const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
  return { count: copies.length, bytes, newestAt: newest.madeAt.toISOString() }
}

const versionWords = (part: string): string =>
  part.replace('-schema-', ', schema ').replace('schema-', 'schema ')

const asBackup = ({ backupDir }: BackupParts, row: BackupRow): Backup => ({
  id: row.id,
  occasion: row.occasion,
  state: row.state,
  startedAt: row.started_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  bytes: row.bytes,
  rows: row.row_count,
  proofSeconds: row.proof_seconds,
  differences: row.differences,
  reason: isBrokenOff(row)
    ? 'The server was stopped while this backup was being made: make another one.'
    : row.reason,
  file: row.state === 'proved' && existsSync(join(backupDir, row.file)) ? row.file : null,
})
