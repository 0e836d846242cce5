import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const READY = /database system is ready to accept connections/
const PATIENCE_MS = 30_000

// The shell waits on a pipe from us: when it breaks off, by our end or our death, PostgreSQL ends and its folder goes.
const TIED = `
folder=$1; shift
"$@" >"$folder/log" 2>&1 &
server=$!
read -r word
kill -INT "$server"
wait "$server"
rm -rf "$folder"`

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
  if (account.uid !== undefined)
    for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid)

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
  const shell = spawn('/bin/sh', ['-c', TIED, 'throwaway-postgres', folder, ...command], {
    ...account,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  })
  const ended = new Promise((resolve) => shell.once('exit', resolve))
  const stop = () => {
    shell.stdin.end()
    return ended
  }
  await untilReady(join(folder, 'log'), stop)
  return { url: `postgres://leadline:${password}@127.0.0.1:${port}/postgres`, stop }
}

async function untilReady(log, stop) {
  let said = ''
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await pause(50)) {
    try {
      said = readFileSync(log, 'utf8')
    } catch {
      // Not written yet.
    }
    if (READY.test(said)) return
    if (/FATAL/.test(said)) break
  }
  await stop()
  throw new Error(`PostgreSQL did not start: ${said.trim() || 'it said nothing'}`)
}

/** PostgreSQL refuses to run as root. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  return {}
}

function freePort() {
  return new Promise((resolve, reject) => {
    const trial = createServer().once('error', reject)
    trial.listen(0, '127.0.0.1', () => {
      const { port } = trial.address()
      trial.close(() => resolve(port))
    })
  })
}
