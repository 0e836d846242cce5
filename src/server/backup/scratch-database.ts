import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { EngineProblem } from '#server/platform/engine/engine-problem.ts'
import { startEngine } from '#server/platform/engine/start-engine.ts'
import { quoted } from './catalogue.ts'
import { isSilent } from './clear-drafts.ts'

/** An empty database that nobody else uses and that is gone afterwards. */
export type ScratchDatabase = {
  connection: ClientConfig
  /** Where its files are, if that is known: an engine that cannot reach the folder it was given keeps them elsewhere. */
  folder?: string
  drop(): Promise<void>
}

/** Opens an empty database, beneath `folder` or on the server of `connection`. */
export type OpenScratch = (folder: string, connection: ClientConfig | undefined) => Promise<ScratchDatabase>

const SCRATCH = /^scratch-[0-9a-f]{12}$/
// A process that works in one touches it at its beginning only.
const ABANDONED_MS = 24 * 3_600_000

// Nothing in it outlives the trial.
const hasty = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '20',
  // It runs beside the installation's own engine, and reads what it has written once.
  shared_buffers: '64MB',
}

/**
 * Opens an empty database: an engine of its own in a folder inside `folder`; where the engine does not run on this
 * machine, a database of its own on the server of `connection`.
 */
export async function openScratchDatabase(
  folder: string,
  connection: ClientConfig | undefined,
): Promise<ScratchDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await clearAbandoned(folder)
  const place = join(folder, `scratch-${randomBytes(6).toString('hex')}`)
  try {
    const engine = await startEngine({ dataDir: place, extraSettings: hasty, say: () => {} })
    return {
      connection: engine.connection,
      folder: engine.folder,
      async drop() {
        await engine.stop()
        await removeScratch(place)
      },
    }
  } catch (error) {
    await removeScratch(place)
    if (!(error instanceof EngineProblem) || !connection) throw error
    return openScratchOnServer(connection)
  }
}

/** Opens an empty database of its own on the server of `connection`. */
export async function openScratchOnServer(connection: ClientConfig): Promise<ScratchDatabase> {
  // When it was made is in its name: a server does not tell.
  const name = `leadline_scratch_${Date.now().toString(36)}_${randomBytes(6).toString('hex')}`
  const connected = async (work: (client: Client) => Promise<unknown>): Promise<void> => {
    const client = new Client(connection)
    client.on('error', () => {})
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }
  const run = (statement: string) => connected((client) => client.query(statement))
  await connected(dropAbandoned)
  await run(`create database ${quoted(name)} template template0`)
  return {
    connection: inDatabase(connection, name),
    drop: () => run(`drop database if exists ${quoted(name)} with (force)`),
  }
}

/** Drops what a process that was killed has left on a server; one that somebody is connected to stays. */
async function dropAbandoned(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^leadline_scratch_[0-9a-z]{8}_[0-9a-f]{12}$'
      and pg_has_role(current_user, datdba, 'member')`,
  )
  for (const { name } of rows) {
    const madeAt = Number.parseInt(name.split('_')[2] ?? '', 36)
    if (Date.now() - madeAt > ABANDONED_MS)
      await client.query(`drop database if exists ${quoted(name)}`).catch(() => {})
  }
}

function inDatabase({ connectionString, ...others }: ClientConfig, database: string): ClientConfig {
  if (!connectionString) return { ...others, database }
  const address = new URL(connectionString)
  address.pathname = `/${database}`
  return { ...others, connectionString: address.href }
}

/** Takes away what a process that was killed has left. */
async function clearAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!SCRATCH.test(name)) continue
    // Another process may take it away meanwhile.
    if (await isSilent(join(folder, name), ABANDONED_MS)) await removeScratch(join(folder, name))
  }
}

/** An engine that cannot reach the folder keeps its files in another, which a note in the folder names. */
async function removeScratch(place: string): Promise<void> {
  const note = join(place, 'postgres-location')
  if (existsSync(note)) {
    const { folder }: { folder: string } = JSON.parse(readFileSync(note, 'utf8'))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  await rm(place, { recursive: true, force: true, maxRetries: 5 })
}
