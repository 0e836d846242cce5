import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type Engine, startEngine } from '#server/platform/engine/start-engine.ts'
import { eventually, postgresProcesses } from './engine-process.ts'

/** A temporary folder that goes away after the test, once no database works in it: registered first, removed last. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-engine-'))
  // Under root the engine's account must be able to pass through.
  chmodSync(folder, 0o755)
  onTestFinished(async () => {
    await eventually(() => postgresProcesses(folder).length === 0, `no process left in ${folder}`)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Starts an embedded engine that is stopped after the test. Its lines go to `said`. */
export async function start(dataDir: string, said: string[] = []): Promise<Engine> {
  const engine = await startEngine({ dataDir, say: (line) => said.push(line) })
  onTestFinished(() => engine.stop())
  return engine
}

/** Runs one statement over a connection of its own and returns its rows. */
export async function query(
  engine: Pick<Engine, 'connection'>,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(engine.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}
