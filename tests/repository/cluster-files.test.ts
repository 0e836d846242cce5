import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.enum(['leadline', 'leadline-cluster']),
      environment: z.record(z.string(), z.string()).default({}),
      depends_on: z.array(z.string()).default([]),
      volumes: z.array(z.string()).default([]),
      ports: z.array(z.string()).default([]),
      command: z.array(z.string()).default([]),
      shm_size: z.string().optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
})
const { services, volumes } = Compose.parse(parse(read('deploy/cluster/compose.yaml'), { merge: true }))
const variablesOf = (name: string) => Object.keys(services[name]?.environment ?? {})

describe('deploy/cluster', () => {
  it('names services and volumes that are there, and opens the product to this machine alone', () => {
    for (const [name, { depends_on, volumes: mounted, ports }] of Object.entries(services)) {
      for (const other of depends_on) expect(services, name).toHaveProperty(other)
      for (const mount of mounted) expect(volumes, name).toHaveProperty(mount.split(':')[0] ?? '')
      for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/)
    }
  })

  it('gives the product variables that it reads', () => {
    const known = new Set([...read('.env.example').matchAll(/^# ?([A-Z_]+)=/gm)].map(([, name]) => name))
    expect(variablesOf('web1').filter((name) => !known.has(name))).toEqual([])
    expect(services.web2?.environment).toEqual(services.web1?.environment)
  })

  it('gives whoever runs PostgreSQL, a trial of a backup included, more shared memory than the 64 MB of a container', () => {
    for (const name of ['db1', 'db2', 'db3', 'web1', 'web2'])
      expect(services[name]?.shm_size, name).toBe('256m')
  })

  it('tells each database server its own name and addresses, and HAProxy those of all', () => {
    for (const name of ['db1', 'db2', 'db3']) {
      const environment = services[name]?.environment ?? {}
      expect(environment).toMatchObject({
        PATRONI_NAME: name,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${name}:8008`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${name}:5432`,
      })
      expect(services.haproxy?.environment).toMatchObject({ [name.toUpperCase()]: `${name}:5432` })
    }
    const asked = [...read('deploy/cluster/haproxy.cfg').matchAll(/\$\{([A-Z0-9_]+)\}/g)].map(
      ([, name]) => name,
    )
    expect(new Set(variablesOf('haproxy'))).toEqual(new Set(asked))
  })

  it('acknowledges nothing that is on one server only', () => {
    const { bootstrap } = parse(read('deploy/cluster/patroni.yml'))
    expect(bootstrap.dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
    const { ttl, loop_wait, retry_timeout } = bootstrap.dcs
    // Patroni asks for it: else a leader could lose its place while it is well.
    expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
    expect(bootstrap.post_init).toBe('/etc/leadline/make-role.sh')
  })

  it('lets no server lead that another has replaced while it stood still', () => {
    // By the newer protocol Patroni 3.0 takes the lead back without a look when it wakes.
    expect(variablesOf('db1')).toContain('PATRONI_ETCD_HOSTS')
    expect(variablesOf('db1')).not.toContain('PATRONI_ETCD3_HOSTS')
    expect(services.etcd?.command).toContain('--enable-v2')
  })

  it('is made of the packages that the tests run', () => {
    const installed = read('deploy/cluster/Dockerfile')
    const tried = read('.ci/run')
    for (const name of ['etcd-server', 'haproxy', 'patroni', 'pgbouncer', 'postgresql', 'python3-etcd']) {
      expect(installed).toContain(name)
      expect(tried).toContain(name)
    }
  })

  it('limits the role as docs/install.md says that a pooler needs it', () => {
    const [, asked = ''] = /connect_query='([^']+)'/.exec(read('docs/install.md')) ?? []
    const limits = [...asked.matchAll(/set (\w+) = (\d+)000(?:;|$)/g)].map(
      ([, name, s]) => `${name} = '${s}s'`,
    )
    expect(limits).toHaveLength(2)
    expect(asked.endsWith('; set jit = off')).toBe(true)
    const given = [...read('deploy/cluster/make-role.sh').matchAll(/^alter role leadline set (.+);$/gm)]
    expect(given.map(([, setting]) => setting)).toEqual([...limits, 'jit = off'])
  })

  it('has a script that a plain shell can read', () => {
    expect(spawnSync('sh', ['-n', `${root}deploy/cluster/make-role.sh`]).status).toBe(0)
  })

  it.skipIf(!existsSync('/usr/sbin/haproxy'))('has a configuration that HAProxy takes', () => {
    const addresses = { DB1: '127.0.0.1:1', DB2: '127.0.0.1:2', DB3: '127.0.0.1:3' }
    const checks = Object.keys(addresses).flatMap((name) => [
      [`${name}_CHECK`, '127.0.0.1'],
      [`${name}_CHECK_PORT`, '8008'],
    ])
    const environment = { BIND_PRIMARY: '127.0.0.1:5432', BIND_REPLICAS: '127.0.0.1:5433', ...addresses }
    const { status, stderr } = spawnSync(
      '/usr/sbin/haproxy',
      ['-c', '-f', `${root}deploy/cluster/haproxy.cfg`],
      { env: { ...environment, ...Object.fromEntries(checks) }, encoding: 'utf8' },
    )
    expect(status, stderr).toBe(0)
  })
})
