import { noteLaterTruthsJob } from '#server/ads/later-truths-job.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { requestCall } from '#server/voice/request-call.ts'
import { joinFact } from './join-fact.ts'
import { setOffRules } from './set-off-rules.ts'
import { lockOpenFacts, type OpenFactsOf } from './store.ts'

/** Joins what vendors vouched for before anybody was known for it to a lead that has come; gives the new tags' number. */
export async function adoptFacts(
  parts: { queue: Pick<Queue, 'send'>; newId: NewId },
  transaction: Queryable,
  lead: OpenFactsOf,
  at: Date,
): Promise<number> {
  let newTags = 0
  for (const open of await lockOpenFacts(transaction, lead)) {
    const fact = await joinFact(parts, transaction, open, at)
    newTags += await setOffRules(parts, transaction, fact, at)
    if (!fact.lead_id) continue
    await parts.queue.send(transaction, noteLaterTruthsJob, { leadId: fact.lead_id })
    if (fact.kind === 'application' && fact.joined_by !== 'same-email')
      await requestCall(parts, transaction, { leadId: fact.lead_id, page: null, appliedAt: fact.at, at })
  }
  return newTags
}
