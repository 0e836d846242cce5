import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { LeadHappening } from '#server/tagging/apply-rules.ts'
import { matchToLeadByWays } from './match-to-lead.ts'
import { noteOfflineConversionsJob } from './offline-conversions-job.ts'
import { happeningsOf } from './set-off-rules.ts'
import { type ExternalEvent, lockUnlinked, type UnlinkedOf } from './store.ts'

/** Joins what vendors verified before anybody was known for it to a lead that has come; gives it, and what of it may earn tags. */
export async function linkExternalEvents(
  parts: { queue: Pick<Queue, 'send'>; newId: NewId },
  transaction: Queryable,
  lead: UnlinkedOf,
  at: Date,
): Promise<{ linked: ExternalEvent[]; happenings: LeadHappening[] }> {
  const linked: ExternalEvent[] = []
  const happenings: LeadHappening[] = []
  for (const open of await lockUnlinked(transaction, lead)) {
    const event = await matchToLeadByWays(parts, transaction, open, at)
    if (!event.lead_id) continue
    linked.push(event)
    happenings.push(...(await happeningsOf(transaction, [event], at)))
    await parts.queue.send(transaction, noteOfflineConversionsJob, { leadId: event.lead_id })
  }
  return { linked, happenings }
}
