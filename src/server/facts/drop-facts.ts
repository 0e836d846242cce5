import { unlinkFact } from '#server/leads/fact-link-store.ts'
import type { Queryable } from '#server/platform/database.ts'
import { lockFactsByBrowser, setFactLead } from './store.ts'

/**
 * Takes from a lead what vendors vouched for and what is its only by a browser's word: what travelled from it, or what
 * it claimed. It waits as nobody's, and is joined again if the browser is.
 */
export async function dropFacts(
  transaction: Queryable,
  from: { leadId: string; visitorId: string; captureIds: string[]; at: Date },
): Promise<void> {
  for (const id of await lockFactsByBrowser(transaction, from)) {
    await unlinkFact(transaction, id, from.at)
    await setFactLead(transaction, id, { leadId: null, by: null, at: from.at, isOwners: false })
  }
}
