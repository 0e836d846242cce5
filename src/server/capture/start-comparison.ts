import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { insertComparison, lockComparisons, newestComparison } from './compare-store.ts'
import { compareWithCrmJob } from './compare-with-crm.ts'

/** What starting a comparison needs. */
export type ComparisonParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  clock: Clock
  newId: NewId
}

const DAY_MS = 24 * 3_600_000

/** Starts comparing what we hold with what the CRM holds; false where a comparison is under way. */
export async function startComparison(parts: ComparisonParts, askedByOwner: boolean): Promise<boolean> {
  return parts.database.transaction().execute((transaction) => startWithin(parts, transaction, askedByOwner))
}

/** Starts a comparison where the last one is a day ago: one, however many processes look at that moment. */
export async function startDailyComparison(parts: ComparisonParts): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    await lockComparisons(transaction)
    const now = parts.clock.now()
    const last = await newestComparison(transaction, now)
    const isDue = !last || now.getTime() - last.started_at.getTime() >= DAY_MS
    if (isDue) await startWithin(parts, transaction, false)
  })
}

async function startWithin(
  parts: ComparisonParts,
  transaction: Queryable,
  askedByOwner: boolean,
): Promise<boolean> {
  const run = await insertComparison(transaction, { id: parts.newId(), at: parts.clock.now(), askedByOwner })
  if (!run) return false
  await parts.queue.send(transaction, compareWithCrmJob, { comparisonId: run.id })
  return true
}
