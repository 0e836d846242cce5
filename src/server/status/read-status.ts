import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Status } from '#contract/status.ts'
import { OWNER_MARK } from '#server/films/own-folder.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { withLockLimit } from '#server/platform/lock-limit.ts'
import type { ProcessFacts } from './process-facts.ts'
import { productVersion } from './process-facts.ts'
import { readJobs, readQueues } from './read-queues.ts'
import { livingProcesses, readSizes, type StoredProcess } from './store.ts'
import type { SeenDisk } from './watch-disks.ts'

const SILENT_AFTER_MS = 60_000
const LOCKED_AT_MOST_MS = 2000
const DAY_MS = 86_400_000
const TOLD_TABLES = 12
// With fewer, what is there anyway would be taken for what page views need.
const ENOUGH_VIEWS = 50_000

/** Reads how the installation is, for the owner. */
export async function readStatus(parts: {
  database: Database
  at: Date
  ownId: string
  own: ProcessFacts
  isEmbedded: boolean
  mediaDir: string
  disks: SeenDisk[]
  connections: Status['connections']
  /** For how long page views are kept, and which go next. */
  readKept(database: Database): Promise<Status['database']['kept']>
}): Promise<Status> {
  const { database, at, ownId } = parts
  const stored = await withLockLimit(database, LOCKED_AT_MOST_MS, async (transaction) => ({
    versions: await readVersions(transaction),
    processes: await livingProcesses<ProcessFacts>(transaction, new Date(at.getTime() - SILENT_AFTER_MS)),
    sizes: await readSizes(transaction, at),
    tables: await largestTables(transaction),
    queues: await readQueues(transaction),
    jobs: await readJobs(transaction),
    kept: await parts.readKept(transaction),
  }))
  const media = await sizeOfFiles(parts.mediaDir)
  const { versions, processes, sizes, tables, queues, jobs, kept } = stored
  const { bytes, pageViews, viewBytes, before } = sizes
  const perMillion = (of: number) => (pageViews < ENOUGH_VIEWS ? null : Math.round((of / pageViews) * 1e6))
  return {
    versions: {
      ...{ product: productVersion, ...versions, isEmbedded: parts.isEmbedded, node: process.versions.node },
    },
    connections: parts.connections,
    processes: processes.map((one) => processWords(one, ownId)),
    disks: disksOnce(parts.disks),
    database: {
      bytes,
      pageViews,
      growth: before && {
        bytes: bytes - before.bytes,
        days: Math.max(1, Math.round((at.getTime() - Date.parse(before.day)) / DAY_MS)),
      },
      bytesPerMillionViews: perMillion(bytes),
      freedPerMillionViews: perMillion(viewBytes),
      kept,
      tables,
    },
    media,
    counting: {
      uncounted: queues.uncounted,
      oldestAt: queues.oldestUncountedAt?.toISOString() ?? null,
      setAside: queues.setAside,
    },
    waiting: queues.work,
    jobs: jobs.map((job) => ({
      ...job,
      lastDoneAt: job.lastDoneAt?.toISOString() ?? null,
      lastFailedAt: job.lastFailedAt?.toISOString() ?? null,
    })),
    work: newestWork(processes, ownId, parts.own),
  }
}

function processWords(stored: StoredProcess<ProcessFacts>, ownId: string): Status['processes'][number] {
  const { host, pid, product, node, memoryBytes } = stored.facts
  const startedAt = stored.started_at.toISOString()
  return { id: stored.id, startedAt, host, pid, product, node, memoryBytes, isThis: stored.id === ownId }
}

/**
 * Each kind of work once: where its last try failed in a process, what that one left, as another may do well on its own
 * host; else what the newest run left. Of several processes a failure says on which host.
 */
function newestWork(
  processes: StoredProcess<ProcessFacts>[],
  ownId: string,
  own: ProcessFacts,
): Status['work'] {
  const newest = new Map<string, Status['work'][number]>()
  const all = processes.flatMap(({ id, facts }) => {
    const { host, work } = id === ownId ? own : facts
    const where = processes.length > 1 ? ` on ${host}` : ''
    return work.map((note) => ({ ...note, failure: note.failure && `${note.failure}${where}` }))
  })
  for (const note of all) {
    const known = newest.get(note.name)
    if (!known || goesBefore(note, known)) newest.set(note.name, note)
  }
  return [...newest.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

type Note = Status['work'][number]
const isFailing = ({ lastRunAt, lastFailedAt }: Note): boolean => lastFailedAt === lastRunAt
const goesBefore = (one: Note, other: Note): boolean =>
  isFailing(one) === isFailing(other) ? one.lastRunAt > other.lastRunAt : isFailing(one)

/** Each disk once, with all that lies on it. */
function disksOnce(disks: SeenDisk[]): Status['disks'] {
  const byDisk = new Map<number, Status['disks'][number]>()
  for (const { disk, place, free, total, state } of disks) {
    const known = byDisk.get(disk)
    if (known) known.places.push(place)
    else byDisk.set(disk, { places: [place], free, total, state })
  }
  return [...byDisk.values()]
}

async function readVersions(database: Queryable): Promise<{ schema: string; database: string }> {
  const { rows } = await sql<{ schema: string; database: string }>`
    select (select max(name) from kysely_migration) as schema,
      split_part(current_setting('server_version'), ' ', 1) as database`.execute(database)
  return rows[0] ?? { schema: '', database: '' }
}

async function largestTables(database: Queryable): Promise<Status['database']['tables']> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select coalesce(whole.relname, part.relname) as name, sum(pg_total_relation_size(part.oid))::bigint as bytes
    from pg_class part join pg_namespace space on space.oid = part.relnamespace
      left join pg_inherits on inhrelid = part.oid left join pg_class whole on whole.oid = inhparent
    where part.relkind = 'r' and space.nspname in ('public', 'jobs')
    group by 1 order by 2 desc, 1 limit ${TOLD_TABLES}`.execute(database)
  return rows
}

/** What lies in the folders of films; null where they cannot be read. */
async function sizeOfFiles(mediaDir: string): Promise<Status['media']> {
  try {
    const files = (await readdir(mediaDir, { recursive: true, withFileTypes: true })).filter(
      (one) => one.isFile() && one.name !== OWNER_MARK,
    )
    const sizes = await Promise.all(files.map((one) => sizeOfFile(join(one.parentPath, one.name))))
    const there = sizes.filter((size) => size !== undefined)
    return { bytes: there.reduce((total, size) => total + size, 0), files: there.length }
  } catch (error) {
    return isMissing(error) ? { bytes: 0, files: 0 } : null
  }
}

/** Undefined where the file has gone since its folder was read. */
const sizeOfFile = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    },
  )

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
