import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, statSync } from 'node:fs'
import { EngineProblem } from './engine-problem.ts'

/** The unprivileged account that PostgreSQL runs under when this process is root. */
export type EngineUser = { uid: number; gid: number; name: string }

/**
 * Decides who runs PostgreSQL: undefined means this process's own account. Under root it is the owner of an
 * existing cluster, else `postgres`, else `nobody`, because PostgreSQL refuses to run as root.
 */
export function engineUser(cluster: string): EngineUser | undefined {
  const me = process.getuid?.()
  if (me === undefined) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (me !== 0) {
    if (owner && owner.uid !== me) {
      throw new EngineProblem(
        `The database in ${cluster} belongs to another user (id ${owner.uid}): start as that user or as root.`,
      )
    }
    return undefined
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `user ${owner.uid}` }
  const user = lookUp('postgres') ?? lookUp('nobody')
  if (!user) throw new EngineProblem('PostgreSQL refuses to run as root: start from an ordinary account.')
  if (owner) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, cluster])
  return user
}

/** True when the account can pass into the folder; without an account, always. */
export function canReach(user: EngineUser | undefined, folder: string): boolean {
  if (!user) return true
  const { uid, gid } = user
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid, gid, cwd: '/' }).status === 0
}

/** Makes a file or folder the engine's own and private to it. */
export function giveTo(user: EngineUser | undefined, path: string, mode: number): void {
  chmodSync(path, mode)
  if (user) chownSync(path, user.uid, user.gid)
}

/** Opens a folder that is private to root just enough for the engine to pass through it. */
export function letPass(user: EngineUser | undefined, folder: string): void {
  if (!user || canReach(user, folder)) return
  const { mode, uid } = statSync(folder)
  const servesAGroup = (mode & 0o070) !== 0
  if (!servesAGroup) chownSync(folder, uid, user.gid)
  chmodSync(folder, (mode & 0o7777) | (servesAGroup ? 0o001 : 0o010))
}

function lookUp(name: string): EngineUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  return uid && gid ? { uid: Number(uid), gid: Number(gid), name: `user ${name}` } : undefined
}
