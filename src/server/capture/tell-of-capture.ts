import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Database } from '#server/platform/database.ts'
import { visitorLock } from '#server/tracking/store.ts'
import { addDetails, findRecentCapture } from './capture-store.ts'
import { contactLocks } from './store.ts'
import type { CaptureDetails } from './submit.ts'

/**
 * Adds what a browser tells of itself to the capture that it made of an email since a time, and returns that capture's id;
 * null where it made none.
 */
export async function tellOfCapture(
  database: Database,
  told: { visitorId: string; email: string; since: Date; details: Partial<CaptureDetails> },
): Promise<string | null> {
  const { visitorId, email, since, details } = told
  return database.transaction().execute(async (transaction) => {
    // Whoever is erased at the same moment is held by their email and their browser first, too.
    await takeLocks(transaction, [...contactLocks(email, null), visitorLock(visitorId)])
    const recent = await findRecentCapture(transaction, visitorId, email, since)
    if (!recent) return null
    const leadId = recent.confirmation === 'open' ? null : recent.lead_id
    await addDetails(transaction, recent.id, leadId, details)
    return recent.id
  })
}
