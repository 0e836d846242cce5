import { existsSync } from 'node:fs'
import { join } from 'node:path'

// Where Debian puts what only an administrator calls.
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin']

const packages = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy', pgbouncer: 'pgbouncer', psql: 'postgresql' }

/** The Debian packages of which a program is missing on this machine. */
export const missingPackages = (): string[] => [
  ...Object.entries(packages).flatMap(([program, name]) =>
    FOLDERS.some((folder) => existsSync(join(folder, program))) ? [] : [name],
  ),
  ...(existsSync('/usr/lib/python3/dist-packages/etcd') ? [] : ['python3-etcd']),
]
