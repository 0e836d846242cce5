import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

// Where Debian puts what only an administrator calls.
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin']

const POSTGRES = '/usr/lib/postgresql'

const packages = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
}

/** The Debian packages of which a program is missing on this machine. */
export const missingPackages = (): string[] => [
  ...Object.entries(packages).flatMap(([program, name]) =>
    FOLDERS.some((folder) => existsSync(join(folder, program))) ? [] : [name],
  ),
  ...(postgresPrograms() ? [] : ['postgresql']),
  ...(existsSync('/usr/lib/python3/dist-packages/etcd') ? [] : ['python3-etcd']),
]

/** The folder with the programs of the newest PostgreSQL that Debian has put on this machine. */
export function postgresPrograms(): string {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES) : []
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES, version, 'bin'))
    .filter((folder) => existsSync(join(folder, 'initdb')))
  return folders[0] ?? ''
}
