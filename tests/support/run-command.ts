import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What a command of the product printed, both streams, and how it ended. */
export type CommandEnd = { how: string; output: string }

/**
 * Starts a command of `src/server`, or with `main` the product itself, with only the given environment. One that is
 * `onFullDisk` can make files and put nothing into them.
 */
export function startCommand(
  command:
    | 'backup'
    | 'backup-fetch'
    | 'backup-verify'
    | 'restore'
    | 'owner-password'
    | 'verify-reports'
    | 'main',
  words: string[],
  environment: Record<string, string>,
  { onFullDisk = false } = {},
): { child: ChildProcess; ended: Promise<CommandEnd> } {
  const name = command === 'main' ? command : `${command}-command`
  const script = fileURLToPath(new URL(`../../src/server/${name}.ts`, import.meta.url))
  const call = [process.execPath, script, ...words]
  const [program = '', ...rest] = onFullDisk ? ['sh', '-c', 'ulimit -f 0 && exec "$@"', 'sh', ...call] : call
  const child = spawn(program, rest, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = new Promise<CommandEnd>((resolve) => {
    child.once('close', (code, signal) => resolve({ how: signal ?? `exit code ${code}`, output }))
  })
  return { child, ended }
}

/** Runs a command to its end. */
export const runCommand = (...call: Parameters<typeof startCommand>): Promise<CommandEnd> =>
  startCommand(...call).ended
