import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, handOver, startTied, unprivileged } from './tied-server.mjs'

const READY = /database system is ready to accept connections/

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
}

/**
 * Starts a PostgreSQL server of the given programs in a folder of its own inside `parent`, on a free port of 127.0.0.1, for tests:
 * nothing in it lasts. Returns its address as a URL and `stop`.
 */
export async function startThrowawayPostgres(programs, parent = tmpdir()) {
  const account = unprivileged()
  const folder = mkdtempSync(join(parent, 'leadline-postgres-'))
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
  const settings = { ...SETTINGS, port }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(programs, 'postgres'), '-D', cluster, ...words]
  const stop = await startTied('postgres', { folder, signal: 'INT', ready: READY }, command)
  return { url: `postgres://leadline:${password}@127.0.0.1:${port}/postgres`, stop }
}

/**
 * Starts a streaming replica of such a server, by the same programs, with `settings` of its own; on `port` where one is
 * named. It begins with all that the server has now. Returns its address as a URL and `stop`.
 */
export async function startThrowawayReplica(programs, primaryUrl, settings = {}, port = undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-replica-'))
  chmodSync(folder, 0o700)
  handOver([folder])
  const cluster = join(folder, 'cluster')
  const copying = [join(programs, 'pg_basebackup'), `--dbname=${primaryUrl}`, `--pgdata=${cluster}`]
  const how = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync']
  const copied = spawnSync(copying[0], [...copying.slice(1), ...how], {
    ...unprivileged(),
    cwd: '/',
    encoding: 'utf8',
  })
  if (copied.status !== 0) throw new Error(`pg_basebackup failed: ${copied.stderr || copied.error?.message}`)
  const own = { ...SETTINGS, ...settings, port: port ?? (await freePort()) }
  const words = Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const stop = await startTied(
    'replica',
    { folder, signal: 'INT', ready: /database system is ready to accept read-only connections/ },
    [join(programs, 'postgres'), '-D', cluster, ...words],
  )
  const url = new URL(primaryUrl)
  url.port = String(own.port)
  return { url: url.href, stop }
}
