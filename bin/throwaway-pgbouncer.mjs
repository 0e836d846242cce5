import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort, handOver, startTied } from './tied-server.mjs'

/** The program of PgBouncer on this machine, or null. */
export function findPgbouncer() {
  // Debian has it where only root's path leads.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path)) ?? null
}

/**
 * Starts PgBouncer in transaction mode on a free port of 127.0.0.1 before every database of a server, for tests. Everybody
 * signs in as at the server itself, whose `url` is a superuser's. Returns its address and `stop`.
 */
export async function startThrowawayPgbouncer(program, url) {
  const { hostname, port: serverPort, username, password } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'leadline-pgbouncer-'))
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users')
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`, {
    mode: 0o600,
  })
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort} auth_user=${decodeURIComponent(username)} connect_query='set statement_timeout = 30000; set idle_in_transaction_session_timeout = 15000; set jit = off'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = transaction
max_client_conn = 2000
default_pool_size = 10
server_idle_timeout = 2
autodb_idle_timeout = 10
# A database of a test that has gone, or is not there yet, is nothing to wait for.
server_login_retry = 1
`,
    { mode: 0o600 },
  )
  handOver([folder, users, settings])
  const stop = await startTied('pgbouncer', { folder, signal: 'TERM', ready: /process up/ }, [
    program,
    settings,
  ])
  return { url: `postgres://127.0.0.1:${port}`, stop }
}
