import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EngineProblem } from './engine-problem.ts'
import { canReach, type EngineUser, giveTo, letPass } from './engine-user.ts'
import { publicFolder } from './public-folder.ts'

/** Where the cluster of a data folder lives: nearly always the data folder itself. */
export type Place = { folder: string; user: EngineUser | undefined; settle(): void }

type Pointer = { folder: string; settled: boolean }

/**
 * Chooses the folder for the cluster and keeps the choice for later starts in `postgres-location`.
 * `userFor` names the engine's account for a given cluster; `settle` is called once the cluster exists.
 */
export function choosePlace(
  dataDir: string,
  userFor: (cluster: string) => EngineUser | undefined,
  say: (line: string) => void,
): Place {
  const pointer = readPointer(dataDir)
  if (pointer) return elsewhere(dataDir, pointer, userFor(join(pointer.folder, 'postgres')))

  const user = userFor(join(dataDir, 'postgres'))
  letPass(user, dataDir)
  if (!user || canReach(user, dataDir)) return { folder: dataDir, user, settle: () => {} }
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new EngineProblem(
      `The database in ${dataDir} cannot be reached by ${user.name}, and PostgreSQL refuses to run as root: let others pass through the folders above it (chmod o+x).`,
    )
  }
  const folder = join(publicFolder(user), `data-${randomBytes(6).toString('hex')}`)
  writePointer(dataDir, { folder, settled: false })
  say(`The database lives in ${folder}, because ${user.name} cannot reach ${dataDir}.`)
  return elsewhere(dataDir, { folder, settled: false }, user)
}

function elsewhere(dataDir: string, pointer: Pointer, user: EngineUser | undefined): Place {
  const { folder, settled } = pointer
  if (settled && !existsSync(join(folder, 'postgres'))) {
    throw new EngineProblem(
      `The database of ${dataDir} was kept in ${folder}, which is gone: bring that folder back.`,
    )
  }
  if (!settled) {
    mkdirSync(folder, { recursive: true })
    giveTo(user, folder, 0o700)
  }
  return { folder, user, settle: () => settled || writePointer(dataDir, { folder, settled: true }) }
}

function readPointer(dataDir: string): Pointer | undefined {
  const path = join(dataDir, 'postgres-location')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

function writePointer(dataDir: string, pointer: Pointer): void {
  const path = join(dataDir, 'postgres-location')
  writeFileSync(`${path}.new`, JSON.stringify(pointer), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}
