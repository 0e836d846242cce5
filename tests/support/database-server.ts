import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEngine } from '#server/platform/engine/start-engine.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL server on which tests may create and drop databases. */
    databaseServerUrl: string
  }
}

/**
 * Gives each test run one PostgreSQL server: the one at TEST_DATABASE_URL, else an embedded one in a temporary
 * folder that goes away with the run. Vitest calls the returned function at the end.
 */
export default async function provideDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('databaseServerUrl', given)
    return async () => {}
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-tests-'))
  // Nothing in a test run outlives it, so waiting for the disk would only cost time.
  const extraSettings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  }
  const engine = await startEngine({ dataDir, extraSettings, say: () => {} })
  const { host, port, user, password, database } = engine.connection
  project.provide(
    'databaseServerUrl',
    `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`,
  )
  return async () => {
    await engine.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
