import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { readPassword } from './password.ts'
import { DATABASE, ROLE } from './settings.ts'
import type { Engine } from './start-engine.ts'

/** How to reach the engine that another process runs on a data folder; undefined where none answers. */
export async function findRunningEngine(dataDir: string): Promise<Engine['connection'] | undefined> {
  const folder = resolve(dataDir)
  const password = readPassword(folder)
  // What PostgreSQL writes of itself: process, folder, start, port, socket folder, address.
  const [pid, , , port, socketFolder, address] = linesOf(join(placeOf(folder), 'postgres', 'postmaster.pid'))
  const host = socketFolder?.trim() || address?.trim()
  if (!password || !host || !Number(port)) return undefined
  const connection = { host, port: Number(port), user: ROLE, password, database: DATABASE }
  if (await answers(connection)) return connection
  // A socket in /tmp is not in ours where a service has one of its own (systemd's PrivateTmp): its process sees it.
  const seenByIt = { ...connection, host: join('/proc', String(Number(pid)), 'root', host) }
  return socketFolder?.trim() && (await answers(seenByIt)) ? seenByIt : undefined
}

async function answers(connection: Engine['connection']): Promise<boolean> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function placeOf(dataDir: string): string {
  const pointer = join(dataDir, 'postgres-location')
  if (!existsSync(pointer)) return dataDir
  const { folder }: { folder: string } = JSON.parse(readFileSync(pointer, 'utf8'))
  return folder
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}
