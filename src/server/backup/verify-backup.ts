import type { ClientConfig } from 'pg'
import { countOnce } from '#server/counting/rebuild-counts.ts'
import { type Difference, verifyReports } from '#server/counting/verify-reports.ts'
import { allMigrations } from '#server/migrations/all-migrations.ts'
import { openDatabase } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { filmDigest } from './film-bodies.ts'
import { type DiskReserve, watchDiskReserve, withDiskReserve } from './keep-disk-reserve.ts'
import { loadBackup } from './load-backup.ts'
import { connectOnce } from './one-connection.ts'
import type { BackupManifest, TableSum } from './records.ts'
import { type OpenScratch, openScratchDatabase } from './scratch-database.ts'

/** What a trial restore found: nothing in the lists means that the backup is proved. */
export type Proof = {
  manifest: BackupManifest
  /** Tables that are not what was backed up. */
  tables: TableSum[]
  /** Films whose bytes are not what was backed up. */
  films: string[]
  /** Numbers that the restored events do not bear out. */
  numbers: Difference[]
}

/** How many differences a trial restore found. */
export const differencesIn = ({ tables, films, numbers }: Proof): number =>
  tables.length + films.length + numbers.length

/**
 * Restores a backup into a scratch database, counts every table again, brings it to the newest schema and recounts
 * every number from the events. The database is gone afterwards; with `room` it goes before the disk is full, and the
 * trial fails.
 */
export async function verifyBackup(
  open: () => AsyncIterable<Buffer>,
  place: {
    folder: string
    connection: ClientConfig | undefined
    openScratch?: OpenScratch | undefined
    room?: DiskReserve
  },
): Promise<Proof> {
  const { room } = place
  const scratch = await (place.openScratch ?? openScratchDatabase)(place.folder, place.connection)
  let dropping: Promise<void> | undefined
  const drop = () => {
    dropping ??= scratch.drop()
    return dropping
  }
  let noRoom: unknown
  // What is restored takes its room in the database's own time.
  const watches = [room?.folder, scratch.folder].flatMap((folder) =>
    room && folder !== undefined
      ? watchDiskReserve({ ...room, folder }, (problem) => {
          noRoom ??= problem
          void drop().catch(() => {})
        })
      : [],
  )
  const bytes = () => (room ? withDiskReserve(open(), room) : open())
  try {
    const one = await connectOnce(scratch.connection)
    const films = new Map<string, string>()
    const loaded = await one.database
      .transaction()
      .execute(async (transaction) => {
        const all = await loadBackup(one, transaction, bytes(), async (name, body) => {
          const digest = filmDigest()
          for await (const part of body) digest.add(part)
          films.set(name, digest.sum().sha256)
        })
        await migrate(transaction, allMigrations)
        return all
      })
      .finally(() => one.end())
    const { manifest, differences } = loaded
    return {
      manifest,
      tables: differences,
      films: manifest.films.filter(({ name, sha256 }) => films.get(name) !== sha256).map(({ name }) => name),
      numbers: await recount(scratch.connection),
    }
  } catch (error) {
    throw noRoom ?? error
  } finally {
    for (const watch of watches) watch.end()
    await drop()
  }
}

async function recount(connection: ClientConfig): Promise<Difference[]> {
  const { database, close } = openDatabase({
    connection,
    maxConnections: 2,
    statementTimeoutMs: 0,
    onLostConnection: () => {},
  })
  try {
    // As a start does: what an older version counted in another way is made anew.
    await countOnce(database, { say() {} })
    return await verifyReports(database)
  } finally {
    await close()
  }
}
