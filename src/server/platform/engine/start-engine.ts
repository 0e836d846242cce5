import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Address, chooseAddress } from './choose-address.ts'
import { choosePlace, type Place } from './choose-place.ts'
import { endLeftovers } from './end-leftovers.ts'
import { engineUser } from './engine-user.ts'
import { explainFailure } from './explain-failure.ts'
import { type Binaries, findBinaries } from './find-binaries.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { hasCluster, initCluster } from './init-cluster.ts'
import { makeFolder } from './make-folder.ts'
import { createPassword, readPassword, setPassword } from './password.ts'
import { openPlainRole } from './plain-role.ts'
import { type Plan, startPostmaster } from './postmaster.ts'
import { DATABASE, postgresArguments, ROLE } from './settings.ts'
import { endPostmaster, supervise } from './supervise.ts'
import { waitUntilReady } from './wait-until-ready.ts'

type Connection = { host: string; port: number; user: string; password: string; database: string }

/** A running embedded PostgreSQL. It survives its own crashes, and goes down with this process even after a kill. */
export type Engine = {
  /** For `pg`, as a role that owns the database and has no other right: `host` is a folder with a unix socket, or 127.0.0.1. */
  connection: Connection
  /** The same as the role that may do everything, for what no other may: making databases, physical copies. */
  upkeep: Connection
  version: string
  /** Where its files are. */
  folder: string
  /** Ends PostgreSQL cleanly within 8 s, at once after that, and lets go of the data folder. */
  stop(): Promise<void>
  /** Resolves when PostgreSQL died for good, in spite of restarts; never because of `stop`. */
  exited: Promise<{ reason: string }>
}

type Options = { dataDir: string; say(line: string): void; extraSettings?: Record<string, string> }

/**
 * Starts the embedded PostgreSQL on a data folder, creating folder and database at the first start.
 * Every failure is an `EngineProblem` with one sentence; `say` gets a line for what takes long or surprises.
 */
export async function startEngine(options: Options): Promise<Engine> {
  const dataDir = resolve(options.dataDir)
  let lock: FolderLock | undefined
  try {
    makeFolder(dataDir, 0o700)
    lock = await lockFolder(dataDir)
    return await startLocked(dataDir, lock, options)
  } catch (failure) {
    lock?.release()
    throw explainFailure(failure, dataDir)
  }
}

async function startLocked(dataDir: string, lock: FolderLock, options: Options): Promise<Engine> {
  const { say } = options
  const place = choosePlace(dataDir, engineUser, say)
  const binaries = findBinaries(place.user, say)
  const cluster = join(place.folder, 'postgres')
  const password = await prepareCluster(dataDir, place, binaries, say)
  if (lock.abandonedSocketFolder) rmSync(lock.abandonedSocketFolder, { recursive: true, force: true })

  const address = await chooseAddress(place.folder, place.user)
  if (address.socketFolder && address.temporary) lock.noteSocketFolder(address.socketFolder)
  const upkeep = { host: address.host, port: address.port, user: ROLE, password, database: DATABASE }
  const plan: Plan = {
    postgres: binaries.postgres,
    pgCtl: binaries.pgCtl,
    arguments: postgresArguments(cluster, address, options.extraSettings),
    cluster,
    logFile: join(dataDir, 'postgres.log'),
    user: place.user,
  }
  const { postmaster, version, connection } = await startReady(plan, upkeep, say).catch((failure) => {
    clearAddress(address)
    throw failure
  })
  const supervised = supervise(plan, postmaster, say)
  let stopping: Promise<void> | undefined
  const stop = () =>
    supervised.stop().finally(() => {
      clearAddress(address)
      lock.release()
    })
  return {
    connection,
    upkeep,
    version,
    folder: cluster,
    exited: supervised.exited,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Leaves a stopped, whole cluster of the right version in its place and returns its password. */
async function prepareCluster(
  dataDir: string,
  place: Place,
  binaries: Binaries,
  say: (line: string) => void,
): Promise<string> {
  const cluster = join(place.folder, 'postgres')
  const known = readPassword(dataDir)
  const password = known ?? createPassword(dataDir)
  if (hasCluster(cluster, binaries)) {
    await endLeftovers(cluster, say)
    if (!known) setPassword(binaries.postgres, cluster, password, place.user)
  } else {
    say('Creating the database (first start).')
    await initCluster(place.folder, binaries, password, place.user)
  }
  place.settle()
  return password
}

async function startReady(plan: Plan, upkeep: Connection, say: (line: string) => void) {
  const postmaster = startPostmaster(plan)
  let last: { words: string } | undefined
  void postmaster.ended.then((end) => {
    last = end
  })
  try {
    const version = await waitUntilReady(upkeep, () => last !== undefined, say)
    if (version !== undefined) return { postmaster, version, connection: await openPlainRole(upkeep) }
  } catch (failure) {
    await endPostmaster(postmaster)
    throw failure
  }
  throw explainFailure(last?.words ?? '', plan.cluster)
}

function clearAddress(address: Address): void {
  if (address.temporary && address.socketFolder)
    rmSync(address.socketFolder, { recursive: true, force: true })
}
