import { sql } from 'kysely'
import { recount } from '#server/counting/recount.ts'
import { lockForRecounting } from '#server/counting/store.ts'
import { lockVisitor } from '#server/milestones/store.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { admitCapture } from './admit-capture.ts'
import type { CaptureParts } from './capture-lead.ts'
import { lockCapture } from './capture-store.ts'
import { lockContact } from './store.ts'

/** Turns a submit that was held back as spam into the lead it would have been; releasing it twice changes nothing. */
export async function releaseCapture(parts: CaptureParts, id: string, at: Date): Promise<{ leadId: string }> {
  return parts.database.transaction().execute(async (transaction) => {
    await lockForRecounting(transaction)
    const capture = isId(id) ? await lockCapture(transaction, id) : undefined
    if (!capture || capture.quarantine_reason === null)
      throw new Refusal('not-found', 'There is no held submit with this id.')
    const leadBefore = capture.lead_id ?? capture.claimed_lead_id
    if (leadBefore) return { leadId: leadBefore }
    await lockContact(transaction, capture.email, null)
    await lockVisitor(transaction, capture.visitor_id)
    const leadId = await admitCapture(parts, transaction, { ...capture, hidden: true }, at)
    // The capture lies in the past, so its lead is counted anew instead of counted on.
    if (leadId) await recount(transaction, { leads: sql`select ${leadId}::uuid` }, async () => undefined)
    return { leadId: leadId ?? (await lockCapture(transaction, id))?.claimed_lead_id ?? '' }
  })
}
