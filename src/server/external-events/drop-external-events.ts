import { endPersonLink } from '#server/capture/person-link-store.ts'
import type { Queryable } from '#server/platform/database.ts'
import { linkToLead, lockEventsOfBrowser } from './store.ts'

/**
 * Takes from a lead what vendors verified and what is its only by a browser's word: what travelled from it, or what
 * it claimed. It waits as nobody's, and is joined again if the browser is.
 */
export async function dropExternalEvents(
  transaction: Queryable,
  from: { leadId: string; visitorId: string; captureIds: string[]; at: Date },
): Promise<void> {
  for (const id of await lockEventsOfBrowser(transaction, from)) {
    await endPersonLink(transaction, id, from.at)
    await linkToLead(transaction, id, { leadId: null, by: null, at: from.at, isOwners: false })
  }
}
