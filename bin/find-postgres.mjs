import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root } from './run.mjs'

const OLDEST = 15

/** The folder with the programs of the newest PostgreSQL server (15 or later) on this machine, or undefined. */
export function findPostgres() {
  const folders = [
    ...below('/usr/lib/postgresql', (name) => `${name}/bin`),
    ...below('/opt/homebrew/opt', (name) => (name.startsWith('postgresql') ? `${name}/bin` : undefined)),
    ...below('/usr/local/opt', (name) => (name.startsWith('postgresql') ? `${name}/bin` : undefined)),
    ...below('/Applications/Postgres.app/Contents/Versions', (name) => `${name}/bin`),
    spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim(),
  ]
  return folders
    .filter((folder) => folder && existsSync(join(folder, 'initdb')))
    .map((folder) => ({ folder, version: versionIn(folder) }))
    .filter(({ version }) => version >= OLDEST)
    .sort((a, b) => b.version - a.version)[0]?.folder
}

/** The folder with the programs of the PostgreSQL that comes along, where the account that runs it can reach them. */
export function embeddedPostgres() {
  const found = spawnSync(pinnedNode(), ['--input-type=module', '-e', EMBEDDED], {
    cwd: root,
    encoding: 'utf8',
  })
  const folder = found.stdout?.trim()
  if (!folder) throw new Error(`No PostgreSQL can be started here: ${found.stderr?.trim()}`)
  return folder
}

// The server's own way to find it, which is not written for the Node that npm may run on.
const EMBEDDED = `
import { dirname } from 'node:path'
const { findBinaries } = await import('#server/platform/engine/find-binaries.ts')
const { engineUser } = await import('#server/platform/engine/engine-user.ts')
console.log(dirname(findBinaries(engineUser('/none'), console.error).initdb))`

function below(folder, programsOf) {
  if (!existsSync(folder)) return []
  const inside = readdirSync(folder).map(programsOf)
  return inside.filter(Boolean).map((path) => join(folder, path))
}

function versionIn(folder) {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}
