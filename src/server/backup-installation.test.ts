import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { passphraseOf } from './backup-installation.ts'
import { readConfig } from './config.ts'

test('nobody is asked for the passphrase of a file that is not there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'gone.leadline')
  await expect(passphraseOf(readConfig({ DATA_DIR: folder }), path)).rejects.toThrow(
    `There is no file ${path}.`,
  )
})
