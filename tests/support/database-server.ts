import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { jobNames } from '#server/jobs.ts'
import { allMigrations } from '#server/migrations/all-migrations.ts'
import { storeBuiltAssets } from '#server/pages/built-assets.ts'
import { builtFolder } from '#server/pages/site-build.ts'
import { openDatabase } from '#server/platform/database.ts'
import { startEngine } from '#server/platform/engine/start-engine.ts'
import { openQueue } from '#server/platform/queue.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { databaseAt, onServer } from './on-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL server on which tests may create and drop databases. */
    databaseServerUrl: string
    /** The database there that has the newest schema and nothing else in it; nobody connects to it. */
    databaseTemplate: string
  }
}

/**
 * Gives each test run one PostgreSQL server: the one at TEST_DATABASE_URL, else an embedded one in a temporary
 * folder that goes away with the run. On it stands a migrated database, which tests copy: the schema is made once
 * and not for each of them. Vitest calls the returned function at the end.
 */
export default async function provideDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer()
  const template = `template_${randomBytes(8).toString('hex')}`
  await onServer(server.url, `create database ${template} template template0`)
  await migrateOnce(databaseAt(server.url, template))
  project.provide('databaseServerUrl', server.url)
  project.provide('databaseTemplate', template)
  return async () => {
    await onServer(server.url, `drop database if exists ${template} with (force)`)
    await server.close()
  }
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, close: async () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-tests-'))
  // Nothing in a test run outlives it, so waiting for the disk would only cost time.
  const extraSettings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  }
  const engine = await startEngine({ dataDir, extraSettings, say: () => {} })
  // Each test makes a database of its own.
  const { host, port, user, password, database } = engine.upkeep
  return {
    url: `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`,
    async close() {
      await engine.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Brings the template to where a start of the product brings an empty database: schema, queue and kinds of jobs, built files. */
async function migrateOnce(url: string): Promise<void> {
  const connection = { connectionString: url }
  await prepareDatabase({ connection, migrations: allMigrations, now: new Date(), say: () => {} })
  const { database, close } = openDatabase({
    ...{ connection, maxConnections: 1, statementTimeoutMs: 0 },
    onLostConnection: () => {},
  })
  await storeBuiltAssets({ database, dist: builtFolder, now: new Date() })
  await close()
  let problem: unknown
  const queue = await openQueue({
    connection,
    names: jobNames,
    onProblem(error) {
      problem = error
    },
  })
  await queue.stop()
  if (problem) throw problem
}
