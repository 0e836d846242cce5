import { type BusyParts, readBusyTimesWhenDue } from './calendar/read-busy-times.ts'
import { startDailyComparison } from './capture/start-comparison.ts'
import { watchTroubles } from './connections/watch-troubles.ts'
import { startRollupWorker } from './counting/rollup-worker.ts'
import { filmFolder } from './films/film-folder.ts'
import { sweepFilms } from './films/sweep-films.ts'
import { type JobParts, startJobs } from './jobs.ts'
import { startMailWorker } from './mail/mail-worker.ts'
import { hurryMails } from './mail/store.ts'
import { makeMonthPartitions } from './platform/month-partitions.ts'
import type { Queue } from './platform/queue.ts'
import { forgetOldLimits } from './platform/rate-limit.ts'
import type { WorkLog } from './platform/work-log.ts'
import { alertDisks } from './status/alert-disks.ts'
import type { DiskWatch } from './status/watch-disks.ts'
import { watchPageViews } from './tagging/watch-page-views.ts'
import { viewsByMonth } from './tracking/store.ts'

/** How often this process looks for work that nobody sends it; tests shorten it. */
export type WorkerPaces = {
  /** For vendors in trouble. */
  watchTroublesEveryMs?: number
  /** For mails whose time has come. */
  sendMailsEveryMs?: number
  /** Whether the daily comparison with the CRM is due. */
  lookForComparisonEveryMs?: number
  /** For page views that earn tags. */
  lookForViewsEveryMs?: number
  /** Whether the coach's own calendar is to be read again. */
  lookForBusyTimesEveryMs?: number
  /** Whether page views need the partition of another month. */
  prepareMonthsEveryMs?: number
  /** For uploads that nobody goes on with. */
  sweepFilmsEveryMs?: number
  /** How much room the disks have. */
  watchDisksEveryMs?: number
}

type WorkerParts = JobParts & {
  connected: Parameters<typeof watchTroubles>[0]['connected']
  unsubscribeUrl(mailId: string): string
  onProblem(error: unknown): void
  calendar: BusyParts
  mediaDir: string
  work: WorkLog
  disks: DiskWatch
}

/** Starts all that works beside the app in this process; returns what stops each, in the order in which they started. */
export async function startWorkers(
  queue: Queue,
  parts: WorkerParts,
  paces: WorkerPaces,
): Promise<(() => Promise<void>)[]> {
  const { database, clock, crm, onProblem, disks } = parts
  const work = { ...parts, queue }
  await startJobs(queue, parts)
  const views = watchPageViews(work, paces.lookForViewsEveryMs)
  const rollup = startRollupWorker({ ...parts, noting: (round) => parts.work.run('count page views', round) })
  // Whoever puts the mail server right by a variable starts the product again.
  await hurryMails(database)
  const mails = startMailWorker({ ...parts, mailer: parts.alertWays.mailer }, paces.sendMailsEveryMs)
  const every = (name: string, ms: number, look: () => Promise<unknown>) => {
    const timer = setInterval(() => void parts.work.run(name, look).catch(onProblem), ms)
    return async () => clearInterval(timer)
  }
  return [
    () => views.stop(),
    () => rollup.stop(),
    () => mails.stop(),
    every('look for vendors in trouble', paces.watchTroublesEveryMs ?? 30_000, () => watchTroubles(work)),
    every(
      'compare with the CRM',
      paces.lookForComparisonEveryMs ?? 900_000,
      async () => crm && startDailyComparison(work),
    ),
    every('read the other calendar', paces.lookForBusyTimesEveryMs ?? 60_000, () =>
      readBusyTimesWhenDue(parts.calendar),
    ),
    every('look for room on the disks', paces.watchDisksEveryMs ?? 5000, async () => {
      await disks.look()
      await alertDisks(work, disks.disks())
    }),
    every('forget old limits', 600_000, () => forgetOldLimits(database, clock)),
    every('clear unfinished uploads', paces.sweepFilmsEveryMs ?? 3_600_000, () =>
      sweepFilms({ database, clock, folder: filmFolder(parts.mediaDir) }),
    ),
    every('prepare coming months', paces.prepareMonthsEveryMs ?? 600_000, () =>
      makeMonthPartitions(database, viewsByMonth, clock.now()),
    ),
  ]
}
