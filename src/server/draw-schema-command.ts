import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { drawSchema } from './migrations/draw-schema.ts'
import { openInstallation } from './open-installation.ts'
import { tellFailure } from './tell-failure.ts'

/** `npm run schema`: draws the schema of an empty installation into `docs/schema.md`. */
async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-schema-'))
  const installation = await openInstallation(readConfig({ DATA_DIR: dataDir }), () => {}, { mayBeNew: true })
  writeFileSync('docs/schema.md', await drawSchema(installation.database))
  await installation.close()
  rmSync(dataDir, { recursive: true })
}

main().catch((error: unknown) => {
  tellFailure(error)
  process.exit(1)
})
