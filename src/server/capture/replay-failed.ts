import { failedLeads } from './delivery-store.ts'
import { nextWords, type Replayed, type ReplayParts } from './replay-delivery.ts'
import { requeueLead } from './requeue-lead.ts'

const AT_ONCE = 500

/** Puts every failed delivery back into the queue, oldest first and at most 500 at once. */
export async function replayFailed(parts: ReplayParts): Promise<Replayed> {
  return parts.database.transaction().execute(async (transaction) => {
    const { ids, total } = await failedLeads(transaction, AT_ONCE)
    let queued = 0
    for (const leadId of ids) if (await requeueLead(parts, transaction, leadId)) queued += 1
    const left = total - ids.length
    const message =
      queued === 0
        ? 'Nothing to do: no delivery has failed.'
        : left > 0
          ? `${left} more are left: press again for the next ones.`
          : nextWords(parts.isCrmConnected)
    return { queued, message }
  })
}
