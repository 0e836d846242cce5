import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EngineProblem } from './engine-problem.ts'
import { isAlive, processWorld, startMark } from './process-identity.ts'

const HEARTBEAT_MS = 2_000

type Holder = { pid: number; started: string; world: string; socketFolder?: string }

/** The right of one process to run the database of a data folder. */
export type FolderLock = {
  /** The temporary socket folder that a killed predecessor left behind. */
  abandonedSocketFolder: string | undefined
  /** Writes down a temporary socket folder, so that the next start can clear it after a kill. */
  noteSocketFolder(folder: string): void
  release(): void
}

/**
 * Takes the data folder for this process, or throws an `EngineProblem` that names the process which has it.
 * A lock whose process is gone, or whose process id now belongs to another program, is taken over.
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const path = join(dataDir, 'postgres.lock')
  const me: Holder = { pid: process.pid, started: startMark(process.pid), world: processWorld() }
  let abandonedSocketFolder: string | undefined

  while (!createWhole(path, JSON.stringify(me))) {
    const text = readIfThere(path)
    if (text === undefined) continue
    const holder = parseHolder(text)
    if (holder && (await isHeld(path, holder, me.world))) throw inUse(dataDir, holder, me.world)
    abandonedSocketFolder = holder?.socketFolder
    takeAside(path, text)
  }

  // Another container cannot see our process id; a fresh time on the file tells it that we live.
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      clearInterval(heartbeat)
    }
  }, HEARTBEAT_MS).unref()

  return {
    abandonedSocketFolder,
    noteSocketFolder: (socketFolder) => writeFileSync(path, JSON.stringify({ ...me, socketFolder })),
    release() {
      clearInterval(heartbeat)
      if (parseHolder(readIfThere(path) ?? '')?.pid === process.pid) rmSync(path, { force: true })
    },
  }
}

/** Creates a file with its whole content in one step; false when it exists already. */
function createWhole(path: string, content: string): boolean {
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, content, { mode: 0o600 })
    linkSync(draft, path)
    return true
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? failure.code : undefined
    if (code === 'EEXIST') return false
    if (code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS') throw failure
    return createWithoutLinks(path, content)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** For disks without hard links (memory cards, some network shares). */
function createWithoutLinks(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' })
    return true
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'EEXIST') return false
    throw failure
  }
}

async function isHeld(path: string, holder: Holder, world: string): Promise<boolean> {
  if (holder.world === world) {
    return isAlive(holder.pid) && startMark(holder.pid) === holder.started
  }
  const before = timeOf(path)
  for (let waited = 0; waited < 3 * HEARTBEAT_MS; waited += 100) {
    await pause(100)
    if (timeOf(path) !== before) return true
  }
  return false
}

/** Removes the lock that was judged dead, and only that one: a rival may have replaced it meanwhile. */
function takeAside(path: string, judged: string): void {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readIfThere(aside) !== judged) createWhole(path, readIfThere(aside) ?? '')
  rmSync(aside, { force: true })
}

function inUse(dataDir: string, holder: Holder, world: string): EngineProblem {
  const where = holder.world === world ? '' : ' of another machine or container'
  return new EngineProblem(
    `The data folder ${dataDir} is already in use by process ${holder.pid}${where}: stop that one first, or set DATA_DIR to another folder.`,
  )
}

function parseHolder(text: string): Holder | undefined {
  try {
    const found: Holder = JSON.parse(text)
    return Number.isInteger(found.pid) ? found : undefined
  } catch {
    return undefined
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return undefined
    throw failure
  }
}

function timeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}
