import type { Database, Queryable } from '#server/platform/database.ts'
import { withinDeadline } from '#server/platform/deadline.ts'
import { withLockLimit } from '#server/platform/lock-limit.ts'
import { type ReplicaWatch, replicaStates } from '#server/platform/replica/watch-replica.ts'
import { type Queues, readJobs, readQueues } from './read-queues.ts'
import { readSizes } from './store.ts'
import { type Family, writeFamily } from './text-format.ts'
import type { SeenDisk } from './watch-disks.ts'

const ANSWER_WITHIN_MS = 1500
const KEPT_MS = 5000
const LOCKED_AT_MOST_MS = 1000

const gauge = (name: string, help: string, samples: Family['samples']): Family => ({
  name,
  help,
  type: 'gauge',
  samples,
})

/**
 * Writes what the database and the disks say, for Prometheus. Several who scrape share one look at the database; while
 * it does not answer only `leadline_database_up 0` is written of it.
 */
export function databaseMetrics(database: Database, now: () => Date): () => Promise<string> {
  let kept: { at: number; text: Promise<string> } | undefined

  async function look(): Promise<string> {
    const read = <T>(one: (transaction: Queryable) => Promise<T>) =>
      withLockLimit(database, LOCKED_AT_MOST_MS, one)
    const [queues, jobs, sizes] = await Promise.all([
      read(readQueues),
      read(readJobs),
      read((transaction) => readSizes(transaction, now())),
    ])
    const families = [
      gauge('leadline_database_up', 'Whether the database answers.', [{ value: 1 }]),
      ...familiesOf(queues, now()),
      gauge(
        'leadline_jobs',
        'Jobs of the queue by kind and state.',
        jobs.flatMap(({ name, waiting, retrying, active }) =>
          Object.entries({ waiting, retrying, active }).map(([state, value]) => ({
            labels: { job: name, state },
            value,
          })),
        ),
      ),
      gauge('leadline_database_size_bytes', 'Size of the database.', [{ value: sizes.bytes }]),
      gauge('leadline_page_views', 'Page views kept, estimated.', [{ value: sizes.pageViews }]),
    ]
    return families.map(writeFamily).join('')
  }

  return async () => {
    if (!kept || performance.now() - kept.at > KEPT_MS) kept = { at: performance.now(), text: look() }
    try {
      return await withinDeadline(ANSWER_WITHIN_MS, kept.text)
    } catch {
      kept = undefined
      return writeFamily(gauge('leadline_database_up', 'Whether the database answers.', [{ value: 0 }]))
    }
  }
}

function familiesOf({ uncounted, oldestUncountedAt, setAside, work }: Queues, now: Date): Family[] {
  const age =
    oldestUncountedAt === null ? 0 : Math.max(0, (now.getTime() - oldestUncountedAt.getTime()) / 1000)
  const of = (kind: string) =>
    work.filter((one) => one.kind === kind).map(({ state, count }) => ({ labels: { state }, value: count }))
  return [
    gauge('leadline_uncounted_events', 'Stored page views and captures that wait to be counted.', [
      { value: uncounted },
    ]),
    gauge(
      'leadline_uncounted_oldest_seconds',
      'How long the oldest of them has waited: the lag of counting.',
      [{ value: age }],
    ),
    gauge('leadline_set_aside_events', 'Events that could not be counted.', [{ value: setAside }]),
    gauge('leadline_crm_deliveries', 'Leads that the CRM has yet to take, by state.', of('crm')),
    gauge('leadline_crm_tags', 'Tags that the CRM has yet to take, by state.', of('tag')),
    gauge('leadline_ad_events', 'Events that the advert account has yet to take, by state.', of('advert')),
    gauge('leadline_mails', 'Mails to people that are not sent, by state.', of('mail')),
    gauge('leadline_alerts', 'Alerts to the owner that are not sent, by state.', of('alert')),
    gauge(
      'leadline_webhook_deliveries',
      'What vendors delivered and is not worked off, by state.',
      of('webhook'),
    ),
    gauge('leadline_voice_calls', 'Calls by the voice agent that were not placed, by state.', of('call')),
  ]
}

/** Writes the room on the disks, for Prometheus. */
export const diskMetrics = (disks: SeenDisk[]): string =>
  [
    gauge(
      'leadline_disk_free_bytes',
      'Room on the disk of a folder.',
      disks.map(({ place, free }) => ({ labels: { place }, value: free })),
    ),
    gauge(
      'leadline_disk_size_bytes',
      'Size of the disk of a folder.',
      disks.map(({ place, total }) => ({ labels: { place }, value: total })),
    ),
    gauge(
      'leadline_disk_full',
      'Whether nothing new is taken because the disk is full.',
      disks.map(({ place, state }) => ({ labels: { place }, value: state === 'full' ? 1 : 0 })),
    ),
  ]
    .map(writeFamily)
    .join('')

/** Writes how the replica is that the dashboard reads, for Prometheus; nothing where there is none. */
export function replicaMetrics(replica: ReplicaWatch | undefined): string {
  if (!replica) return ''
  const age = replica.ageMs()
  return [
    gauge('leadline_replica_read', 'Whether the dashboard reads from the replica.', [
      { value: replica.isReadable() ? 1 : 0 },
    ]),
    gauge(
      'leadline_replica_state',
      'How the replica is: 1 for the state it is in.',
      replicaStates.map((state) => ({ labels: { state }, value: replica.state() === state ? 1 : 0 })),
    ),
    gauge(
      'leadline_replica_age_seconds',
      'How old what the replica shows is.',
      age === null ? [] : [{ value: age / 1000 }],
    ),
  ]
    .map(writeFamily)
    .join('')
}
