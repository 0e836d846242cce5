// A server of somebody else's in a temporary folder, that ends with the process which started it.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 30_000

// The shell waits on a pipe from us: when it breaks off, by our end or our death, the server ends and its folder goes.
const TIED = `
folder=$1; signal=$2; shift 2
"$@" >"$folder/log" 2>&1 &
server=$!
read -r word
kill -"$signal" "$server"
wait "$server"
rm -rf "$folder"`

/**
 * Runs a server until `stop`, its output in `folder`'s log, and waits until it has said `ready`. `signal` ends it at
 * once; the folder goes with it.
 */
export async function startTied(name, { folder, signal, ready }, command) {
  const shell = spawn('/bin/sh', ['-c', TIED, `throwaway-${name}`, folder, signal, ...command], {
    ...unprivileged(),
    cwd: '/',
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  })
  const ended = new Promise((resolve) => shell.once('exit', resolve))
  const stop = () => {
    shell.stdin.end()
    return ended
  }
  await untilReady(name, join(folder, 'log'), ready, stop)
  return stop
}

async function untilReady(name, log, ready, stop) {
  let said = ''
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await pause(50)) {
    try {
      said = readFileSync(log, 'utf8')
    } catch {
      // Not written yet.
    }
    if (ready.test(said)) return
    if (/FATAL/.test(said)) break
  }
  await stop()
  throw new Error(`${name} did not start: ${said.trim() || 'it said nothing'}`)
}

/** Whom such a server runs as: PostgreSQL and PgBouncer refuse to run as root. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  return {}
}

/** A port of 127.0.0.1 that nobody listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const trial = createServer().once('error', reject)
    trial.listen(0, '127.0.0.1', () => {
      const { port } = trial.address()
      trial.close(() => resolve(port))
    })
  })
}

/** Lets the server's account have what is in its folder. */
export function handOver(paths) {
  const { uid, gid } = unprivileged()
  if (uid !== undefined) for (const path of paths) chownSync(path, uid, gid)
}
