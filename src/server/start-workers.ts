import { crmHalves } from '#contract/crm-reading.ts'
import { forgetPreviews } from './ads/import-store.ts'
import { type ReadingParts, readMetaSpend } from './ads/read-meta-spend.ts'
import { forgetUnfinished } from './applications/forget-unfinished.ts'
import { type BusyParts, readBusyTimesWhenDue } from './calendar/read-busy-times.ts'
import { startDailyComparison } from './capture/start-comparison.ts'
import { watchTroubles } from './connections/watch-troubles.ts'
import { startRollupWorker } from './counting/rollup-worker.ts'
import { readHalfOfCrm } from './crm-outcomes/read-half.ts'
import type { CrmReadingParts } from './crm-outcomes/reading-step.ts'
import { filmFolder } from './films/film-folder.ts'
import { sweepFilms } from './films/sweep-films.ts'
import { type JobParts, startJobs } from './jobs.ts'
import { forgetWords } from './mail/forget-words.ts'
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
  /** For what is to be counted. */
  countEveryMs?: number
  /** For page views that earn tags. */
  lookForViewsEveryMs?: number
  /** Whether the coach's own calendar is to be read again. */
  lookForBusyTimesEveryMs?: number
  /** Whether page views need the partition of another month. */
  prepareMonthsEveryMs?: number
  /** Whether a backup is due, or none succeeds. */
  lookForBackupEveryMs?: number
  /** Whether a backup is to be copied to the second place. */
  lookForCopyEveryMs?: number
  /** For what ads cost, by their platform's own report. */
  readSpendEveryMs?: number
  /** For what the CRM says of calls and opportunities. */
  readOutcomesEveryMs?: number
  /** For uploads that nobody goes on with. */
  sweepFilmsEveryMs?: number
  /** How much room the disks have. */
  watchDisksEveryMs?: number
  /** For what is kept for some time only: unfinished applications, and what mails said. */
  forgetEveryMs?: number
  /** Whether what is past the owner's time is to be taken away. */
  lookForPastTimeEveryMs?: number
}

type WorkerParts = JobParts & {
  connected: Parameters<typeof watchTroubles>[0]['connected']
  unsubscribeUrl(mailId: string): string
  calendar: BusyParts
  mediaDir: string
  work: WorkLog
  disks: DiskWatch
  /** Makes a backup where it is due. */
  lookForBackup(): Promise<void>
  /** Copies a backup to the second place where it is not there. */
  lookForCopy(): Promise<void>
  /** Up to when the files of all films stay, as a copy may lead back to them. */
  filmsMayComeBack(): Promise<Date | undefined>
  adReports: ReadingParts['adReports']
  crmOutcomes: CrmReadingParts['crmOutcomes']
  /** Takes away what is past its time, where it is due. */
  lookForPastTime(): Promise<void>
}

/** Starts all that works beside the app in this process; returns what stops each, in the order in which they started. */
export async function startWorkers(
  queue: Queue,
  parts: WorkerParts,
  paces: WorkerPaces,
): Promise<(() => Promise<void>)[]> {
  const { database, clock, onProblem, disks } = parts
  const work = { ...parts, queue }
  const endJobs = await startJobs(queue, parts)
  const views = watchPageViews(work, paces.lookForViewsEveryMs)
  const rollup = startRollupWorker({
    ...{ ...parts, everyMs: paces.countEveryMs },
    noting: (round) => parts.work.run('count page views', round),
  })
  // Whoever puts the mail server right by a variable starts the product again. That alone sends nothing twice.
  await hurryMails(database, 'unanswered')
  const mails = startMailWorker({ ...parts, mailer: parts.alertWays.mailer }, paces.sendMailsEveryMs)
  const every = (name: string, ms: number, look: () => Promise<unknown>, isTurn = () => true) => {
    const begin = () => void parts.work.run(name, look).catch(onProblem)
    const timer = setInterval(() => isTurn() && begin(), ms)
    return async () => clearInterval(timer)
  }
  // What takes longer than its pace is not begun a second time meanwhile.
  const everyOnce = (name: string, ms: number, look: () => Promise<unknown>) => {
    let isLooking = false
    const lookOnce = async () => {
      isLooking = true
      await look().finally(() => {
        isLooking = false
      })
    }
    return every(name, ms, lookOnce, () => !isLooking)
  }
  return [
    async () => endJobs(),
    () => views.stop(),
    () => rollup.stop(),
    () => mails.stop(),
    everyOnce('look for vendors in trouble', paces.watchTroublesEveryMs ?? 30_000, () => watchTroubles(work)),
    every('compare with the CRM', paces.lookForComparisonEveryMs ?? 900_000, async () => {
      if (parts.crm()) await startDailyComparison(work)
    }),
    every('read the other calendar', paces.lookForBusyTimesEveryMs ?? 60_000, () =>
      readBusyTimesWhenDue(parts.calendar),
    ),
    every('look for room on the disks', paces.watchDisksEveryMs ?? 5000, async () => {
      await disks.look()
      await alertDisks(work, disks.disks())
    }),
    everyOnce('look whether a backup is due', paces.lookForBackupEveryMs ?? 60_000, parts.lookForBackup),
    everyOnce('copy a backup to the second place', paces.lookForCopyEveryMs ?? 30_000, parts.lookForCopy),
    everyOnce('read what ads cost', paces.readSpendEveryMs ?? 20_000, () =>
      readMetaSpend({ ...parts, changed: () => parts.live.changed('ads') }),
    ),
    ...crmHalves.map((half) =>
      everyOnce(`read ${half} from the CRM`, paces.readOutcomesEveryMs ?? 20_000, () =>
        readHalfOfCrm({ ...work, changed: (what) => parts.live.changed(what) }, half),
      ),
    ),
    everyOnce(
      'take away what is past its time',
      paces.lookForPastTimeEveryMs ?? 300_000,
      parts.lookForPastTime,
    ),
    every('forget old limits', 600_000, () => forgetOldLimits(database, clock)),
    every('forget what is kept for some time', paces.forgetEveryMs ?? 3_600_000, async () => {
      await forgetUnfinished(database, clock)
      await forgetWords(database, clock)
      await forgetPreviews(database, clock.now(), 5)
    }),
    everyOnce('clear unfinished uploads', paces.sweepFilmsEveryMs ?? 3_600_000, async () =>
      sweepFilms({ database, clock, folder: filmFolder(parts.mediaDir) }, await parts.filmsMayComeBack()),
    ),
    every('prepare coming months', paces.prepareMonthsEveryMs ?? 600_000, () =>
      makeMonthPartitions(database, viewsByMonth, clock.now()),
    ),
  ]
}
