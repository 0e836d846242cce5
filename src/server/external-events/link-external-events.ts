import { endPersonLink } from '#server/capture/person-link-store.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { LeadTriggerEvent } from '#server/tagging/apply-rules.ts'
import { followSubscriptionOf } from './follow-subscription.ts'
import { matchToLeadByWays } from './match-to-lead.ts'
import { triggerEventsOf } from './set-off-rules.ts'
import {
  type ExternalEvent,
  linkToLead,
  lockEventsOfBrowser,
  lockUnlinked,
  type UnlinkedOf,
} from './store.ts'

/** Joins what vendors verified before anybody was known for it to a lead that has come; returns it, and what of it may earn tags. */
export async function linkExternalEvents(
  parts: { queue: Pick<Queue, 'send'>; newId: NewId },
  transaction: Queryable,
  lead: UnlinkedOf,
  at: Date,
): Promise<{ linked: ExternalEvent[]; triggerEvents: LeadTriggerEvent[] }> {
  const linked: ExternalEvent[] = []
  const triggerEvents: LeadTriggerEvent[] = []
  for (const open of await lockUnlinked(transaction, lead)) {
    const event = await matchToLeadByWays(parts, transaction, open, at)
    if (!event.lead_id) continue
    if (event.kind === 'payment')
      await followSubscriptionOf(parts, transaction, event.id, at, { isInTurn: false })
    linked.push(event)
    triggerEvents.push(...(await triggerEventsOf(transaction, [event], at)))
    await parts.queue.send(transaction, noteOfflineConversionsJob, { leadId: event.lead_id })
  }
  return { linked, triggerEvents }
}

/**
 * Takes from a lead what vendors verified and what is its only by a browser's word: what travelled from it, or what
 * it claimed. It waits as nobody's, and is joined again if the browser is; payments that only followed one go with it.
 * The transaction has `paymentsLock`.
 */
export async function dropExternalEvents(
  parts: { newId: NewId },
  transaction: Queryable,
  from: { leadId: string; visitorId: string; captureIds: string[]; at: Date },
): Promise<void> {
  const dropped = await lockEventsOfBrowser(transaction, from)
  for (const id of dropped) {
    await endPersonLink(transaction, id, from.at)
    await linkToLead(transaction, id, { leadId: null, by: null, at: from.at, isOwners: false })
  }
  // Once all are gone: none may follow another that goes as well.
  for (const id of dropped) await followSubscriptionOf(parts, transaction, id, from.at)
}

/** The name of the job that looks for what the advert account should know of a lead's person. */
export const noteOfflineConversionsJob = 'note-offline-conversions'
