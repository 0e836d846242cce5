import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { requestCall } from '#server/voice/request-call.ts'
import { matchToLeadByWays } from './match-to-lead.ts'
import { noteOfflineConversionsJob } from './offline-conversions-job.ts'
import { setOffRules } from './set-off-rules.ts'
import { lockUnlinked, type UnlinkedOf } from './store.ts'

/** Joins what vendors verified before anybody was known for it to a lead that has come; gives the new tags' number. */
export async function linkExternalEvents(
  parts: { queue: Pick<Queue, 'send'>; newId: NewId },
  transaction: Queryable,
  lead: UnlinkedOf,
  at: Date,
): Promise<number> {
  let newTags = 0
  for (const open of await lockUnlinked(transaction, lead)) {
    const event = await matchToLeadByWays(parts, transaction, open, at)
    newTags += await setOffRules(parts, transaction, event, at)
    if (!event.lead_id) continue
    await parts.queue.send(transaction, noteOfflineConversionsJob, { leadId: event.lead_id })
    if (event.kind === 'application' && event.joined_by !== 'same-email')
      await requestCall(parts, transaction, { leadId: event.lead_id, page: null, appliedAt: event.at, at })
  }
  return newTags
}
