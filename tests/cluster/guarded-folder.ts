import { type ChildProcess, spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EngineUser, engineUser, giveTo } from '#server/platform/engine/engine-user.ts'

// Reads from a pipe that breaks off with our end or our death; then ends whatever works in the folder, also what stands
// still, and takes the folder away. Who starts another before it ends is found the next time round.
const GUARD = `
folder=$1
read -r word
for round in 1 2 3 4 5 6 7 8 9 10; do
  found=
  for place in /proc/[0-9]*/cwd; do
    case "$(readlink "$place" 2>/dev/null)" in
      "$folder"/*) process=\${place#/proc/}; kill -KILL "\${process%/cwd}" 2>/dev/null && found=1 ;;
    esac
  done
  [ -z "$found" ] && break
  sleep 0.2
done
rm -rf "$folder"`

/** A program that runs in a folder of its own, below the guarded one. */
export type Program = { child: ChildProcess; log(): string }

/** A temporary folder and the programs at work in it; all of them end when this process does, however that ends. */
export type GuardedFolder = {
  path: string
  /** The account without rights that programs run under; undefined: our own. */
  user: EngineUser | undefined
  /** Makes the folder of one program, which belongs to the account that programs run under. */
  make(name: string): string
  run(
    name: string,
    command: string[],
    options?: { environment?: NodeJS.ProcessEnv; isOurs?: boolean },
  ): Program
  /** The ids of all processes that work in the folder of one program. */
  processesOf(name: string): number[]
  /** Whether something under this name was started before. */
  logOf(name: string): string
  end(): Promise<void>
}

/** Makes a guarded folder. */
export function guardedFolder(): GuardedFolder {
  const user = engineUser('/none')
  const path = mkdtempSync(join(tmpdir(), 'leadline-cluster-'))
  giveTo(user, path, 0o755)
  const guard = spawn('/bin/sh', ['-c', GUARD, 'cluster-guard', path], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const guardEnded = new Promise<void>((resolve) => guard.once('exit', () => resolve()))
  const logFile = (name: string) => join(path, `${name}.log`)
  const logOf = (name: string) => (existsSync(logFile(name)) ? readFileSync(logFile(name), 'utf8') : '')
  const make = (name: string) => {
    const folder = join(path, name)
    if (!existsSync(folder)) {
      mkdirSync(folder)
      giveTo(user, folder, 0o700)
    }
    return folder
  }
  return {
    path,
    user,
    make,
    logOf,
    run(name, [program = '', ...words], { environment = {}, isOurs = false } = {}) {
      const child = spawn(program, words, {
        ...(isOurs || !user ? {} : { uid: user.uid, gid: user.gid }),
        cwd: make(name),
        env: {
          PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
          HOME: make(name),
          LC_ALL: 'C.UTF-8',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => appendFileSync(logFile(name), text))
      child.once('error', (error) => appendFileSync(logFile(name), `${error.message}\n`))
      return { child, log: () => logOf(name) }
    },
    processesOf: (name) =>
      readdirSync('/proc')
        .map(Number)
        .filter((process) => process > 0 && `${workingFolder(process)}/`.startsWith(`${join(path, name)}/`)),
    async end() {
      guard.stdin.end()
      await guardEnded
    },
  }
}

function workingFolder(process: number): string | undefined {
  try {
    return readlinkSync(`/proc/${process}/cwd`)
  } catch {
    return undefined
  }
}
