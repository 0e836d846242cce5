import { sweepArrival } from './backup/arrival.ts'
import { currentPassphrase } from './backup/current-passphrase.ts'
import { keepBackups } from './backup/keep-backups.ts'
import { type CopyParts, keepCopies } from './backup/keep-copies.ts'
import type { BackupRouteParts } from './backup/routes.ts'
import { filmsMayComeBack } from './backup/safety-copies.ts'
import type { OpenScratch } from './backup/scratch-database.ts'
import { currentSecondPlace } from './backup/second-place.ts'
import type { Config } from './config.ts'
import { filmFolder } from './films/film-folder.ts'
import type { Setup } from './open-setup.ts'
import type { Storage } from './open-storage.ts'
import type { Clock } from './platform/clock.ts'
import type { NewId } from './platform/ids.ts'
import type { Live } from './platform/live.ts'
import type { Queue } from './platform/queue.ts'
import { keepRetention, type RetentionParts } from './privacy/keep-to-time.ts'
import { productVersion } from './product-version.ts'
import type { DiskLimits } from './status/watch-disks.ts'

type Parts = Pick<Storage, 'database' | 'direct'> &
  Pick<Setup, 'settings' | 'vendors' | 'vendorSettings'> & {
    clock: Clock
    newId: NewId
    live: Live
    queue: Queue
    secret: string
    /** Where a backup is tried, an engine of its own; tests, which try many, have a database server at hand. */
    openScratch: OpenScratch | undefined
    /** What is kept free of a disk; tests say so of any disk. */
    diskLimits: (() => DiskLimits) | undefined
    onStop(end: () => Promise<void>): void
    onProblem(error: unknown): void
  }

/** The keepers of this process, and what is to be looked for at regular times. */
export type Upkeep = {
  backups: Pick<BackupRouteParts, 'backups' | 'keeper' | 'copies' | 'stopping'>
  retention: RetentionParts
  /** Makes a backup where it is due. */
  lookForBackup(): Promise<void>
  /** Copies a backup to the second place where it is not there. */
  lookForCopy(): Promise<void>
  /** Up to when the files of all films stay, as a copy may lead back to them. */
  filmsMayComeBack(): Promise<Date | undefined>
  /** Takes away what is past its time, where it is due. */
  lookForPastTime(): Promise<void>
}

/** Opens what keeps the installation: backups, their copies in a second place, and what goes when its time is over. */
export function openUpkeep(config: Config, parts: Parts): Upkeep {
  const { database, clock, live, settings, vendorSettings, onStop, onProblem } = parts
  const backups: CopyParts & { queue: Queue } = {
    ...{ database, clock, live, onProblem },
    ...{ newId: parts.newId, secret: parts.secret, queue: parts.queue, openScratch: parts.openScratch },
    diskLimits: parts.diskLimits,
    connection: parts.direct,
    product: productVersion,
    backupDir: config.backupDir,
    copyDir: config.backupCopyDir,
    filmsPath: filmFolder(config.mediaDir).filmsPath,
    passphrase: () => currentPassphrase(config.backupPassphrase, vendorSettings),
    secondPlace: () => currentSecondPlace(config.backupStorage, vendorSettings),
    outside: parts.vendors.outside,
    timezone: () => settings.now().timezone,
  }
  const keeper = keepBackups(backups)
  const copies = keepCopies(backups)
  const stopping = new AbortController()
  onStop(() => copies.stop())
  onStop(async () => stopping.abort())
  const retention: RetentionParts = {
    ...{ database, clock, live, onProblem },
    timezone: () => settings.now().timezone,
    backups: { areMade: () => backups.passphrase().passphrase !== undefined, look: keeper.look },
  }
  const retentionKeeper = keepRetention(retention)
  onStop(() => retentionKeeper.stop())
  // It may be waiting for a backup.
  onStop(() => keeper.stop())
  return {
    backups: { backups, keeper, copies, stopping: stopping.signal },
    retention,
    lookForBackup: keeper.look,
    async lookForCopy() {
      await sweepArrival(config.backupDir)
      await copies.look()
    },
    filmsMayComeBack: () => filmsMayComeBack(backups, database),
    lookForPastTime: retentionKeeper.look,
  }
}
