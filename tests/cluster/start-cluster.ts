import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { giveTo } from '#server/platform/engine/engine-user.ts'
import { waitFor } from '#support/eventually.ts'
import { freePorts } from '#support/free-port.ts'
import { startTcpProxy, type TcpProxy } from '#support/tcp-proxy.ts'
import { type GuardedFolder, guardedFolder, type Program } from './guarded-folder.ts'

/** A database server of the cluster; everything that reaches it, and everything by which it reaches etcd, can be cut. */
export type DatabaseNode = {
  name: string
  /** Patroni's own address, past the wires. */
  restUrl: string
  /** The server's own address as its superuser, past the wires. */
  superuserUrl: string
  wires: TcpProxy[]
  start(): void
  /** Ends Patroni and PostgreSQL as a power cut would. */
  kill(): Promise<void>
  freeze(): void
  thaw(): void
}

/** A member as Patroni lists it. */
export type Member = { name: string; role: string; state: string; lag?: number | string }

/** Three PostgreSQL servers under Patroni with etcd, behind HAProxy, and PgBouncer before that. */
export type Cluster = {
  folder: GuardedFolder
  nodes: DatabaseNode[]
  /** Leads to whichever server takes writes. */
  primaryUrl: string
  pooledUrl: string
  replicaUrl: string
  /** What the first node that answers knows; empty where none does. */
  members(): Promise<Member[]>
  /** The node that leads now. */
  leader(): Promise<DatabaseNode>
  /** Waits until all three are at work, one of them with everything that is acknowledged. */
  whole(patienceMs?: number): Promise<void>
  end(): Promise<void>
}

const PASSWORD = 'a password for tests'
const deployed = (file: string) => fileURLToPath(new URL(`../../deploy/cluster/${file}`, import.meta.url))

/** Starts the cluster of deploy/cluster on free ports of 127.0.0.1. `programs` is where PostgreSQL's programs are. */
export async function startCluster(programs: string): Promise<Cluster> {
  const folder = guardedFolder()
  try {
    return await startIn(folder, programs)
  } catch (error) {
    await folder.end()
    throw error
  }
}

