import type { CaptureParts } from '#server/leads/capture-lead.ts'
import type { Queryable } from '#server/platform/database.ts'
import { joinFact } from './join-fact.ts'
import { setOffRules } from './set-off-rules.ts'
import { lockOpenFacts } from './store.ts'

/** Joins what vendors vouched for before anybody was known for it to a lead that has come; gives the new tags' number. */
export async function adoptFacts(
  parts: Pick<CaptureParts, 'newId'>,
  transaction: Queryable,
  lead: { id: string; email: string; phone: string | null; visitorId: string },
  at: Date,
): Promise<number> {
  let newTags = 0
  for (const fact of await lockOpenFacts(transaction, lead))
    newTags += await setOffRules(parts, transaction, await joinFact(parts, transaction, fact, at))
  return newTags
}
