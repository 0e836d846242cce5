import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** The secret that signs cookies: the configured one, else one that is generated once into the data folder. */
export async function readSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (config.secret) return config.secret
  const path = join(config.dataDir, 'secret')
  await mkdir(config.dataDir, { recursive: true })
  try {
    // Nobody else on this machine may read it.
    await writeFile(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return (await readFile(path, 'utf8')).trim()
}