async function startIn(folder: GuardedFolder, programs: string): Promise<Cluster> {
  const [etcdPort = 0, peerPort = 0, primaryPort = 0, replicaPort = 0, poolPort = 0, ...nodePorts] =
    await freePorts(11)
  const at = (port: number) => `127.0.0.1:${port}`
  const config = configFolder(folder, { primaryPort, poolPort })

  folder.run('etcd', [
    'etcd',
    ...['--name', 'etcd1', '--data-dir', join(folder.make('etcd'), 'data'), '--logger', 'zap', '--enable-v2'],
    ...[
      '--listen-client-urls',
      `http://${at(etcdPort)}`,
      '--advertise-client-urls',
      `http://${at(etcdPort)}`,
    ],
    ...[
      '--listen-peer-urls',
      `http://${at(peerPort)}`,
      '--initial-advertise-peer-urls',
      `http://${at(peerPort)}`,
    ],
    ...['--initial-cluster', `etcd1=http://${at(peerPort)}`],
  ])
  await answers(`http://${at(etcdPort)}/health`, () => folder.logOf('etcd'))

  const nodes: DatabaseNode[] = []
  const wires: TcpProxy[] = []
  const checks: Record<string, string> = {}
  for (const index of [0, 1, 2]) {
    const name = `db${index + 1}`
    const [postgresPort = 0, restPort = 0] = nodePorts.slice(2 * index)
    const [postgres, rest, etcd] = [
      await startTcpProxy(() => ({ host: '127.0.0.1', port: postgresPort })),
      await startTcpProxy(() => ({ host: '127.0.0.1', port: restPort })),
      await startTcpProxy(() => ({ host: '127.0.0.1', port: etcdPort })),
    ]
    wires.push(postgres, rest, etcd)
    Object.assign(checks, {
      [name.toUpperCase()]: at(postgres.port),
      [`${name.toUpperCase()}_CHECK`]: '127.0.0.1',
      [`${name.toUpperCase()}_CHECK_PORT`]: String(rest.port),
    })
    const environment = {
      PATRONI_NAME: name,
      PATRONI_ETCD_HOSTS: at(etcd.port),
      // Without this Patroni would ask etcd for its address, and go past the wire.
      PATRONI_ETCD_USE_PROXIES: 'true',
      PATRONI_RESTAPI_LISTEN: at(restPort),
      PATRONI_RESTAPI_CONNECT_ADDRESS: at(rest.port),
      PATRONI_POSTGRESQL_LISTEN: at(postgresPort),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(postgres.port),
      PATRONI_POSTGRESQL_DATA_DIR: join(folder.make(name), 'data'),
      PATRONI_POSTGRESQL_PGPASS: join(folder.make(name), 'pgpass'),
      PATRONI_POSTGRESQL_BIN_DIR: programs,
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      LEADLINE_PASSWORD: PASSWORD,
    }
    nodes.push(
      databaseNode(folder, {
        name,
        restUrl: `http://${at(restPort)}`,
        superuserUrl: `postgres://postgres:${encodeURIComponent(PASSWORD)}@${at(postgresPort)}/postgres`,
        wires: [postgres, rest, etcd],
        command: ['patroni', join(config, 'patroni.yml')],
        environment,
      }),
    )
  }
  for (const node of nodes) node.start()
  folder.run('haproxy', ['haproxy', '-db', '-f', join(config, 'haproxy.cfg')], {
    environment: { ...checks, BIND_PRIMARY: at(primaryPort), BIND_REPLICAS: at(replicaPort) },
  })
  folder.run('pgbouncer', ['pgbouncer', join(config, 'pgbouncer.ini')])

  const urlAt = (port: number) => `postgres://leadline:${encodeURIComponent(PASSWORD)}@${at(port)}/leadline`
  const members = async () => {
    const lists = await Promise.all(nodes.map(membersKnownTo))
    return lists.find((list) => list.some(({ role }) => role === 'leader')) ?? []
  }
  const cluster: Cluster = {
    folder,
    nodes,
    primaryUrl: urlAt(primaryPort),
    pooledUrl: urlAt(poolPort),
    replicaUrl: urlAt(replicaPort),
    members,
    leader: () =>
      waitFor('a leader', async () => {
        const leading = (await members()).find(({ role }) => role === 'leader')
        return nodes.find(({ name }) => name === leading?.name)
      }),
    whole: async (patienceMs = 120_000) => {
      await waitFor(
        'all three servers at work',
        async () => isWhole(await members()) && (await follow(nodes, await members())),
        patienceMs,
      ).catch(async (error: unknown) => {
        const known = await members()
        const lacking = nodes.filter(({ name }) => !known.some((one) => one.name === name))
        const state = [
          ...known.map(({ name, role, state, lag }) => [name, role, state, lag ?? ''].join(' ').trim()),
          ...lacking.map(({ name }) => `${name} unknown`),
        ].join(', ')
        const logs = nodes.map(({ name }) => `${name}: ${folder.logOf(name).slice(-3000)}`).join('\n')
        throw new Error(`${error}: ${state}\n${logs}`)
      })
      await waitFor('the primary through HAProxy', () => takesWrites(urlAt(primaryPort)))
    },
    async end() {
      await folder.end()
      for (const wire of wires) await wire.stop()
    },
  }
  await cluster.whole()
  await waitFor('the primary through PgBouncer', () => takesWrites(urlAt(poolPort)))
  return cluster
}

