import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineUser } from './engine-user.ts'
import { explainFailure } from './explain-failure.ts'
import { processEnvironment, ROLE } from './settings.ts'

/** Reads the database password of a data folder, or undefined when there is none yet. */
export function readPassword(dataDir: string): string | undefined {
  const path = join(dataDir, 'postgres-password')
  return existsSync(path) ? readFileSync(path, 'utf8').trim() || undefined : undefined
}

/** Makes a random password and keeps it in the data folder, readable by its owner only. */
export function createPassword(dataDir: string): string {
  const password = randomBytes(24).toString('base64url')
  const path = join(dataDir, 'postgres-password')
  writeFileSync(`${path}.new`, `${password}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  return password
}

/** Sets the password of an existing, stopped cluster: for a data folder that came back without its password file. */
export function setPassword(postgres: string, cluster: string, password: string, user?: EngineUser): void {
  const account = user ? { uid: user.uid, gid: user.gid } : {}
  const answer = spawnSync(postgres, ['--single', '-D', cluster, 'postgres'], {
    ...account,
    cwd: '/',
    env: processEnvironment(),
    encoding: 'utf8',
    input: `ALTER ROLE ${ROLE} PASSWORD '${password}'\n`,
  })
  if (answer.status !== 0) throw explainFailure(answer.stderr, cluster)
}
