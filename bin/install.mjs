import { existsSync, lstatSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { nodePackage, root, run } from './run.mjs'

/**
 * True when node_modules holds what package-lock.json asks for: npm leaves its own list there at the end of each
 * install. Packages for other platforms may be missing; those for development only unless `withTools`.
 */
export function isInstalled(withTools) {
  const wanted = readPackages('package-lock.json')
  const present = readPackages('node_modules/.package-lock.json')
  return Object.entries(wanted).every(([path, { version, optional, devOptional, dev }]) => {
    if (path === '') return true
    // Where this machine has one of its own, the server runs on nothing else.
    if (!present[path] && path === nodePackage) return false
    if (!present[path]) return Boolean(optional || devOptional || (dev && !withTools))
    return present[path].version === version
  })
}

/** Installs exactly what package-lock.json says. Throws a sentence when npm fails. */
export async function install(withTools) {
  const packages = join(root, 'node_modules')
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm ci would empty the folder behind the link, from which another server may run, and take the link away itself.
    console.log('node_modules is a link: it is taken away, and what it leads to stays as it is.')
    unlinkSync(packages)
  }
  console.log('Installing packages (npm ci), a minute or so the first time…')
  // npm itself may run on an older Node than the packages ask for; they run on the pinned one.
  const words = ['ci', '--loglevel=error', '--no-audit', '--no-fund', ...(withTools ? ['--include=dev'] : [])]
  const npm = process.env.npm_execpath
  const code = npm
    ? await run(process.execPath, [npm, ...words])
    : await run('npm', words, { shell: process.platform === 'win32' })
  if (code !== 0) throw new Error('npm ci failed; the reason is above.')
}

function readPackages(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}
