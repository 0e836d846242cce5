import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

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

function below(folder, programsOf) {
  if (!existsSync(folder)) return []
  const inside = readdirSync(folder).map(programsOf)
  return inside.filter(Boolean).map((path) => join(folder, path))
}

function versionIn(folder) {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}
