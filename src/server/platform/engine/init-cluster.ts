import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { EngineProblem } from './engine-problem.ts'
import { type EngineUser, giveTo } from './engine-user.ts'
import { explainFailure } from './explain-failure.ts'
import type { Binaries } from './find-binaries.ts'
import { processEnvironment, ROLE } from './settings.ts'

const DRAFT = 'postgres.new-'

/** True when the folder holds a cluster of the right major version; throws an `EngineProblem` for any other content. */
export function hasCluster(cluster: string, binaries: Binaries): boolean {
  if (!existsSync(cluster)) return false
  const versionFile = join(cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    if (readdirSync(cluster).length === 0) return false
    throw new EngineProblem(
      `The database in ${cluster} is damaged: restore a backup into an empty data folder.`,
    )
  }
  const found = readFileSync(versionFile, 'utf8').trim()
  const [major] = binaries.version.split('.')
  if (found === major) return true
  throw new EngineProblem(
    `The database in ${cluster} was made by PostgreSQL ${found || '(unknown)'}, but this version runs PostgreSQL ${major}: restore a backup into an empty data folder.`,
  )
}

/**
 * Creates the cluster in `<place>/postgres`, whole or not at all: it is built under another name and renamed,
 * so a kill in the middle leaves only a draft, which the next start removes.
 */
export async function initCluster(
  place: string,
  binaries: Binaries,
  password: string,
  user: EngineUser | undefined,
): Promise<void> {
  for (const name of readdirSync(place)) {
    if (name.startsWith(DRAFT)) rmSync(join(place, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const draft = join(place, DRAFT + randomBytes(4).toString('hex'))
  const passwordFile = `${draft}.password`
  try {
    mkdirSync(draft)
    giveTo(user, draft, 0o700)
    writeFileSync(passwordFile, password, { mode: 0o600 })
    giveTo(user, passwordFile, 0o600)
    await runInitdb(binaries.initdb, draft, passwordFile, user)
    renameSync(draft, join(place, 'postgres'))
    syncFolder(place)
  } catch (failure) {
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 })
    throw explainFailure(failure, place)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

function runInitdb(initdb: string, cluster: string, passwordFile: string, user?: EngineUser): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${ROLE}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const account = user ? { uid: user.uid, gid: user.gid } : {}
  return new Promise((resolve, reject) => {
    const child = spawn(initdb, ['-D', cluster, '--no-instructions', ...locale, ...access], {
      ...account,
      cwd: '/',
      env: processEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words += text
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(words))))
  })
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
