import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The package that holds the pinned Node for this machine: the lock file knows it by its hash, and nothing is fetched later. */
export const nodePackage = (() => {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const prefix = system === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return `node_modules/${prefix}-${system}-${process.arch}`
})()

/** The pinned Node that runs the server and the tools, wherever npm itself runs. Throws a sentence when it is missing. */
export function pinnedNode() {
  const pinned = join(root, nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(pinned)) return pinned
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  throw new Error(
    `No Node 24 is included for ${process.platform}-${process.arch}: start with a Node of version 24 or newer.`,
  )
}

/** Runs a program to its end with our output as its own; returns its exit code. */
export function run(program, words, { environment = {}, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell,
    })
    child.once('error', (problem) => {
      console.error(problem.message)
      resolve(127)
    })
    child.once('close', (code, signal) => resolve(exitCode(code, signal)))
  })
}

/** Runs a script from node_modules on the pinned Node; returns its exit code. */
export function runTool(script, words, environment = {}) {
  return run(pinnedNode(), [join(root, 'node_modules', script), ...words], { environment })
}

/** The exit code that a shell reports for a process that ended with a code or by a signal. */
export function exitCode(code, signal) {
  return signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1)
}
