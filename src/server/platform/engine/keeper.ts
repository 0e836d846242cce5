import { spawn } from 'node:child_process'
import type { EngineUser } from './engine-user.ts'
import { processEnvironment } from './settings.ts'

/** Reads the pipe that this process holds; when it breaks off without a word, this process has died. */
const POSIX_KEEPER = `
read -r word
[ "$word" = released ] && exit 0
kill -INT "$1" 2>/dev/null || exit 0
for second in 1 2 3 4 5 6 7 8; do
  sleep 1
  kill -0 "$1" 2>/dev/null || exit 0
done
kill -QUIT "$1" 2>/dev/null`

const WINDOWS_KEEPER = `
let word = ''
process.stdin.on('data', (text) => { word += text })
process.stdin.on('end', () => {
  if (word.startsWith('released')) return
  require('node:child_process').spawnSync(process.argv[1], ['stop', '-m', 'fast', '-D', process.argv[2]])
})`

/** What ends a postmaster when this process is killed. `release` lets go of it without ending it. */
export type Keeper = { pid: number | undefined; release(): void }

/**
 * Starts a tiny process that ends the postmaster `pid` cleanly as soon as this process is gone, however it went.
 * A keeper that is itself killed is replaced at once.
 */
export function keep(postmaster: { pid: number; cluster: string; pgCtl: string; user?: EngineUser }): Keeper {
  const { pid, cluster, pgCtl, user } = postmaster
  const [program, ...words] =
    process.platform === 'win32'
      ? [process.execPath, '-e', WINDOWS_KEEPER, pgCtl, cluster]
      : ['/bin/sh', '-c', POSIX_KEEPER, 'leadline-keeper', String(pid)]
  let released = false
  let child = start()

  function start() {
    const keeper = spawn(program, words, {
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
      cwd: '/',
      env: processEnvironment(),
      stdio: ['pipe', 'ignore', 'ignore'],
      // Its own process group: Ctrl-C in the terminal is for the application, which then stops us in order.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    keeper.stdin.on('error', () => {})
    keeper.once('error', () => {})
    keeper.once('exit', () => {
      if (!released) child = start()
    })
    return keeper
  }

  return {
    get pid() {
      return child.pid
    },
    release() {
      released = true
      child.stdin.end('released\n')
    },
  }
}
