import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, handOver, startTied, unprivileged } from './tied-server.mjs'

const READY = /database system is ready to accept connections/

/**
 * Starts a PostgreSQL server of the given programs in a temporary folder on a free port of 127.0.0.1, for tests:
 * nothing in it lasts. Gives its address as a URL and `stop`.
 */
export async function startThrowawayPostgres(programs) {
  const account = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'leadline-postgres-'))
  const cluster = join(folder, 'cluster')
  const passwordFile = join(folder, 'password')
  const password = randomBytes(16).toString('hex')
  chmodSync(folder, 0o700)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  handOver([folder, passwordFile])

  const access = ['--username=leadline', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const initdb = [
    join(programs, 'initdb'),
    '-D',
    cluster,
    ...access,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  const made = spawnSync(initdb[0], initdb.slice(1), { ...account, cwd: '/', encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`)

  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
  }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(programs, 'postgres'), '-D', cluster, ...words]
  const stop = await startTied('postgres', { folder, signal: 'INT', ready: READY }, command)
  return { url: `postgres://leadline:${password}@127.0.0.1:${port}/postgres`, stop }
}
