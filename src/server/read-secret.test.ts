import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { presentSecret } from './backup-installation.ts'
import { readConfig } from './config.ts'
import { explainStart } from './explain-start.ts'
import { readSecret } from './read-secret.ts'

function configOf() {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return readConfig({ DATA_DIR: join(folder, 'data') })
}

const whyNot = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(() => 'it was read', explainStart)

test('the secret is made once, also by several who start at once, and nobody else may read it', async () => {
  const config = configOf()
  expect(await presentSecret(config)).toBeUndefined()
  const [secret = '', ...others] = await Promise.all([1, 2, 3, 4].map(() => readSecret(config)))
  expect(secret).toMatch(/^[\w-]{64}$/)
  expect(new Set(others)).toEqual(new Set([secret]))
  expect(await presentSecret(config)).toBe(secret)
  expect(readdirSync(config.dataDir)).toEqual(['secret'])
  expect(statSync(join(config.dataDir, 'secret')).mode & 0o777).toBe(0o600)
})

test('a secret that a full disk cut off is refused by its file’s name, and is nobody’s key', async () => {
  const config = configOf()
  await readSecret(config)
  const path = join(config.dataDir, 'secret')
  for (const rest of ['', '\n', 'half-of-a-secret']) {
    writeFileSync(path, rest)
    for (const read of [readSecret, presentSecret])
      expect(await whyNot(read(config))).toBe(
        `${path} holds no whole secret (32 characters or more), as when the disk was full: bring back the one that was there, or delete the file if there is no data yet.`,
      )
  }
})
