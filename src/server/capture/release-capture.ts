import { sql } from 'kysely'
import { recount } from '#server/counting/recount.ts'
import { hideSealedCaptures } from '#server/counting/recounted-events.ts'
import { lockForRecounting } from '#server/counting/store.ts'
import { takeLocks } from '#server/platform/advisory-lock.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { visitorLock } from '#server/tracking/store.ts'
import { admitCapture } from './admit-capture.ts'
import type { CaptureParts } from './capture-lead.ts'
import { giveReceipts, lockCapture } from './capture-store.ts'
import { identify } from './identify.ts'
import { contactLocks } from './store.ts'

/** Turns a submit that was held back as spam into the lead it would have been; releasing it twice changes nothing. */
export async function releaseCapture(parts: CaptureParts, id: string, at: Date): Promise<{ leadId: string }> {
  return parts.database.transaction().execute(async (transaction) => {
    await lockForRecounting(transaction)
    const capture = isId(id) ? await lockCapture(transaction, id) : undefined
    if (!capture || capture.quarantineReason === null)
      throw new Refusal('not-found', 'There is no held submission with this id.')
    if (capture.leadId) return { leadId: capture.leadId }
    await takeLocks(transaction, [...contactLocks(capture.email, null), visitorLock(capture.visitorId)])
    const known = await identify(transaction, { ...capture, submissionId: null })
    const released = { ...capture, hidden: true, releasedAt: at }
    const receipts = (leadId: string | null) => giveReceipts(id, leadId)
    const leadId = await admitCapture(parts, transaction, released, known, receipts)
    // The capture lies in the past, so its lead is counted anew instead of counted on.
    if (leadId)
      await recount(transaction, { leads: sql`select ${leadId}::uuid` }, () =>
        hideSealedCaptures(transaction, [id]),
      )
    return { leadId: leadId ?? known.lead?.id ?? '' }
  })
}
