import { isDeepStrictEqual } from 'node:util'
import { CompiledQuery, sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Queryable } from './database.ts'
import { allowLateErrors } from './late-errors.ts'
import { isUnavailable } from './unavailable.ts'

/** What to do for one job. Throwing means: try again later, with growing pauses. */
export type JobHandler = (data: JobData) => Promise<void>

/** What a job is told. */
export type JobData = Record<string, unknown>

/** Durable jobs in the same database: sent inside a transaction, they exist exactly when it commits. */
export type Queue = {
  /** Sends a job, or one for each of several data, due at once or `afterSeconds` later. */
  send(transaction: Queryable, name: string, data: JobData | JobData[], afterSeconds?: number): Promise<void>
  /** Makes jobs of one kind due at once that wait for their time or their next try. */
  hurry(transaction: Queryable, name: string, isMeant: (data: JobData) => boolean): Promise<void>
  /** The same for all of a kind, however many they are. */
  hurryAll(transaction: Queryable, name: string): Promise<void>
  /** Starts working off one kind of job in this process; returns what ends that, and lets what is under way finish. */
  work(name: string, handler: JobHandler): Promise<() => Promise<void>>
  stop(): Promise<void>
}

const TEN_YEARS = 315_360_000
const HOUR = 3600
const POLL_SECONDS = 2
const NOBODYS_JOB = '00000000-0000-0000-0000-000000000000'
// On a connection that the network lost a worker would wait for ever; none of the queue's own statements takes that long.
const lostWithoutAWord = { keepAlive: true, query_timeout: 120_000 }

/**
 * Opens the queue and makes sure that every named kind of job exists. Pauses double from 5 seconds to an
 * hour; with 100 tries they outlast the 72 hours after which a handler parks its work by itself. A job whose
 * process was killed is taken up again once its heartbeat is missed.
 */
export async function openQueue(options: {
  connection: PoolConfig
  names: string[]
  onProblem(error: unknown): void
  retryDelaySeconds?: number
  /** The longest pause of kinds of jobs whose time is short; an hour for all others. */
  longestPauses?: Record<string, number>
  /** How often is looked for jobs whose time has come; those due at once are told of. Half a second or more. */
  pollSeconds?: number
}): Promise<Queue> {
  const pollingIntervalSeconds = options.pollSeconds ?? POLL_SECONDS
  const boss = new PgBoss({
    ...bossConnection(options.connection),
    ...lostWithoutAWord,
    max: 4,
    schema: 'jobs',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    warningQueueSize: 1_000_000,
  })
  allowLateErrors()
  let isStopping = false
  boss.on('error', (error) => {
    // Its connections are on their way out, and may be lost in any order.
    if (!(isStopping && isUnavailable(error))) options.onProblem(error)
  })
  await boss.start()
  const known = new Map((await boss.getQueues(options.names)).map((queue) => [queue.name, queue]))
  for (const name of options.names) {
    const settings = {
      notify: true,
      retryLimit: 100,
      retryDelay: options.retryDelaySeconds ?? 5,
      retryBackoff: true,
      retryDelayMax: options.longestPauses?.[name] ?? HOUR,
      expireInSeconds: 120,
      heartbeatSeconds: 10,
      retentionSeconds: TEN_YEARS,
      deleteAfterSeconds: 24 * HOUR,
    }
    // Each takes a lock of all processes: a start that finds everything as it should be leaves the others alone.
    const before = known.get(name)
    if (!before || !isDeepStrictEqual({ ...before, ...settings }, before)) {
      await boss.createQueue(name, settings)
      await boss.updateQueue(name, settings)
    }
    // Has pg-boss learn what it needs to send one: by itself it would ask that of its own connection amid the first sender's
    // transaction, which fails where that connection does.
    await boss.findJobs(name, { id: NOBODYS_JOB })
  }
  const dbOf = (transaction: Queryable) => ({
    executeSql: (text: string, values?: unknown[]) => run(transaction, text, values),
  })
  return {
    async send(transaction, name, data, afterSeconds) {
      const jobs = [data]
        .flat()
        .map((one) => ({ data: one, ...(afterSeconds && { startAfter: afterSeconds }) }))
      if (jobs.length > 0) await boss.insert(name, jobs, { db: dbOf(transaction) })
    },
    async hurry(transaction, name, isMeant) {
      const db = dbOf(transaction)
      const queued = await boss.findJobs<JobData>(name, { queued: true, db })
      for (const { id, data } of queued)
        if (isMeant(data)) await boss.update(name, undefined, { id, startAfter: 0, db })
    },
    async hurryAll(transaction, name) {
      // One statement: thousands may wait, and whoever hurries them is waiting, too.
      await sql`update jobs.job set start_after = now()
        where name = ${name} and state in ('created', 'retry') and start_after > now()`.execute(transaction)
    },
    async work(name, handler) {
      let worker: string | undefined
      worker = await boss.work<JobData>(
        name,
        { pollingIntervalSeconds, notifyPollingIntervalSeconds: pollingIntervalSeconds, batchSize: 1 },
        async (jobs) => {
          // Where one job was there may be more: without this a backlog is worked off one job per poll.
          if (worker) boss.notifyWorker(worker)
          for (const job of jobs) await handler(job.data)
        },
      )
      const id = worker
      return () => boss.offWork(name, { id, wait: false })
    },
    async stop() {
      isStopping = true
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

async function run(transaction: Queryable, text: string, values: unknown[] | undefined) {
  const { rows } = await transaction.executeQuery(CompiledQuery.raw(text, values ?? []))
  return { rows }
}

function bossConnection(connection: PoolConfig) {
  const { connectionString, host, port, user, password, database } = connection
  if (connectionString) return { connectionString }
  return {
    ...(host ? { host } : {}),
    ...(port ? { port } : {}),
    ...(user ? { user } : {}),
    ...(typeof password === 'string' ? { password } : {}),
    ...(database ? { database } : {}),
  }
}
