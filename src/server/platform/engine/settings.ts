import { totalmem } from 'node:os'

/** The role that owns the embedded database. */
export const ROLE = 'leadline'

/** The embedded database's name. */
export const DATABASE = 'leadline'

const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  huge_pages: 'off',
  max_connections: '60',
  work_mem: '8MB',
  maintenance_work_mem: '48MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  wal_buffers: '4MB',
  min_wal_size: '64MB',
  max_wal_size: '512MB',
  wal_compression: 'on',

  // One coach's server: few helpers, so that idle memory stays small. Reading is done by each backend itself.
  io_method: 'sync',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '2',
  autovacuum_naptime: '30s',
  max_wal_senders: '0',
  max_replication_slots: '0',
  max_logical_replication_workers: '0',

  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',

  // Names, emails and phones must not reach the log. `log` leaves out WARNING and ERROR, whose sentences quote
  // values; the application gets those anyway. Terse leaves out the details, which quote rows and statements.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  log_line_prefix: '%m [%p] ',
  logging_collector: 'off',
  log_destination: 'stderr',
}

const MB = 2 ** 20
const LEAST_CACHE_MB = 64
const MOST_CACHE_MB = 512

/**
 * How many MB of tables and indexes PostgreSQL keeps to itself on a machine with so many bytes of memory: a sixteenth, from 64
 * to 512. Reading a page from there is several times quicker than from the file system's cache, which has the rest.
 */
export const cacheMegabytes = (memory: number): number =>
  Math.min(Math.max(Math.floor(memory / 16 / MB), LEAST_CACHE_MB), MOST_CACHE_MB)

/** The memory that this process and those it starts may use, in bytes: the machine's, or less in a container that is bounded. */
function usableMemory(): number {
  const bound = process.constrainedMemory()
  return bound > 0 ? Math.min(bound, totalmem()) : totalmem()
}

/** PostgreSQL's command-line arguments for the given cluster and address; `extra` settings win over ours. */
export function postgresArguments(
  cluster: string,
  address: { port: number; socketFolder: string | undefined },
  extra: Record<string, string> = {},
): string[] {
  const listening = {
    port: String(address.port),
    listen_addresses: address.socketFolder ? '' : '127.0.0.1',
    unix_socket_directories: address.socketFolder ?? '',
    unix_socket_permissions: '0700',
  }
  const shared_buffers = `${cacheMegabytes(usableMemory())}MB`
  const settings = Object.entries({ ...SETTINGS, shared_buffers, ...listening, ...extra })
  return ['-D', cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/**
 * The environment of PostgreSQL's programs: nothing of ours, neither secrets nor the PG* variables that would
 * change its behaviour. Windows programs need their system's variables and inherit.
 */
export function processEnvironment(): Record<string, string> | undefined {
  return process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
