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
    return (await keptSecret(config.dataDir)) ?? (await makeSecret(config.dataDir))
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

/** Makes a secret that is there whole or not at all; where another process was faster, it is that one's. */
async function makeSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  const draft = `${path}.${randomBytes(8).toString('hex')}.new`
  await mkdir(dataDir, { recursive: true })
  try {
    // Nobody else on this machine may read it.
    await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
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
