import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { EngineProblem } from './platform/engine/engine-problem.ts'
import { explainFailure } from './platform/engine/explain-failure.ts'

// As many as SECRET must have.
const SHORTEST = 32

/** The secret that signs cookies: the configured one, else one that is generated once into the data folder. */
export async function readSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (config.secret) return config.secret
  try {
    return (await keptSecret(config.dataDir)) ?? (await keepSecret(config.dataDir, makeSecret()))
  } catch (error) {
    throw explainFailure(error, config.dataDir)
  }
}

/** The secret that is kept in a data folder; undefined where there is none yet. Refuses what is not whole. */
export async function keptSecret(dataDir: string): Promise<string | undefined> {
  const path = join(dataDir, 'secret')
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  const secret = text?.trim()
  if (secret !== undefined && secret.length < SHORTEST)
    throw new EngineProblem(
      `${path} holds no whole secret (${SHORTEST} characters or more), as when the disk was full: bring back the one that was there, or delete the file if there is no data yet.`,
    )
  return secret
}

const makeSecret = (): string => randomBytes(48).toString('base64url')

/**
 * Keeps a secret in a data folder, whole or not at all, whatever ends the process. Returns the one that is there then:
 * where another process was faster, that one's.
 */
export async function keepSecret(dataDir: string, made: string): Promise<string> {
  const path = join(dataDir, 'secret')
  const draft = `${path}.${randomBytes(8).toString('hex')}.new`
  await mkdir(dataDir, { recursive: true })
  try {
    // Nobody else on this machine may read it.
    await writeFile(draft, made, { mode: 0o600, flush: true })
    // Unlike renaming it takes no other's place.
    await link(draft, path).catch((error: unknown) => {
      if (hasCode(error, 'EEXIST')) return
      // Not every disk, such as one of a network, has links.
      if (hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) return rename(draft, path)
      throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  const secret = await keptSecret(dataDir)
  if (secret === undefined) throw new EngineProblem(`${path} was taken away while it was made: start again.`)
  return secret
}

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
