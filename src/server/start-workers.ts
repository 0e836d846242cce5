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
  /** Whether a backup is due, or none succeeds. */
  lookForBackupEveryMs?: number
  /** For uploads that nobody goes on with. */
  sweepFilmsEveryMs?: number
}

type WorkerParts = JobParts & {
  connected: Parameters<typeof watchTroubles>[0]['connected']
  unsubscribeUrl(mailId: string): string
  onProblem(error: unknown): void
  calendar: BusyParts
  mediaDir: string
  /** Makes a backup where it is due. */
  lookForBackup(): Promise<void>
}

/** Starts all that works beside the app in this process; returns what stops each, in the order in which they started. */
export async function startWorkers(
  queue: Queue,
  parts: WorkerParts,
  paces: WorkerPaces,
): Promise<(() => Promise<void>)[]> {
  const { database, clock, crm, onProblem } = parts
  const work = { ...parts, queue }
  await startJobs(queue, parts)
  const views = watchPageViews(work, paces.lookForViewsEveryMs)
  const rollup = startRollupWorker(parts)
  // Whoever puts the mail server right by a variable starts the product again.
  await hurryMails(database)
  const mails = startMailWorker({ ...parts, mailer: parts.alertWays.mailer }, paces.sendMailsEveryMs)
  const every = (ms: number, look: () => Promise<unknown>) => {
    const timer = setInterval(() => void look().catch(onProblem), ms)
    return async () => clearInterval(timer)
  }
  // What takes longer than its pace is not begun a second time meanwhile.
  const everyOnce = (ms: number, look: () => Promise<unknown>) => {
    let isLooking = false
    return every(ms, async () => {
      if (isLooking) return
      isLooking = true
      await look().finally(() => {
        isLooking = false
      })
    })
  }
  return [
    () => views.stop(),
    () => rollup.stop(),
    () => mails.stop(),
    every(paces.watchTroublesEveryMs ?? 30_000, () => watchTroubles(work)),
    every(paces.lookForComparisonEveryMs ?? 900_000, async () => crm && startDailyComparison(work)),
    every(paces.lookForBusyTimesEveryMs ?? 60_000, () => readBusyTimesWhenDue(parts.calendar)),
    every(600_000, () => forgetOldLimits(database, clock)),
    everyOnce(paces.lookForBackupEveryMs ?? 60_000, parts.lookForBackup),
    every(paces.sweepFilmsEveryMs ?? 3_600_000, () =>
      sweepFilms({ database, clock, folder: filmFolder(parts.mediaDir) }),
    ),
    every(paces.prepareMonthsEveryMs ?? 600_000, () =>
      makeMonthPartitions(database, viewsByMonth, clock.now()),
    ),
  ]
}