/** The files of deploy/cluster with this run's places in them; what can come from variables does. */
function configFolder(
  folder: GuardedFolder,
  { primaryPort, poolPort }: { primaryPort: number; poolPort: number },
): string {
  const config = folder.make('config')
  const filled = {
    'patroni.yml': { '/etc/leadline/make-role.sh': join(config, 'make-role.sh') },
    'haproxy.cfg': {},
    'pgbouncer.ini': {
      'host=haproxy port=5432': `host=127.0.0.1 port=${primaryPort}`,
      'listen_addr = 0.0.0.0': 'listen_addr = 127.0.0.1',
      'listen_port = 6432': `listen_port = ${poolPort}`,
      '/run/pgbouncer/userlist.txt': join(config, 'userlist.txt'),
    },
  }
  for (const [file, places] of Object.entries(filled)) {
    let text = readFileSync(deployed(file), 'utf8')
    for (const [from, to] of Object.entries(places)) {
      if (!text.includes(from)) throw new Error(`deploy/cluster/${file} no longer says ${from}`)
      text = text.replaceAll(from, to)
    }
    writeFileSync(join(config, file), text)
    giveTo(folder.user, join(config, file), 0o600)
  }
  copyFileSync(deployed('make-role.sh'), join(config, 'make-role.sh'))
  giveTo(folder.user, join(config, 'make-role.sh'), 0o700)
  writeFileSync(join(config, 'userlist.txt'), `"leadline" "${PASSWORD}"\n`)
  giveTo(folder.user, join(config, 'userlist.txt'), 0o600)
  return config
}

function databaseNode(
  folder: GuardedFolder,
  parts: Pick<DatabaseNode, 'name' | 'restUrl' | 'superuserUrl' | 'wires'> & {
    command: string[]
    environment: NodeJS.ProcessEnv
  },
): DatabaseNode {
  const { command, environment, ...node } = parts
  let patroni: Program | undefined
  const signal = (name: NodeJS.Signals) => {
    for (const id of folder.processesOf(node.name))
      try {
        process.kill(id, name)
      } catch (error) {
        // One that has ended by itself since it was listed.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
      }
  }
  return {
    ...node,
    start() {
      patroni = folder.run(node.name, command, { environment })
    },
    async kill() {
      patroni?.child.kill('SIGKILL')
      await waitFor(`no process left of ${node.name}`, () => {
        signal('SIGKILL')
        return folder.processesOf(node.name).length === 0
      })
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
}

async function membersKnownTo({ restUrl }: DatabaseNode): Promise<Member[]> {
  try {
    const response = await fetch(`${restUrl}/cluster`, { signal: AbortSignal.timeout(1000) })
    return ((await response.json()) as { members: Member[] }).members
  } catch {
    return []
  }
}

const isWhole = (members: Member[]) =>
  members.filter(({ role }) => role === 'leader').length === 1 &&
  members.filter(({ role }) => role === 'sync_standby').length === 1 &&
  members.filter(({ state }) => state === 'running' || state === 'streaming').length === 3

/** Whether two servers receive what the leader writes: of one that stands still Patroni may know nothing yet. */
async function follow(nodes: DatabaseNode[], members: Member[]): Promise<boolean> {
  const leading = members.find(({ role }) => role === 'leader')
  const leader = nodes.find(({ name }) => name === leading?.name)
  const client = new pg.Client({
    connectionString: leader?.superuserUrl,
    connectionTimeoutMillis: 2000,
    query_timeout: 3000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ application_name: string; sync_state: string }>(
      `select application_name, sync_state from pg_stat_replication where state = 'streaming'`,
    )
    const followers = new Set(rows.map(({ application_name }) => application_name))
    return followers.size === 2 && rows.some(({ sync_state }) => sync_state === 'sync')
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}

/** Whether a write there is acknowledged within some seconds; a number of the database's own is used up. */
async function takesWrites(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000, query_timeout: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('create table if not exists cluster_is_up (); drop table cluster_is_up')
    return true
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}

const answers = (url: string, log: () => string) =>
  waitFor(url, async () => (await fetch(url).catch(() => null))?.ok).catch((error: unknown) => {
    throw new Error(`${error}: ${log()}`)
  })
